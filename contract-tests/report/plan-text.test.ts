/** The plan in words. */
import { expect, test } from 'vitest';
import { planText } from './plan-text.ts';

test.each([
  [11, '  and 1 more check that pays'],
  [12, '  and 2 more checks that pay'],
])('of %d checks that pay the ten dearest are named, and the others are counted', (count, others) => {
  const checks = Array.from({ length: count }, (_, at) => ({
    id: `jobs.number-${at + 1}`,
    requests: 2,
    paid_calls: 1,
    at_most_usd: at + 1,
  }));
  const text = planText(
    {
      requests: 2 * count,
      paid_calls: count,
      at_most_usd: 100,
      lawful_usd: 100,
      seconds: 60,
      is_play_money: false,
      not_testable: [],
      checks,
    },
    undefined,
    60,
  );
  const lines = text.split('\n');
  expect(lines[1]).toBe(`  jobs.number-${count}: 1 paid call, up to ${count} USD`);
  expect(lines.slice(11)).toEqual([others]);
});
