/** Which texts are times as the document writes them. */
import { expect, test } from 'vitest';
import { instantOf } from './instant.ts';

const noon = Date.UTC(2026, 1, 28, 12);

test.each([
  ['2026-02-28T12:00:00Z', noon],
  ['2026-02-28T12:00Z', noon],
  ['2026-02-28T12:00:00.000Z', noon],
  ['2026-02-28T12:00:00.000000+00:00', noon],
  ['2026-02-28T12:00:00+0000', noon],
  ['2026-02-28T12:00:00,5Z', noon + 500],
  ['2026-02-28T14:00:00+02:00', undefined],
  ['2026-02-28T12:00:00', undefined],
  ['2026-02-28 12:00:00Z', undefined],
  ['2026-02-28', undefined],
  ['2026-02-31T12:00:00Z', undefined],
  ['2026-02-28T25:00:00Z', undefined],
  ['Sat, 28 Feb 2026 12:00:00 GMT', undefined],
  ['1772280000', undefined],
  [1_772_280_000, undefined],
  [null, undefined],
])('%s', (text, instant) => {
  expect(instantOf(text)).toBe(instant);
});
