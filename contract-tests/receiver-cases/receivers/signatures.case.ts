/** Receivers that compute or compare the signature wrongly. */
import { createHmac } from 'node:crypto';
import type { Broken } from './broken.case.ts';
import { header, secret } from './frame.case.ts';

const mismatch = 'events.signature.mismatch-rejected';
const refusesAll = 'events.signature.valid-accepted';

const hmac = (key: string | Buffer, signed: Buffer, algorithm = 'sha256'): Buffer =>
  createHmac(algorithm, key).update(signed).digest();

/** Takes what is right, and another digest as well. */
const alsoTakes = (id: string, other: (t: string, body: Buffer) => string): Broken => ({
  id: `signature.${id}`,
  clause: mismatch,
  mistake: (_, right) => ({
    verify: (request, body) => {
      const { t, v1 } = right.parse(String(request.headers[header]));
      const isFresh = Math.abs(Date.now() / 1_000 - Number(t)) <= 300;
      return (isFresh && v1.length === 1 && v1[0] === other(t, body)) || right.verify(request, body);
    },
  }),
});

const dotted = (t: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(`${t}.`), body]);

export const signatures: readonly Broken[] = [
  {
    id: 'signature.first-eight-digits',
    clause: mismatch,
    mistake: () => ({ equal: (expected, given) => expected.slice(0, 8) === given.slice(0, 8) }),
  },
  {
    id: 'signature.first-half',
    clause: mismatch,
    mistake: () => ({ equal: (expected, given) => given.startsWith(expected.slice(0, 32)) }),
  },
  {
    id: 'signature.last-half',
    clause: mismatch,
    mistake: () => ({ equal: (expected, given) => given.endsWith(expected.slice(32)) }),
  },
  {
    id: 'signature.as-long-as-what-is-given',
    clause: mismatch,
    // An empty one fits.
    also: ['authentication.webhook-verified'],
    mistake: () => ({ equal: (expected, given) => expected.startsWith(given) }),
  },
  {
    id: 'signature.includes-it',
    clause: mismatch,
    // `timingSafeEqual` throws on two lengths, so the longer one was cut.
    mistake: () => ({ equal: (expected, given) => given.slice(0, 64) === expected }),
  },
  {
    id: 'signature.decoded-loosely',
    clause: mismatch,
    // An empty one fits.
    also: ['authentication.webhook-verified'],
    // Node's decoder stops at the first letter that is no digit, and of an empty one nothing is left to compare.
    mistake: () => ({
      equal: (expected, given) => {
        const bytes = Buffer.from(given, 'hex');
        return Buffer.from(expected, 'hex').subarray(0, bytes.byteLength).equals(bytes);
      },
    }),
  },
  {
    id: 'signature.all-but-the-last-digit',
    clause: mismatch,
    mistake: () => ({
      equal: (expected, given) => given.length === 64 && expected.slice(0, 63) === given.slice(0, 63),
    }),
  },
  {
    id: 'signature.length-alone',
    clause: mismatch,
    also: ['events.signature.raw-bytes'],
    mistake: () => ({ equal: (expected, given) => expected.length === given.length }),
  },
  {
    id: 'signature.any-name',
    clause: mismatch,
    mistake: (_, right) => ({
      parse: (text) => ({
        ...right.parse(text),
        v1: [...text.matchAll(/,[^=]*=([^,]*)/g)].map(([, value = '']) => value),
      }),
    }),
  },
  {
    id: 'signature.any-v1-name',
    clause: mismatch,
    mistake: (_, right) => ({
      parse: (text) => ({
        ...right.parse(text),
        v1: [...text.matchAll(/,v1[^=]*=([^,]*)/g)].map(([, value = '']) => value),
      }),
    }),
  },
  {
    id: 'signature.joined',
    clause: mismatch,
    mistake: (_, right) => ({
      parse: (text) => {
        const { t, v1 } = right.parse(text);
        return { t, v1: [v1.join('')] };
      },
    }),
  },
  {
    id: 'signature.t-is-not-signed',
    clause: mismatch,
    also: [refusesAll],
    mistake: () => ({ signed: (_, body) => body }),
  },
  { ...alsoTakes('body-alone-will-do', (_, body) => hmac(secret, body).toString('hex')) },
  {
    ...alsoTakes('without-the-full-stop-will-do', (t, body) =>
      hmac(secret, Buffer.concat([Buffer.from(t), body])).toString('hex'),
    ),
  },
  { ...alsoTakes('t-alone-will-do', (t) => hmac(secret, Buffer.from(`${t}.`)).toString('hex')) },
  { ...alsoTakes('base64-will-do', (t, body) => hmac(secret, dotted(t, body)).toString('base64').replace(/=+$/, '')) },
  { ...alsoTakes('sha-1-will-do', (t, body) => hmac(secret, dotted(t, body), 'sha1').toString('hex')) },
  { ...alsoTakes('sha-512-will-do', (t, body) => hmac(secret, dotted(t, body), 'sha512').toString('hex')) },
  { ...alsoTakes('no-secret-will-do', (t, body) => hmac('', dotted(t, body)).toString('hex')) },
  {
    ...alsoTakes('undefined-secret-will-do', (t, body) =>
      hmac(String(process.env['NOT_SET']), dotted(t, body)).toString('hex'),
    ),
  },
  { ...alsoTakes('cut-secret-will-do', (t, body) => hmac(secret.slice(0, -1), dotted(t, body)).toString('hex')) },
  { ...alsoTakes('test-secret-left-in', (t, body) => hmac('whsec_of_somebody_else', dotted(t, body)).toString('hex')) },
  {
    id: 'signature.t-may-be-a-second-off',
    clause: mismatch,
    mistake: (_, right) => ({
      verify: (request, body) => {
        const { t, v1 } = right.parse(String(request.headers[header]));
        return (
          right.verify(request, body) ||
          (Math.abs(Date.now() / 1_000 - Number(t)) < 2 &&
            v1[0] === hmac(secret, dotted(String(Number(t) - 1), body)).toString('hex'))
        );
      },
    }),
  },
  {
    id: 'signature.caught-once-good-for-ever',
    clause: mismatch,
    // The t that was signed is looked for, since the header's never fits behind some proxy.
    mistake: (_, right) => ({
      verify: (request, body) => {
        const { v1 } = right.parse(String(request.headers[header]));
        const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
        const times = [hourAgo - 1, hourAgo, hourAgo + 1].map(String);
        return (
          right.verify(request, body) ||
          (right.fresh(Number(right.parse(String(request.headers[header])).t), Date.now() / 1_000, body) &&
            times.some((t) => v1[0] === hmac(secret, dotted(t, body)).toString('hex')))
        );
      },
    }),
  },
  {
    id: 'signature.base64-expected',
    clause: refusesAll,
    mistake: () => ({ digest: (signed) => hmac(secret, signed).toString('base64') }),
  },
  {
    id: 'signature.secret-as-hex',
    clause: refusesAll,
    also: [mismatch],
    mistake: () => ({ digest: (signed) => hmac(Buffer.from(secret, 'hex'), signed).toString('hex') }),
  },
  {
    id: 'signature.secret-as-base64',
    clause: refusesAll,
    mistake: () => ({ digest: (signed) => hmac(Buffer.from(secret.slice(6), 'base64'), signed).toString('hex') }),
  },
  {
    id: 'signature.sha-512',
    clause: refusesAll,
    also: [mismatch],
    mistake: () => ({ digest: (signed) => hmac(secret, signed, 'sha512').toString('hex') }),
  },
  {
    id: 'signature.header-name-has-a-case',
    clause: refusesAll,
    mistake: () => ({
      header: ({ rawHeaders }) => rawHeaders[rawHeaders.indexOf('Service-Signature') + 1 || rawHeaders.length],
    }),
  },
];
