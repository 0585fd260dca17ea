/** Says what is wrong with a signature that is not right: which clause it breaks, found by trying what servers do by mistake. */
import { createHash, createHmac } from 'node:crypto';
import type { ClauseId } from '../../spec/clauses.ts';
import { isObject } from './members.ts';
import { isSignedWith, readSignature } from '../verify-signature.ts';

export type Signed = {
  readonly header: string;
  readonly body: Uint8Array;
  readonly secret: string;
  /** What a server might take for the secret: keys, and secrets of others. */
  readonly otherKeys: readonly { readonly says: string; readonly key: string }[];
  /** Other attempts to deliver the same webhook. */
  readonly otherAttempts: readonly { readonly header: string; readonly body: Uint8Array }[];
};

export type Mistake = { readonly clause: ClauseId; readonly says: string };

/** Undefined for a signature that is right. One that nothing explains is blamed on the secret. */
export const mistakeIn = (signed: Signed): Mistake | undefined => {
  const { header, body, secret } = signed;
  if (isSignedWith(secret, header, body)) return undefined;
  const { time = '', signatures } = readSignature(header);
  const given = signatures.flatMap(bytesIn).map((bytes) => bytes.toString('hex'));
  for (const [clause, says, mac] of explanations(signed, time)) {
    // Also where it is right but for its letters, or cut.
    const hex = mac.toString('hex');
    if (given.includes(hex)) return { clause, says };
    if (given.some((one) => one.length >= 16 && one.length < hex.length && hex.startsWith(one))) {
      return { clause: 'events.signature.hmac-sha256', says: `${says}, cut` };
    }
  }
  // A digest of another length is no SHA-256, whatever was digested.
  if (given.length > 0 && given.every((one) => one.length !== 64)) {
    return {
      clause: 'events.signature.hmac-sha256',
      says: `${given.map((one) => one.length / 2).join(' and ')} bytes, where 32 are due`,
    };
  }
  return { clause: 'events.signature.keyed-with-secret', says: 'made in no way that is known: with another secret?' };
};

type Explanation = readonly [clause: ClauseId, says: string, mac: Buffer];

function* explanations({ secret, body, otherKeys, otherAttempts }: Signed, t: string): Generator<Explanation> {
  const text = Buffer.from(body);
  const payload = Buffer.concat([Buffer.from(`${t}.`), text]);
  const hmac = (content: string | Uint8Array, key: string | Uint8Array = secret, algorithm = 'sha256'): Buffer =>
    createHmac(algorithm, key).update(content).digest();
  const hash = (...contents: readonly (string | Uint8Array)[]): Buffer =>
    contents.reduce((all, one) => all.update(one), createHash('sha256')).digest();

  yield ['events.signature.hex', 'right, and not in hexadecimal', hmac(payload)];

  for (const algorithm of ['sha1', 'sha512', 'sha384', 'sha224', 'sha512-256', 'sha3-256', 'md5']) {
    yield ['events.signature.hmac-sha256', `an HMAC with ${algorithm}`, hmac(payload, secret, algorithm)];
  }
  yield ['events.signature.hmac-sha256', 'a plain hash of secret and content', hash(secret, payload)];
  yield ['events.signature.hmac-sha256', 'a plain hash of content and secret', hash(payload, secret)];
  yield ['events.signature.hmac-sha256', 'a plain hash of secret, full stop and content', hash(secret, '.', payload)];
  yield ['events.signature.hmac-sha256', 'a plain hash of the content', hash(payload)];
  yield ['events.signature.hmac-sha256', 'a plain hash of the body', hash(text)];

  for (const { says, key } of [...wrongReadings(secret), ...otherKeys]) {
    yield ['events.signature.keyed-with-secret', `keyed with ${says}`, hmac(payload, key)];
  }

  const id = /"delivery_id"\s*:\s*"([^"]*)"/.exec(text.toString())?.[1] ?? '';
  for (const [says, ...content] of [
    ['the body alone', text],
    ['t alone', t],
    ['t and the body without a full stop', t, text],
    ['the body and t', text, '.', t],
    ['the body and t without a full stop', text, t],
    ['t, a colon and the body', `${t}:`, text],
    ['t, a line break and the body', `${t}\n`, text],
    ['t, a comma and the body', `${t},`, text],
    ['t=, t, a full stop and the body', `t=${t}.`, text],
    ['t in milliseconds', `${t}000.`, text],
    ['delivery_id, t and the body', `${id}.${t}.`, text],
    ['a full stop and the body', '.', text],
    ['a hash of the body', `${t}.${hash(text).toString('hex')}`],
    ['a full stop and nothing behind it', `${t}.`],
  ] as const) {
    const joined = Buffer.concat(content.map((part) => Buffer.from(part)));
    yield ['events.signature.over-timestamp-and-body', `over ${says}`, hmac(joined)];
  }

  for (const { header } of otherAttempts) {
    const { time = '' } = readSignature(header);
    yield [
      'events.signature.over-timestamp-and-body',
      'over the t of another attempt',
      hmac(Buffer.concat([Buffer.from(`${time}.`), text])),
    ];
  }
  for (const other of otherAttempts) {
    for (const time of new Set([t, readSignature(other.header).time ?? ''])) {
      yield [
        'events.signature.over-bytes-sent',
        'over the body of another attempt',
        hmac(Buffer.concat([Buffer.from(`${time}.`), other.body])),
      ];
    }
  }
  for (const [says, content] of rewritten(text)) {
    yield ['events.signature.over-bytes-sent', `over ${says}`, hmac(`${t}.${content}`)];
  }
}

