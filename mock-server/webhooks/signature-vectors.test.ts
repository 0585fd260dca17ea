/** The vectors against our verifier, and against Stripe's, whose scheme this one is modelled on. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixturesUrl } from '../../fixtures/location.ts';
import type { SignatureVector } from '../../fixtures/signature-vectors.ts';
import { constructEvent } from './construct-event.ts';
import { verifyByStripe } from './cross-check.case.ts';
import { SignatureVerificationError } from './signature-error.ts';

const { vectors } = JSON.parse(readFileSync(new URL('signature-vectors.json', fixturesUrl), 'utf8')) as {
  readonly vectors: readonly SignatureVector[];
};

/** A delivery that is to be trusted and holds no JSON is accepted as far as signatures go. */
const ours = ({ header, secret, now, tolerance, body_base64: body }: SignatureVector): string => {
  try {
    constructEvent(Buffer.from(body, 'base64'), header, secret, { tolerance, now: new Date(now * 1000) });
    return 'accept';
  } catch (error) {
    if (error instanceof SignatureVerificationError) return error.reason;
    if (error instanceof SyntaxError) return 'accept';
    throw error;
  }
};

/** It throws errors of several kinds; each is a rejection. */
const stripes = ({ header, secret, now, tolerance, body_base64: body }: SignatureVector): string => {
  try {
    verifyByStripe(Buffer.from(body, 'base64'), header ?? '', secret, tolerance, now);
    return 'accept';
  } catch {
    return 'reject';
  }
};

const certain = vectors.filter(({ expect: expected }) => expected !== 'either');

test.each(certain)('$name: $why (K7)', (vector) => {
  const verdict = ours(vector);
  expect(verdict === 'accept' ? 'accept' : 'reject').toBe(vector.expect);
});

test('the cases that are open are decided, and stay decided', () => {
  const open = vectors.filter((vector) => vector.expect === 'either');
  expect(Object.fromEntries(open.map((vector) => [vector.name, ours(vector)]))).toEqual({
    'secret-line-break': 'mismatch',
    't-plus': 'malformed_header',
    't-fraction': 'malformed_header',
    't-exponent': 'malformed_header',
    't-hexadecimal': 'malformed_header',
    't-arabic-digits': 'malformed_header',
    't-leading-zero': 'accept',
    'header-same-t-twice': 'malformed_header',
    'header-sent-twice': 'malformed_header',
    'header-other-order': 'accept',
    'header-part-without-value': 'malformed_header',
    'header-trailing-comma': 'malformed_header',
    'spelling-upper-case-hex': 'accept',
    'spelling-mixed-case-hex': 'accept',
    'spelling-upper-case-names': 'malformed_header',
    'spelling-space-after-comma': 'malformed_header',
    'spelling-space-around': 'malformed_header',
    'spelling-space-after-name': 'malformed_header',
    'spelling-space-in-value': 'malformed_header',
    'spelling-tab': 'malformed_header',
    'spelling-quotes': 'malformed_header',
  });
});

/** With one signature: where there are several, another one may be whatever it is. */
const golden = certain.filter(
  ({ expect: expected, header }) => expected === 'accept' && /^t=\d+,v1=[0-9a-f]{64}$/.test(header ?? ''),
);

test.each(golden)('no byte of it may be another, in the body or in the header: $name', (vector) => {
  const { header, body_base64: base64 } = vector;
  const body = Buffer.from(base64, 'base64');
  const other = (bytes: Buffer, at: number, bits: number): Buffer => {
    const changed = Buffer.from(bytes);
    changed[at] = (bytes[at] ?? 0) ^ bits;
    return changed;
  };
  const isUntrusted = (changed: Partial<SignatureVector>): boolean => ours({ ...vector, ...changed }) !== 'accept';
  for (const bits of [0x01, 0x80]) {
    for (let at = 0; at < body.length; at++) {
      expect(isUntrusted({ body_base64: other(body, at, bits).toString('base64') }), `body, byte ${at}`).toBe(true);
    }
    const head = Buffer.from(header ?? '', 'latin1');
    for (let at = 0; at < head.length; at++) {
      const changed = other(head, at, bits).toString('latin1');
      expect(isUntrusted({ header: changed }), `header, byte ${at}: ${changed}`).toBe(true);
    }
  }
});

const readsText = 'reads the body as UTF-8 text';
const onlyPast = 'looks for age in the past only';
const differences: Readonly<Record<string, string>> = {
  'golden-bytes': readsText,
  'body-latin-1': readsText,
  'body-every-byte': readsText,
  'body-lone-surrogate': readsText,
  'body-byte-order-mark': `${readsText}, and drops the mark`,
  'age-301-future': onlyPast,
  'age-899-future': onlyPast,
  'age-3600-future': onlyPast,
  't-milliseconds': onlyPast,
  't-not-a-number': 'compares an age that is NaN',
};

test.each(certain.filter(({ name }) => differences[name] === undefined))(
  "Stripe's verifier agrees: $name",
  (vector) => {
    expect(stripes(vector)).toBe(vector.expect);
  },
);

test.each(Object.entries(differences))("Stripe's verifier differs: %s, since it %s", (name) => {
  const vector = vectors.find((one) => one.name === name);
  if (vector === undefined) throw new Error(`there is no vector ${name}`);
  expect(stripes(vector)).not.toBe(vector.expect);
});
