/** What a run on a deployment takes, at the rates of the mock and sixty requests a minute. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from './check.ts';
import { plannedFor } from './plan.case.ts';
import type { Plan } from './plan.ts';
import type { Spend } from './target.ts';
import { type MockTarget, openMockTarget } from './targets/mock.ts';

let server: MockTarget;
beforeAll(async () => {
  server = await openMockTarget();
});
afterAll(() => server.close());

const planned = (profile: Profile, spend?: Spend, timeScale?: number): Promise<Plan> =>
  plannedFor(server.mock, { profile, spend, timeScale });

const count = ({ outcomes }: Plan, verdict: string): number =>
  outcomes.filter((outcome) => outcome.verdict === verdict).length;

test('the standard profile is over in forty minutes, and costs less than 20 USD, or 150 USD if everything invalid is accepted', async () => {
  const plan = await planned('standard', { budgetUsd: 1_000 });
  expect(plan.broken).toEqual([]);
  expect(count(plan, 'fail') + count(plan, 'warn')).toBe(0);
  expect(count(plan, 'pass')).toBeGreaterThan(400);
  expect(plan.seconds).toBeLessThan(40 * 60);
  expect(plan.lawfulUsd).toBeLessThan(20);
  expect(plan.atMostUsd).toBeLessThan(150);
  // What is refused is free again for the next one. The dearest is an avatar whose script is too long by a letter.
  expect(Math.max(...plan.checks.map(({ neededUsd }) => neededUsd))).toBeLessThan(100);
});

test.each([10, 60, 600])(
  'with --time-scale %d the ladder of webhooks is judged too, and no check finds fault',
  async (timeScale) => {
    const plan = await planned('standard', { budgetUsd: 1_000 }, timeScale);
    expect(plan.broken).toEqual([]);
    expect(count(plan, 'fail') + count(plan, 'warn')).toBe(0);
    expect(plan.outcomes.filter(({ message }) => message.includes('--time-scale'))).toEqual([]);
  },
);

test('without leave to spend more than a third of it can be judged', async () => {
  const plan = await planned('standard');
  expect(plan.paidCalls).toBe(0);
  expect(count(plan, 'fail') + count(plan, 'warn')).toBe(0);
  expect(count(plan, 'pass')).toBeGreaterThan(180);
});

test('the smoke profile takes sixty requests with those of the first look, and all that might be charged has to be refused', async () => {
  const plan = await planned('smoke', { budgetUsd: 1_000 });
  expect(plan.lawfulUsd).toBe(0);
  expect(plan.atMostUsd).toBeLessThan(2);
  // With a budget or without: it pays nothing, so it does not look at the balance.
  const { requests } = await planned('smoke');
  expect(requests + 2).toBeLessThanOrEqual(60);
  expect(plan.outcomes.filter(({ isVacuous }) => isVacuous)).toEqual([]);
});
