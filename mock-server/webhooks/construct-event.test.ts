import { expect, expectTypeOf, test } from 'vitest';
import { limits } from '../../spec/limits.ts';
import type { WebhookDelivery } from '../../spec/schemas/webhook.ts';
import { SignatureVerificationError, type WebhookEvent, constructEvent, generateTestHeaderString } from '../index.ts';

const secret = 'whsec_test_0123456789';
const payload = JSON.stringify({
  event: 'job.succeeded',
  sent_at: '2026-01-01T00:00:00.000Z',
  delivery_id: 'dlv_1',
  data: { id: 'job_1', status: 'succeeded', output_url: 'https://service.example/1', charged_usd: 0.36, error: null },
});
const timestamp = 1_767_225_600;
const header = generateTestHeaderString({ payload, secret, timestamp });
const at = (seconds: number): { now: Date } => ({ now: new Date(seconds * 1000) });
const fresh = at(timestamp);

const refusal = (attempt: () => unknown): SignatureVerificationError => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof SignatureVerificationError) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

test('a delivery becomes its event, from bytes as from text', () => {
  const event = constructEvent(payload, header, secret, fresh);
  expect(event).toEqual(JSON.parse(payload));
  expect(constructEvent(Buffer.from(payload), header, secret, fresh)).toEqual(event);
  expect(constructEvent(new TextEncoder().encode(payload), [header], secret, fresh)).toEqual(event);
});

test('the event is typed: what an event has is known by its name', () => {
  const event = constructEvent(payload, header, secret, fresh);
  if (event.event === 'job.succeeded') expectTypeOf(event.data.output_url).toEqualTypeOf<string>();
  else expectTypeOf(event.data.error.code).toEqualTypeOf<string>();
  expectTypeOf<WebhookEvent>().toExtend<WebhookDelivery>();
});

test('a header of now is fresh now, by the machine', () => {
  expect(constructEvent(payload, generateTestHeaderString({ payload, secret }), secret)).toEqual(JSON.parse(payload));
  expect(refusal(() => constructEvent(payload, header, secret, at(timestamp + 301))).reason).toBe('too_old');
});

test.each([
  [-301, 'too_new'],
  [-300, undefined],
  [300, undefined],
  [300.999, undefined],
  [301, 'too_old'],
])('without a tolerance, 300 seconds hold to both sides: %d seconds later (K7)', (later, reason) => {
  expect(limits.signatureToleranceSeconds).toBe(300);
  const attempt = (): unknown => constructEvent(payload, header, secret, at(timestamp + later));
  if (reason === undefined) expect(attempt()).toEqual(JSON.parse(payload));
  else expect(refusal(attempt).reason).toBe(reason);
});

test.each([0, -1, Number.NaN])(
  'a tolerance of %d is a mistake of the caller, and never means that any age will do (K7)',
  (tolerance) => {
    expect(() => constructEvent(payload, header, secret, { ...fresh, tolerance })).toThrow(RangeError);
  },
);

test('the age is left unchecked only when that is said in so many words', () => {
  const years = at(timestamp + 1e8);
  expect(constructEvent(payload, header, secret, { ...years, tolerance: Number.POSITIVE_INFINITY })).toBeTruthy();
  expect(refusal(() => constructEvent(payload, header, secret, years)).reason).toBe('too_old');
  expect(() => constructEvent(payload, header, secret, { now: new Date(Number.NaN) })).toThrow(/valid Date/);
});

test('with the secret of before and the new one, deliveries by either are taken', () => {
  const other = 'whsec_other';
  const byOther = generateTestHeaderString({ payload, secret: other, timestamp });
  for (const one of [header, byOther]) expect(constructEvent(payload, one, [secret, other], fresh)).toBeTruthy();
  expect(refusal(() => constructEvent(payload, byOther, [secret], fresh)).reason).toBe('mismatch');
});

const parsed = JSON.parse(payload) as string;

