/** What is said of the time that a run still takes, on a clock that the test moves. */
import { expect, test } from 'vitest';
import { type Check, check } from '../check.ts';
import type { PlannedCheck } from '../plan.ts';
import { type TimeLeft, timeLeft } from './time-left.ts';

const named = (id: string): Check =>
  check({ id, title: id, clauses: ['endpoints.balance.returns-balance'], run: () => Promise.resolve() });

const planned = (id: string, seconds: number, paidCalls = 0): PlannedCheck => ({
  check: named(id),
  requests: 4,
  paidCalls,
  atMostUsd: 0,
  neededUsd: 0,
  seconds,
});

/** Seconds that are left when each check begins. @param took what each has taken */
const told = (checks: readonly PlannedCheck[], took: readonly number[]): readonly (number | undefined)[] => {
  let now = 0;
  const plan = { checks, seconds: checks.reduce((sum, { seconds }) => sum + seconds, 0) };
  const left: TimeLeft = timeLeft(
    checks.map((one) => one.check),
    plan,
    () => now,
  );
  return checks.slice(0, took.length + 1).map((one, done) => {
    const seconds = left({ done, running: one.check });
    now += (took[done] ?? 0) * 1_000;
    return seconds;
  });
};

test('what goes as planned takes what was planned', () => {
  expect(told([planned('a', 2), planned('b', 3, 1), planned('c', 4, 2)], [2, 3])).toEqual([9, 7, 4]);
});

test('renders that take a minute more each are known after the first one, for those that are left', () => {
  const jobs = ['a', 'b', 'c'].map((id) => planned(id, 2, 1));
  expect(told([...jobs, planned('free', 5)], [62])).toEqual([11, 2 * 62 + 5]);
});

test('a service that is slow without a render is slow for each request', () => {
  expect(told([planned('a', 2), planned('b', 2), planned('c', 2)], [4])).toEqual([6, 8]);
});

test('a service that is faster than planned takes less, and never less than nothing', () => {
  expect(told([planned('a', 10, 1), planned('b', 10, 1)], [4])).toEqual([20, 4]);
  expect(told([planned('a', 100, 1), planned('b', 1, 1)], [4])).toEqual([101, 0]);
});

test('a check that was left out for its price counts neither as done nor as fast', () => {
  const [first, dear, last] = [planned('a', 2, 1), planned('b', 100, 1), planned('c', 2, 1)];
  let now = 0;
  const left = timeLeft(
    [first.check, dear.check, last.check],
    { checks: [first, dear, last], seconds: 104 },
    () => now,
  );
  left({ done: 0, running: first.check });
  now += 2_000;
  expect(left({ done: 2, running: last.check })).toBe(2);
});

test('without a plan nothing is said at first, then as fast as until now', () => {
  let now = 0;
  const checks = Array.from({ length: 10 }, (_, index) => named(`check.${index}`));
  const left = timeLeft(checks, undefined, () => now);
  const all = checks.map((running, done) => {
    const seconds = left({ done, running });
    now += 1_000;
    return seconds;
  });
  expect(all.slice(3, 7)).toEqual([undefined, undefined, 5, 4]);
});
