/** One price of a second, or none: the reader of stream bills. */
import { expect, test } from 'vitest';
import { type Billed, contradiction } from './one-rate.ts';

const billed = (seconds: number, usd: number): Billed => ({
  says: `${seconds} s`,
  chargedMicros: Math.round(usd * 1e6),
  secondsLeast: seconds,
  secondsMost: seconds,
});

const most = 100_000;

test('charges that follow the seconds have one price', () => {
  expect(contradiction([billed(20, 2), billed(100, 10), billed(0, 0)], most)).toBeUndefined();
});

test('a price that is lower than the most is as good', () => {
  expect(contradiction([billed(20, 0.8), billed(100, 4)], most)).toBeUndefined();
});

test.each([
  ['up', 2.1, 10.1],
  ['down', 2, 10],
  ['not at all', 2.05, 10.05],
])('a part of a second may be rounded %s', (_, short, long) => {
  expect(contradiction([billed(20.5, short), billed(100.5, long)], most)).toBeUndefined();
});

test('a charge may be a cent from its price', () => {
  expect(contradiction([billed(20, 2.01), billed(100, 9.99)], most)).toBeUndefined();
});

test('what costs more than any second may is told alone', () => {
  const dear = billed(20, 6);
  expect(contradiction([billed(100, 10), dear], most)?.tooDear).toBe(dear);
});

test.each([
  ['a least charge', 6, 10],
  ['a block', 30, 30],
  ['a free beginning', 0.5, 8.5],
])('%s is no price of a second', (_, short, long) => {
  expect(contradiction([billed(20, short), billed(100, long)], 300_000)).toBeDefined();
});

test('no time may cost nothing, and not more than a cent', () => {
  expect(contradiction([billed(0, 0)], most)).toBeUndefined();
  expect(contradiction([billed(0, 0.02)], most)).toBeDefined();
});

test('of a time that is not known to the second, either end is good', () => {
  const about: Billed = { says: 'about 20 s', chargedMicros: 2_400_000, secondsLeast: 19, secondsMost: 25 };
  expect(contradiction([about, billed(100, 10)], most)).toBeUndefined();
  expect(contradiction([{ ...about, secondsMost: 23 }, billed(100, 10)], most)).toBeDefined();
});
