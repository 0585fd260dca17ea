import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openTally } from './tally.ts';

test('long ids are told apart, and not kept', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const idOf = (n: number): string => Buffer.from(`${'x'.repeat(200_000)}${n}`).toString('latin1');
  const tally = openTally();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 500; n++) expect(tally.attemptOf(idOf(n))).toBe(1);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect([tally.attemptOf(idOf(7)), tally.attemptOf(null), tally.attemptOf(null)]).toEqual([2, 1, 2]);
  expect(tally.summary()).toMatchObject({ deliveries: 501, attempts: 503 });
});
