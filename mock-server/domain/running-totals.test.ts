import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RunningTotals } from './running-totals.ts';

const amount = fc.integer({ min: -1_000_000, max: 1_000_000_000 });
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test('the sum of any stretch is the sum of its entries, also after corrections', () => {
  const correction = fc.record({ position: fc.nat(), difference: amount });
  fc.assert(
    fc.property(
      fc.array(amount, { maxLength: 70, size: 'max' }),
      fc.array(correction, { maxLength: 20, size: 'max' }),
      (values, corrections) => {
        const totals = new RunningTotals();
        const naive = [...values];
        for (const value of values) totals.append(value);
        for (const { position, difference } of values.length === 0 ? [] : corrections) {
          const place = position % values.length;
          totals.correct(place, difference);
          naive[place] = (naive[place] ?? 0) + difference;
        }
        expect(totals.length).toBe(naive.length);
        for (let begin = 0; begin <= naive.length; begin++) {
          for (let end = begin; end <= naive.length; end++) {
            expect(totals.between(begin, end)).toBe(sum(naive.slice(begin, end)));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('entries that are added after a correction leave it in place', () => {
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 60, size: 'max' }),
      fc.nat(),
      amount,
      (values, at, difference) => {
        const totals = new RunningTotals();
        const first = at % values.length;
        values.forEach((value, index) => {
          totals.append(value);
          if (index === first) totals.correct(first, difference);
        });
        expect(totals.between(0, values.length)).toBe(sum(values) + difference);
        expect(totals.between(first, first + 1)).toBe((values[first] ?? 0) + difference);
      },
    ),
  );
});

test('a stretch that ends before it begins is empty', () => {
  const totals = new RunningTotals();
  for (const value of [5, 6, 7]) totals.append(value);
  expect([totals.between(2, 2), totals.between(2, 1), totals.between(3, 0)]).toEqual([0, 0, 0]);
});