const wrongReadings = (secret: string): readonly { readonly says: string; readonly key: string | Uint8Array }[] => {
  const bare = secret.slice(secret.indexOf('_') + 1);
  return [
    { says: 'the secret without its prefix', key: bare },
    { says: 'the secret read as base64', key: Buffer.from(secret, 'base64') },
    { says: 'the secret without its prefix, read as base64', key: Buffer.from(bare, 'base64') },
    { says: 'the secret read as hexadecimal', key: Buffer.from(bare, 'hex') },
    { says: 'the secret in base64', key: Buffer.from(secret).toString('base64') },
    { says: 'a hash of the secret', key: createHash('sha256').update(secret).digest() },
    { says: 'a hash of the secret in hexadecimal', key: createHash('sha256').update(secret).digest('hex') },
    { says: 'the secret in capitals', key: secret.toUpperCase() },
    { says: 'nothing', key: '' },
  ];
};

/** The same JSON, written anew, and other things that were made of it or became of it. */
function* rewritten(body: Buffer): Generator<readonly [says: string, content: string]> {
  const text = body.toString();
  yield ['the body and a line break', `${text}\n`];
  yield ['the body without spaces at its ends', text.trim()];
  yield ['the body in base64', body.toString('base64')];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return;
  }
  yield ['the body, written anew', JSON.stringify(json)];
  for (const space of [1, 2, 4, '\t']) yield ['the body, indented', JSON.stringify(json, null, space)];
  yield ['the body with spaces behind colons and commas', withSpaces(json)];
  yield ['the body with its members in order', JSON.stringify(sorted(json))];
  if (isObject(json)) yield ['the body with its members in order', JSON.stringify(topSorted(json))];
  yield ['the body with its members in order, and with spaces', withSpaces(sorted(json))];
  yield ['the body as a JSON text', JSON.stringify(text)];
  yield ['the body with its slashes escaped', JSON.stringify(json).replaceAll('/', '\\/')];
  if (!isObject(json)) return;
  for (const [name, value] of Object.entries(json)) {
    yield [`${name} alone`, JSON.stringify(value)];
    yield [`the body without ${name}`, JSON.stringify({ ...json, [name]: undefined })];
  }
}

/** As some languages write JSON by default. */
const withSpaces = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(withSpaces).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${withSpaces(inner)}`)
    .join(', ')}}`;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return topSorted(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sorted(inner)])));
};

/** Not those within. */
const topSorted = (value: object): object =>
  Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** What a `v1` stands for, in the ways in which bytes are written. */
const bytesIn = (written: string): readonly Buffer[] => {
  const bare = written.replace(/^(sha256=|0x)/i, '').replace(/[:"]/g, '');
  const hex = /^[0-9a-f]+$/i.test(bare) ? [Buffer.from(bare, 'hex')] : [];
  return [...hex, Buffer.from(bare, 'base64')];
};
