/** What a run on a deployment takes, at the rates of the mock and sixty requests a minute. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from './check.ts';
import { allChecks } from './checks.ts';
import { readRates } from './money/rates.ts';
import { type Plan, makePlan } from './plan.ts';
import { selectChecks } from './selection.ts';
import type { Spend } from './target.ts';
import { deploymentTarget } from './targets/deployment.ts';
import { type MockTarget, openMockTarget } from './targets/mock.ts';

let server: MockTarget;
beforeAll(async () => {
  server = await openMockTarget();
});
afterAll(() => server.close());

/** With everything that a user can give. */
const planned = async (profile: Profile, spend?: Spend): Promise<Plan> => {
  const { url, apiKey, webhookSecret } = server.mock;
  const rates = readRates(await (await fetch(`${url}/pricing`)).json());
  const target = await deploymentTarget({
    baseUrl: url,
    key: apiKey,
    secondKey: 'second',
    revokedKey: 'revoked',
    lowBalanceKey: 'poor',
    webhooks: { secret: webhookSecret, header: 'Service-Signature', port: 0 },
    requestsPerMinute: 60,
    spend,
  });
  return makePlan(target, selectChecks(allChecks, { profile }), { profile, seed: 1, rates });
};

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
  expect(plan.requests + 2).toBeLessThanOrEqual(60);
  expect(plan.outcomes.filter(({ isVacuous }) => isVacuous)).toEqual([]);
});
