import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { microsFromUsd, roundHalfUp, usdFromMicros } from './money.ts';

test('every amount of micro-USD up to a billion dollars survives the way out and in again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e15 }), (amount) => {
      expect(microsFromUsd(usdFromMicros(amount))).toBe(amount);
      expect(microsFromUsd(Number(JSON.stringify(usdFromMicros(amount))))).toBe(amount);
    }),
  );
});

test('an amount is written with at most six decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (amount) => {
      const usd = usdFromMicros(amount);
      expect(Number(usd.toFixed(6))).toBe(usd);
    }),
  );
});

test.each([
  [0, 0],
  [0.49, 0],
  [0.5, 1],
  [1.5, 2],
  [2.5, 3],
  [2.499_999, 2],
  [-0.5, 0],
])('%d is rounded half up to %d', (amount, rounded) => {
  expect(roundHalfUp(amount)).toBe(rounded);
});

test.each([
  [0.1, 100_000],
  [0.2, 200_000],
  [0.3, 300_000],
  [1.005, 1_005_000],
  [0.000_000_5, 1],
  [0.000_000_4, 0],
  [1_000_000, 1_000_000_000_000],
])('%d USD are read as %d micro-USD', (usd, micros) => {
  expect(microsFromUsd(usd)).toBe(micros);
});
