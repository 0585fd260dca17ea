/** Webhooks whose signature is made in another way than the document says. */
import { createHash, createHmac } from 'node:crypto';
import type { ClauseId } from '../../spec/clauses.ts';
import type { Defect } from './defect.ts';
import { type Signing, clockOptions, defectOf, jsonIn, made, right, sent } from './webhook-wraps.ts';

const defect = defectOf('webhook-signature');

type Content = string | Uint8Array;

const hmac = (content: Content, key: Content, algorithm = 'sha256'): Buffer =>
  createHmac(algorithm, key).update(content).digest();

const payload = ({ t, body }: Signing): Buffer => Buffer.concat([Buffer.from(`${t}.`), body]);

const digest: ClauseId = 'events.signature.hmac-sha256';
const key: ClauseId = 'events.signature.keyed-with-secret';
const content: ClauseId = 'events.signature.over-timestamp-and-body';
const bytes: ClauseId = 'events.signature.over-bytes-sent';
const hex: ClauseId = 'events.signature.hex';

const makings = (
  [
    ['base64', 'writes v1 in base64', hex, (one) => Buffer.from(right(one), 'hex').toString('base64')],
    [
      'base64url',
      'writes v1 in base64 for addresses',
      hex,
      (one) => Buffer.from(right(one), 'hex').toString('base64url'),
    ],
    ['hex-prefix', 'writes 0x before v1', hex, (one) => `0x${right(one)}`],
    ['algorithm-prefix', 'writes the algorithm into v1', hex, (one) => `sha256=${right(one)}`],
    ['hex-pairs', 'writes colons into v1', hex, (one) => right(one).replace(/..(?!$)/g, '$&:')],
    ['sha1', 'signs with SHA-1', digest, (one) => hmac(payload(one), one.secrets[0], 'sha1').toString('hex')],
    ['sha512', 'signs with SHA-512', digest, (one) => hmac(payload(one), one.secrets[0], 'sha512').toString('hex')],
    ['sha384', 'signs with SHA-384', digest, (one) => hmac(payload(one), one.secrets[0], 'sha384').toString('hex')],
    [
      'sha512-256',
      'signs with another hash of 32 bytes',
      digest,
      (one) => hmac(payload(one), one.secrets[0], 'sha512-256').toString('hex'),
    ],
    ['md5', 'signs with MD5', digest, (one) => hmac(payload(one), one.secrets[0], 'md5').toString('hex')],
    [
      'plain-hash',
      'signs with a plain hash of secret and content',
      digest,
      (one) => createHash('sha256').update(one.secrets[0]).update(payload(one)).digest('hex'),
    ],
    [
      'plain-hash-behind',
      'signs with a plain hash of content and secret',
      digest,
      (one) => createHash('sha256').update(payload(one)).update(one.secrets[0]).digest('hex'),
    ],
    [
      'unkeyed-hash',
      'signs with a hash of the content alone',
      digest,
      (one) => createHash('sha256').update(payload(one)).digest('hex'),
    ],
    ['cut', 'signs with half of the digest', digest, (one) => right(one).slice(0, 32)],
    [
      'bare-secret',
      'signs with the secret without its prefix',
      key,
      (one) => hmac(payload(one), one.secrets[0].slice(one.secrets[0].indexOf('_') + 1)).toString('hex'),
    ],
    [
      'secret-as-base64',
      'decodes the secret before it signs with it',
      key,
      (one) =>
        hmac(payload(one), Buffer.from(one.secrets[0].slice(one.secrets[0].indexOf('_') + 1), 'base64')).toString(
          'hex',
        ),
    ],
    [
      'secret-in-capitals',
      'signs with the secret in capitals',
      key,
      (one) => hmac(payload(one), one.secrets[0].toUpperCase()).toString('hex'),
    ],
    [
      'hashed-secret',
      'signs with a hash of the secret',
      key,
      (one) => hmac(payload(one), createHash('sha256').update(one.secrets[0]).digest('hex')).toString('hex'),
    ],
    ['empty-key', 'signs with no secret', key, (one) => hmac(payload(one), '').toString('hex')],
    [
      'fixed-key',
      'signs with a secret that nobody was told',
      key,
      (one) => hmac(payload(one), 'whsec_of_the_service').toString('hex'),
    ],
    ['body-alone', 'signs the body without t', content, (one) => hmac(one.body, one.secrets[0]).toString('hex')],
    [
      'no-full-stop',
      'signs t and body without a full stop',
      content,
      (one) => hmac(Buffer.concat([Buffer.from(String(one.t)), one.body]), one.secrets[0]).toString('hex'),
    ],
    [
      'colon',
      'signs t and body with a colon',
      content,
      (one) => hmac(Buffer.concat([Buffer.from(`${one.t}:`), one.body]), one.secrets[0]).toString('hex'),
    ],
    [
      'body-first',
      'signs the body before t',
      content,
      (one) => hmac(Buffer.concat([one.body, Buffer.from(`.${one.t}`)]), one.secrets[0]).toString('hex'),
    ],
    [
      'signed-milliseconds',
      'signs milliseconds and writes seconds',
      content,
      (one) => hmac(Buffer.concat([Buffer.from(`${one.t}000.`), one.body]), one.secrets[0]).toString('hex'),
    ],
    [
      'hash-of-body',
      'signs a hash of the body',
      content,
      (one) => hmac(`${one.t}.${createHash('sha256').update(one.body).digest('hex')}`, one.secrets[0]).toString('hex'),
    ],
    [
      'id-too',
      'signs the delivery_id too',
      content,
      (one) =>
        hmac(
          Buffer.concat([Buffer.from(`${String(jsonIn(one)['delivery_id'])}.`), payload(one)]),
          one.secrets[0],
        ).toString('hex'),
    ],
    ['t-alone', 'signs t alone', content, (one) => hmac(`${one.t}.`, one.secrets[0]).toString('hex')],
    [
      'indented',
      'signs the body as indented JSON',
      bytes,
      (one) => right({ ...one, body: Buffer.from(JSON.stringify(jsonIn(one), null, 2)) }),
    ],
    [
      'sorted',
      'signs the body with its members in order',
      bytes,
      (one) =>
        right({
          ...one,
          body: Buffer.from(
            JSON.stringify(Object.fromEntries(Object.entries(jsonIn(one)).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
          ),
        }),
    ],
    [
      'spaced',
      'signs the body with spaces behind colons and commas',
      bytes,
      (one) => right({ ...one, body: Buffer.from(spaced(jsonIn(one))) }),
    ],
    [
      'escaped-slashes',
      'signs the body with its slashes escaped',
      bytes,
      (one) => right({ ...one, body: Buffer.from(Buffer.from(one.body).toString().replaceAll('/', '\\/')) }),
    ],
    [
      'line-break',
      'signs a line break more than it sends',
      bytes,
      (one) => right({ ...one, body: Buffer.concat([one.body, Buffer.from('\n')]) }),
    ],
    [
      'data-alone',
      'signs data alone',
      bytes,
      (one) => right({ ...one, body: Buffer.from(JSON.stringify(jsonIn(one)['data'])) }),
    ],
    [
      'before-sent-at',
      'signs the body before sent_at is in it',
      bytes,
      (one) => right({ ...one, body: Buffer.from(JSON.stringify({ ...jsonIn(one), sent_at: undefined })) }),
    ],
  ] as readonly (readonly [string, string, ClauseId, (signing: Signing) => string])[]
).map(([word, does, clause, v1]) => defect(word, does, clause, made(v1)));

function spaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`)
    .join(', ')}}`;
}

const sometimes: readonly Defect[] = [
  defect('retries-over-first-body', 'signs retries over the body of the first attempt', bytes, () => {
    const first = new Map<string, Uint8Array>();
    return {
      sign: () => (signing) => {
        const id = String(jsonIn(signing)['delivery_id']);
        const kept = first.get(id) ?? signing.body;
        first.set(id, kept);
        return `t=${signing.t},v1=${right({ ...signing, body: kept })}`;
      },
    };
  }),
  defect(
    'retries-of-first-signature',
    'keeps the signature of the first attempt, and gives it a new t',
    bytes,
    () => {
      const first = new Map<string, string>();
      return {
        sign: () => (signing) => {
          const id = String(jsonIn(signing)['delivery_id']);
          const kept = first.get(id) ?? right(signing);
          first.set(id, kept);
          return `t=${signing.t},v1=${kept}`;
        },
      };
    },
    [content, key],
    clockOptions,
  ),
  defect(
    'failures-unkeyed',
    'signs webhooks of failed jobs with no secret',
    key,
    made((one) => {
      const { event } = jsonIn(one);
      return event === 'job.failed' ? hmac(payload(one), '').toString('hex') : right(one);
    }),
  ),
  defect(
    'body-changed-behind',
    'adds a line break to the body after it was signed',
    bytes,
    sent(({ request }) => [{ ...request, body: `${Buffer.from(request.body).toString()}\n` }]),
  ),
  defect(
    'body-indented-behind',
    'sends the body indented after it was signed',
    bytes,
    sent(({ request }) => [
      { ...request, body: JSON.stringify(JSON.parse(Buffer.from(request.body).toString()), null, 2) },
    ]),
  ),
];

export const webhookDigestDefects: readonly Defect[] = [...makings, ...sometimes];
