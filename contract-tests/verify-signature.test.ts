/** The vectors for verifiers, against the one with which the judge looks at what servers send. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixturesUrl } from '../fixtures/location.ts';
import type { SignatureVector } from '../fixtures/signature-vectors.ts';
import { isTaken, readSignature } from './verify-signature.ts';

const { vectors } = JSON.parse(readFileSync(new URL('signature-vectors.json', fixturesUrl), 'utf8')) as {
  readonly vectors: readonly SignatureVector[];
};

/** A receiver takes them, for other days may come; of a server of today they are not what the document shows. */
const otherSchemes = ['header-unknown-scheme', 'header-later-scheme'];

const certain = vectors.filter(({ name, expect: wanted }) => wanted !== 'either' && !otherSchemes.includes(name));

test('the judge and a careful receiver agree on all vectors but those of other schemes', () => {
  expect(certain.length).toBeGreaterThan(90);
  const differing = certain.filter(
    ({ secret, header, body_base64: body, now, tolerance, expect: wanted }) =>
      isTaken(secret, header ?? '', Buffer.from(body, 'base64'), now, tolerance) !== (wanted === 'accept'),
  );
  expect(differing.map(({ name, why }) => `${name}: ${why}`)).toEqual([]);
});

test('a header with another scheme is not in the documented form', () => {
  for (const { header } of vectors.filter(({ name }) => otherSchemes.includes(name))) {
    expect(readSignature(header ?? '').isWellFormed).toBe(false);
  }
});

test.each([
  ['v1=ab,t=7', 7, ['ab']],
  ['t=7; v1=ab', 7, ['ab']],
  ['t=7.5,v1=ab', Number.NaN, ['ab']],
  ['t=2026-01-01T00:00:00Z,v1=YWI=', Number.NaN, ['YWI=']],
  ['t=7,v1=', 7, ['']],
])('the parts of %s are read, so that each clause is judged by itself', (header, t, signatures) => {
  expect(readSignature(header)).toMatchObject({ t, signatures });
});
