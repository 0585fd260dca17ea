import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { judge } from '../judge.ts';
import { readReplay } from '../replay.ts';
import { Run } from '../run.ts';
import type { Target } from '../target.ts';
import { HarnessError } from '../verdict.ts';
import { explore } from './explore.ts';

const clause = 'limits.usage-limit-max';

/** Of a target that nothing is sent to. A control makes it a mock, whose cases may be made smaller. */
const target = {
  baseUrl: 'http://127.0.0.1:1/api/v1',
  key: 'none',
  control: {},
  requestsPerMinute: 'off',
} as unknown as Target;

const outcomeOf = async (
  seed: number,
  holds: (value: number) => boolean,
  seen: number[] = [],
  path?: string,
): ReturnType<typeof judge> => {
  const one = check({
    id: 'numbers.small',
    title: 'numbers are small',
    clauses: [clause],
    run: (t) =>
      explore(t, fc.nat(10_000), 50, async (value) => {
        seen.push(value);
        t.expect(clause, holds(value), { expected: 'a small number', actual: value });
      }),
  });
  return judge(new Run(target, { seed, profile: 'standard' }), path === undefined ? one : { ...one, path });
};

test('the smallest case that fails is the finding, with what repeats it', async () => {
  const outcome = await outcomeOf(1, (value) => value < 300);
  expect(outcome.verdict).toBe('fail');
  expect(outcome.evidence.actual).toBe('300');
  expect(outcome.message).toMatch(/got 300\. It is a random case, made smaller\.$/);
  expect(outcome.replay).toMatch(/^numbers\.small@1:\d+(:\d+)+$/);
});

test('the path of a case leads to it alone', async () => {
  const { replay } = await outcomeOf(1, (value) => value < 300);
  const seen: number[] = [];
  const again = await outcomeOf(1, (value) => value < 300, seen, readReplay(replay)?.path);
  expect(seen).toEqual([300]);
  expect([again.evidence.actual, again.replay]).toEqual(['300', replay]);
});

test('the same seed draws the same cases, another one others', async () => {
  const [first, again, other]: number[][] = [[], [], []];
  await outcomeOf(7, () => true, first);
  await outcomeOf(7, () => true, again);
  await outcomeOf(8, () => true, other);
  expect(first).toHaveLength(50);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test('a mistake of the judge is no finding, and ends the search', async () => {
  let asked = 0;
  const broken = outcomeOf(1, () => {
    asked++;
    throw new HarnessError('a mistake');
  });
  await expect(broken).rejects.toThrow('a mistake');
  expect(asked).toBe(1);
});
