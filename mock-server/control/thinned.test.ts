import { expect, test } from 'vitest';
import { Thinned } from './thinned.ts';

test('a long line keeps its beginning and its end, and few points between', () => {
  const line = new Thinned(10);
  for (let n = 0; n <= 1_000; n++) line.add(n, n * 2);
  const points = line.points();
  expect([points[0], points.at(-1)]).toEqual([
    [0, 0],
    [1_000, 2_000],
  ]);
  const widest = Math.max(...points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? 0)));
  expect(widest).toBeLessThanOrEqual(2 * Math.ceil(1_000 / 5));
  expect(points.length).toBeLessThanOrEqual(11);
  expect(points.map(([at]) => at)).toEqual(points.map(([at]) => at).toSorted((a, b) => a - b));
});

test('a short line is whole', () => {
  const line = new Thinned(10);
  for (let n = 0; n < 5; n++) line.add(n, n);
  expect(line.points()).toHaveLength(5);
});