test.each<[string, unknown, unknown, unknown, string, RegExp]>([
  ['a parsed body', parsed, header, secret, 'body_not_raw', /bytes as they arrived.*got object.*express\.raw/s],
  ['no body', undefined, header, secret, 'body_not_raw', /got undefined/],
  ['a null body', null, header, secret, 'body_not_raw', /got null/],
  ['no secret', payload, header, undefined, 'no_secret', /pass the webhook secret/],
  ['an empty secret', payload, header, '', 'no_secret', /pass the webhook secret/],
  ['no secrets', payload, header, [], 'no_secret', /pass the webhook secret/],
  ['an empty secret among others', payload, header, [secret, ''], 'no_secret', /pass the webhook secret/],
  ['no header', payload, undefined, secret, 'no_header', /missing or empty: pass the value of Service-Signature/],
  ['a null header', payload, null, secret, 'no_header', /missing or empty/],
  ['an empty header', payload, '', secret, 'no_header', /missing or empty/],
  ['an empty list of headers', payload, [], secret, 'no_header', /missing or empty/],
  ['two headers', payload, [header, header], secret, 'malformed_header', /it came 2 times/],
  ['two headers in one', payload, `${header}, ${header}`, secret, 'malformed_header', /no key=value: it must be like/],
  ['no t', payload, header.replace(/^t=\d+,/, ''), secret, 'malformed_header', /it has no t=/],
  ['two t', payload, `t=1,${header}`, secret, 'malformed_header', /more than one t=/],
  ['a t that is no number', payload, header.replace('t=', 't=x'), secret, 'malformed_header', /no number of seconds/],
  ['no v1', payload, `t=${timestamp},v0=00`, secret, 'no_signature', /no v1=/],
  ['a changed body', `${payload} `, header, secret, 'mismatch', /exactly as it arrived/],
  ['another secret', payload, header, 'whsec_other', 'mismatch', /the secret of this account/],
  ['a secret with a line break', payload, header, `${secret}\n`, 'mismatch', /was a line break read with it/],
])('what is refused says why, to programs and to people: %s (K7)', (_, body, given, key, reason, message) => {
  const error = refusal(() => constructEvent(body as string, given as string, key as string, fresh));
  expect(error.reason).toBe(reason);
  expect(error.message).toMatch(message);
  expect(error.name).toBe('SignatureVerificationError');
});

test('no message carries the secret, or a signature that would have fitted', () => {
  const right = header.slice(-64);
  for (const key of [`${secret}\n`, ` ${secret}`]) {
    const { message } = refusal(() => constructEvent(payload, header.replace(right, '0'.repeat(64)), key, fresh));
    expect(message).not.toContain(secret);
    expect(message).not.toMatch(/[0-9a-f]{64}/);
  }
});

test.each(['', '[]', 'null', '"text"', '7', '{', Buffer.from([0xff])])(
  'what is signed and is no JSON object is no event, and no failure of the signature: %s',
  (body) => {
    const signed = generateTestHeaderString({ payload: body, secret, timestamp });
    expect(() => constructEvent(body, signed, secret, fresh)).toThrow(SyntaxError);
  },
);

test('of many signatures one that fits is enough, wherever it stands', () => {
  const right = header.slice(header.indexOf('v1='));
  const wrong = Array.from({ length: 200 }, (_, index) => `v1=${String(index).padStart(64, '0')}`);
  for (const place of [0, 100, 200]) {
    const given = [`t=${timestamp}`, ...wrong.toSpliced(place, 0, right)].join(',');
    expect(constructEvent(payload, given, secret, fresh)).toBeTruthy();
  }
  expect(refusal(() => constructEvent(payload, [`t=${timestamp}`, ...wrong].join(','), secret, fresh)).reason).toBe(
    'mismatch',
  );
});

test('headers of any length and content throw nothing but their refusal (K7)', () => {
  const pieces = [
    't=',
    'v1=',
    ',',
    '=',
    ' ',
    '0',
    'a'.repeat(64),
    `${timestamp}`,
    'é',
    '\0',
    '\u{1f600}',
    'v1',
    '%',
    '"',
  ];
  for (let seed = 0; seed < 5_000; seed++) {
    const given = Array.from(
      { length: seed % 12 },
      (_, index) => pieces[(seed * 7 + index * (seed % 13)) % pieces.length],
    );
    refusal(() => constructEvent(payload, given.join(''), secret, fresh));
  }
  expect(refusal(() => constructEvent(payload, 't='.repeat(100_000), secret, fresh)).reason).toBe('malformed_header');
});
