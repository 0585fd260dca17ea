/** What is found wrong with signatures: each mistake is blamed on the clause that it breaks. */
import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Signed, mistakeIn } from './signature.ts';

const secret = 'whsec_test_0123456789';
const t = '1767225600';
const body = '{"event":"job.succeeded","delivery_id":"dlv_1","data":{"id":"job_1","error":null}}';

const signed = (v1: string, more: Partial<Signed> = {}): Signed => ({
  header: `t=${t},v1=${v1}`,
  body: Buffer.from(body),
  secret,
  otherKeys: [],
  otherAttempts: [],
  ...more,
});
const hmac = (content: string, key = secret, algorithm = 'sha256'): string =>
  createHmac(algorithm, key).update(content).digest('hex');
const right = hmac(`${t}.${body}`);

test.each([
  ['right', right],
  ['right in capitals', right.toUpperCase()],
  ['right beside one of another secret', `${hmac(`${t}.${body}`, 'old')},v1=${right}`],
])('there is nothing wrong with one that is %s', (_, v1) => {
  expect(mistakeIn(signed(v1))).toBeUndefined();
});

test.each([
  ['base64', Buffer.from(right, 'hex').toString('base64'), 'hex'],
  ['base64url', Buffer.from(right, 'hex').toString('base64url'), 'hex'],
  ['a prefix', `sha256=${right}`, 'hex'],
  ['SHA-1', hmac(`${t}.${body}`, secret, 'sha1'), 'hmac-sha256'],
  ['SHA-512 in base64', Buffer.from(hmac(`${t}.${body}`, secret, 'sha512'), 'hex').toString('base64'), 'hmac-sha256'],
  ['a plain hash', createHash('sha256').update(`${secret}${t}.${body}`).digest('hex'), 'hmac-sha256'],
  ['half of it', right.slice(0, 32), 'hmac-sha256'],
  ['too few bytes of something', 'abcdef0123456789', 'hmac-sha256'],
  ['another secret', hmac(`${t}.${body}`, 'whsec_other'), 'keyed-with-secret'],
  ['the bare secret', hmac(`${t}.${body}`, 'test_0123456789'), 'keyed-with-secret'],
  ['the body alone', hmac(body), 'over-timestamp-and-body'],
  ['no full stop', hmac(`${t}${body}`), 'over-timestamp-and-body'],
  ['indented JSON', hmac(`${t}.${JSON.stringify(JSON.parse(body), null, 2)}`), 'over-bytes-sent'],
  ['data alone', hmac(`${t}.{"id":"job_1","error":null}`), 'over-bytes-sent'],
])('%s is blamed on the clause that it breaks', (_, v1, clause) => {
  expect(mistakeIn(signed(v1))).toMatchObject({ clause: `events.signature.${clause}` });
});

test('a key that the server may have taken for the secret is named', () => {
  const mistaken = signed(hmac(`${t}.${body}`, 'test_key'), { otherKeys: [{ says: 'the API key', key: 'test_key' }] });
  expect(mistakeIn(mistaken)).toEqual({ clause: 'events.signature.keyed-with-secret', says: 'keyed with the API key' });
});

test('a signature that was kept from another attempt is known by its body and by its t', () => {
  const first = { header: `t=1767225000,v1=${hmac(`1767225000.first`)}`, body: Buffer.from('first') };
  const otherAttempts = [first];
  expect(mistakeIn(signed(hmac(`${t}.first`), { otherAttempts }))?.clause).toBe('events.signature.over-bytes-sent');
  expect(mistakeIn(signed(hmac('1767225000.first'), { otherAttempts }))?.clause).toBe(
    'events.signature.over-bytes-sent',
  );
  expect(mistakeIn(signed(hmac(`1767225000.${body}`), { otherAttempts }))?.clause).toBe(
    'events.signature.over-timestamp-and-body',
  );
});

test('a body that is no JSON is looked at all the same', () => {
  expect(mistakeIn({ ...signed(hmac('no JSON')), body: Buffer.from('no JSON') })?.clause).toBe(
    'events.signature.over-timestamp-and-body',
  );
});
