/** Ladders that are exponential, with all the liberties that a service has, and ladders that are not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from './ladder.ts';

test.each([
  ['doubling', [29, 58, 116, 232, 464]],
  ['half again', [68, 102, 153, 230, 345]],
  ['tripling', [8, 23, 67, 200, 600]],
  ['rounded by hand', [30, 60, 120, 300, 420]],
  ['rounded by hand, otherwise', [15, 30, 60, 180, 600]],
  ['with a cap', [30, 60, 120, 240, 300]],
])('%s is exponential', (_, waits) => {
  expect(growthOf([waits, waits, waits]).isExponential).toBe(true);
});

test.each([
  ['equal steps', [60, 120, 180, 240, 300]],
  ['equal steps from another beginning', [30, 105, 180, 255, 330]],
  ['squares', [16, 65, 147, 262, 410]],
  ['cubes', [4, 32, 108, 256, 500]],
  ['equal waits', [180, 180, 180, 180, 180]],
  ['waits that hardly grow', [170, 175, 180, 185, 190]],
  ['waits that shrink', [464, 232, 116, 58, 29]],
  ['a wait that shrinks', [29, 58, 116, 29, 464]],
  ['no waits', [0, 0, 0, 0, 0]],
  ['all of it at the end', [1, 1, 1, 1, 900]],
])('%s are not', (_, waits) => {
  expect(growthOf([waits, waits, waits])).toMatchObject({ isExponential: false });
});

test.each([
  [1.5, 0.1],
  [1.5, 0.25],
  [2, 0.25],
  [3, 0.25],
])('a ratio of %d with jitter of %d is exponential, however the jitter falls', (ratio, jitter) => {
  const factor = fc.double({ min: 1 - jitter, max: 1 + jitter, noNaN: true });
  const factors = fc.array(factor, { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.array(factors, { minLength: 3, maxLength: 3 }),
      (ladders) => growthOf(ladders.map((one) => one.map((off, step) => 20 * ratio ** step * off))).isExponential,
    ),
    { seed: 1, numRuns: 5_000 },
  );
});
