/** What is planned for a deployment: what it offers is offered in the rehearsal too, and all that is going to be sent is counted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from './check.ts';
import { type Order, judgeServer } from './judge-server.ts';
import { plannedFor } from './plan.case.ts';
import { makePlan } from './plan.ts';
import { deploymentTarget } from './targets/deployment.ts';
import { type MockTarget, openMockTarget } from './targets/mock.ts';
import { isSuccess } from './wire/exchange.ts';

let server: MockTarget;
beforeAll(async () => {
  server = await openMockTarget();
});
afterAll(() => server.close());

test('with --time-scale 60 the ladder of webhooks is planned and priced as in the deep profile, and takes a sixtieth of its time', async () => {
  const asked = { spend: { budgetUsd: 10 }, only: ['webhook-delivery.attempts'] };
  const usual = await plannedFor(server.mock, { ...asked, profile: 'deep' });
  const fast = await plannedFor(server.mock, { ...asked, profile: 'standard', timeScale: 60 });
  expect(fast.outcomes.map(({ verdict, message }) => [verdict, message])).toEqual([['pass', '']]);
  expect(fast.paidCalls).toBeGreaterThan(0);
  expect(fast.atMostUsd).toBeGreaterThan(0);
  expect([fast.paidCalls, fast.atMostUsd]).toEqual([usual.paidCalls, usual.atMostUsd]);
  expect(usual.seconds / fast.seconds).toBeGreaterThan(50);
  expect(usual.seconds / fast.seconds).toBeLessThan(70);
}, 60_000);

test('without --time-scale it is not planned for the standard profile, and it is said how it would be', async () => {
  const plan = await plannedFor(server.mock, {
    profile: 'standard',
    spend: { budgetUsd: 10 },
    only: ['webhook-delivery.attempts'],
  });
  expect(plan.paidCalls).toBe(0);
  expect(plan.outcomes.map(({ message }) => message)).toEqual([expect.stringContaining('--time-scale')]);
});

test('looks for the end of jobs that were left running are planned, and belong to no check in what drift is found by', async () => {
  const leaving = check({
    id: 'jobs.left-running',
    title: 'it leaves a job running',
    clauses: ['endpoints.face-swap-image.queued-acknowledgement'],
    needs: ['spend'],
    run: async (t) => void (await t.submit(await t.main(), 'face-swap-image')),
  });
  const { url, apiKey } = server.mock;
  const spend = { budgetUsd: 10 };
  const target = await deploymentTarget({ baseUrl: url, key: apiKey, requestsPerMinute: 'off', spend });
  const plan = await makePlan(target, [leaving], { profile: 'standard', seed: 1, rates: {}, isRecorded: true });
  const sent = plan.recording?.exchanges.map(({ of: { operation } }) => operation);
  expect(sent).toContain('submitFaceSwapImage');
  expect(sent).not.toContain('getJob');
  // A look at the job at least, and one at the balance.
  expect(plan.requests).toBeGreaterThanOrEqual((sent?.length ?? 0) + 2);
});

/** What is refused is set aside too, and leaves no job whose end would be looked for for a longer or shorter time. */
const refused = check({
  id: 'balance.many-refused',
  title: 'it asks for images in vain, one after the other',
  clauses: ['endpoints.balance.returns-balance'],
  needs: ['spend'],
  run: async (t) => {
    const account = await t.main();
    for (let count = 0; count < 12; count++) {
      const answer = await t.submit(account, 'face-swap-image', { without: ['face_key'], breaks: 'field:face_key' });
      t.expect('endpoints.balance.returns-balance', !isSuccess(answer), { expected: 'a refusal' });
    }
  },
});

test('the plan counts the looks at the balance: but for the two of the first look it is all that is sent', async () => {
  const { url, apiKey } = server.mock;
  const spend = { budgetUsd: 10 };
  const target = await deploymentTarget({ baseUrl: url, key: apiKey, requestsPerMinute: 'off', spend });
  const order: Order = { target, kind: 'deployment', checks: [refused], profile: 'standard', seed: 1 };
  const { plan, requests, outcomes } = await judgeServer(order);
  expect(outcomes.map(({ verdict, message }) => [verdict, message])).toEqual([['pass', '']]);
  expect(plan?.requests).toBe(requests - 2);
});
