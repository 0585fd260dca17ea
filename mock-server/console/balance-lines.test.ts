/** The lines of balances that the page keeps: few enough, however many accounts there are and however long it is open. */
import { expect, test } from 'vitest';
import { BalanceLines } from './page/balance-lines.ts';

test('of very many accounts those keep their line that were heard of last', () => {
  const lines = new BalanceLines(2);
  lines.add('a1', 1_000, 100);
  lines.add('a2', 1_000, 50);
  lines.add('a1', 2_000, 99);
  lines.add('a3', 3_000, 1);
  expect(lines.get('a1')).toEqual([
    [1, 100],
    [2, 99],
  ]);
  expect([lines.get('a2'), lines.get('a3')]).toEqual([undefined, [[3, 1]]]);
});

test('a long line is thinned, from its beginning to its latest point', () => {
  const lines = new BalanceLines();
  for (let second = 1; second <= 10_000; second++) lines.add('a1', second * 1_000, second);
  const line = lines.get('a1') ?? [];
  expect(line.length).toBeLessThanOrEqual(4_000);
  expect([line[0], line.at(-1)]).toEqual([
    [1, 1],
    [10_000, 10_000],
  ]);
});
