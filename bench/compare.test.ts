/** What a run says of the one that was committed before it. */
import { expect, test } from 'vitest';
import { changesBetween, tableOfChanges } from './compare.ts';
import type { Figure } from './figure.ts';

const rate = (ours: number, spread?: number): Figure => ({
  what: 'GET',
  unit: 'requests/s',
  ours,
  beside: 100_000,
  peer: 'node:http',
  ...(spread !== undefined && { spread }),
});
const time = (ours: number): Figure => ({ what: 'ladder', unit: 'ms', ours, goal: { of: 'ours', atMost: 100 } });

test.each([
  ['fewer requests a second are worse', rate(50_000, 0.05), rate(40_000, 0.05), 'worse'],
  ['more of them are better', rate(40_000, 0.05), rate(50_000, 0.05), 'better'],
  ['less than the rounds of now lie apart is nothing', rate(50_000, 0.05), rate(40_000, 0.3), 'same'],
  ['less than the rounds of then lay apart is nothing', rate(50_000, 0.3), rate(40_000, 0.05), 'same'],
  ['more milliseconds are worse', time(10), time(12), 'worse'],
  ['a tenth is nothing where rounds are not known', time(10), time(10.9), 'same'],
  ['frames are lost where none were', { ...time(0), unit: 'frames' }, { ...time(3), unit: 'frames' }, 'worse'],
  ['none are lost as before', { ...time(0), unit: 'frames' }, { ...time(0), unit: 'frames' }, 'same'],
] as const)('%s', (_, before, now, is) => {
  expect(changesBetween([before], [now])).toMatchObject([{ is }]);
});

test('ratios are compared, not what a slower machine does in a second', () => {
  const slower = { ...rate(20_000), beside: 50_000 };
  expect(changesBetween([rate(40_000)], [slower])).toMatchObject([{ before: 0.4, now: 0.4, is: 'same' }]);
});

test('the same beside another peer is another figure, and a new one', () => {
  const beside = { ...rate(40_000), peer: 'hono' };
  expect(changesBetween([rate(40_000)], [beside])).toMatchObject([{ before: undefined, is: 'new' }]);
});

test('the table has a line for each figure, and marks what got worse', () => {
  const lost: Figure = { what: 'lost', unit: 'frames', ours: 0 };
  expect(tableOfChanges(changesBetween([rate(50_000), time(10), lost], [rate(40_000), time(10), lost]))).toBe(
    [
      '| ratio to the peer, or ours | before | now | now / before | |',
      '|---|--:|--:|--:|---|',
      '| GET, requests/s, to node:http | 0.50 | 0.40 | 0.80 | **worse** |',
      '| ladder, ms | 10.00 | 10.00 | 1.00 |  |',
      '| lost, frames | 0.00 | 0.00 |  |  |',
    ].join('\n'),
  );
});
