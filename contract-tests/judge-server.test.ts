/** A run from the first look to the last: what it costs is known before, kept to, and compared with the balance afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answering } from './broken-targets.case.ts';
import { type Check, check } from './check.ts';
import { type Judgement, type Order, judgeServer } from './judge-server.ts';
import { memberOf } from './reading/members.ts';
import { type MockTarget, openMockTarget } from './targets/mock.ts';
import { deploymentTarget } from './targets/deployment.ts';
import { isSuccess } from './wire/exchange.ts';
import { WrongOrder } from './wrong-order.ts';

let server: MockTarget;
beforeAll(async () => {
  server = await openMockTarget({ clock: 'real', jobTime: 0.01, choices: { 'error-body': 'flat' } });
});
afterAll(() => server.close());

const free = check({
  id: 'balance.free',
  title: 'it answers',
  clauses: ['endpoints.balance.returns-balance'],
  run: async (t) => {
    const answer = await t.call(await t.main(), 'getBalance');
    t.expect('endpoints.balance.returns-balance', isSuccess(answer), { expected: 'a success' });
  },
});

const paid = (id: string): Check =>
  check({
    id,
    title: 'it makes an image',
    clauses: ['endpoints.balance.returns-balance'],
    needs: ['spend'],
    run: async (t) => {
      const { status } = await t.finished(await t.main(), 'face-swap-image');
      t.run.observe('error-body', 'flat');
      t.expect('endpoints.balance.returns-balance', status === 'succeeded', { expected: 'a job that succeeds' });
    },
  });

const judged = async (
  checks: readonly Check[],
  { budgetUsd, ...more }: Partial<Order> & { readonly budgetUsd?: number } = {},
): Promise<Judgement> => {
  const { url, apiKey } = server.mock;
  const target = await deploymentTarget({
    baseUrl: url,
    key: apiKey,
    requestsPerMinute: 'off',
    spend: budgetUsd === undefined ? undefined : { budgetUsd },
  });
  return judgeServer({ target, kind: 'deployment', checks, profile: 'standard', seed: 1, ...more });
};

const balance = async (): Promise<number> => {
  const { url, apiKey } = server.mock;
  const answer = await fetch(`${url}/balance`, { headers: { authorization: `Bearer ${apiKey}` } });
  return ((await answer.json()) as { readonly balance_usd: number }).balance_usd;
};

test('the plan counts requests and paid calls and prices them, before anything is paid', async () => {
  const before = await balance();
  const { plan, outcomes } = await judged([free, paid('jobs.one'), paid('jobs.two')], { budgetUsd: 1, dryRun: true });
  expect(outcomes).toEqual([]);
  expect(plan?.paidCalls).toBe(2);
  expect(plan?.atMostUsd).toBeCloseTo(0.06, 9);
  expect(plan?.checks.map(({ check: { id }, paidCalls }) => [id, paidCalls])).toEqual([
    ['balance.free', 0],
    ['jobs.one', 1],
    ['jobs.two', 1],
  ]);
  // Two uploads once, and for each job a submit and a look or more.
  expect(plan?.requests).toBeGreaterThanOrEqual(7);
  expect(await balance()).toBe(before);
});

test('without permission nothing is paid, and it is said why (F70)', async () => {
  const before = await balance();
  const { plan, outcomes } = await judged([free, paid('jobs.one')]);
  expect(plan?.paidCalls).toBe(0);
  expect(outcomes.map(({ verdict, message }) => [verdict, message])).toEqual([
    ['pass', ''],
    ['not_testable', 'it costs money: pass --allow-spend and --budget-usd'],
  ]);
  expect(await balance()).toBe(before);
});

test('at the budget it stops paying, goes on with what is free, and says what was left out (F70)', async () => {
  const before = await balance();
  const { outcomes, leftOut, stopped } = await judged([paid('jobs.one'), paid('jobs.two'), free, paid('jobs.three')], {
    budgetUsd: 0.05,
  });
  expect(outcomes.map(({ check: { id } }) => id)).toEqual(['jobs.one', 'balance.free']);
  expect(leftOut.map(({ check: { id } }) => id)).toEqual(['jobs.two', 'jobs.three']);
  expect(stopped).toContain('the budget of 0.05 USD does not cover jobs.two');
  expect(before - (await balance())).toBeCloseTo(0.03, 9);
});

test('what it counted is compared with the balance', async () => {
  const { money } = await judged([paid('jobs.one')], { budgetUsd: 1 });
  expect(money?.byBalanceUsd).toBeCloseTo(0.03, 9);
  expect(money?.atMostUsd).toBeCloseTo(0.03, 9);
  expect(money?.remark).toBeUndefined();
});

test('a balance that loses more than was counted is reported', async () => {
  const { url, apiKey } = server.mock;
  const spender = check({
    ...paid('jobs.behind-its-back'),
    run: async (t) => {
      const body = await t.bodyOf(await t.main(), 'face-swap-image');
      await fetch(`${url}/face-swap-image`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await t.run.pass(1.2);
      t.expect('endpoints.balance.returns-balance', true, { expected: 'nothing' });
    },
  });
  const { money } = await judged([spender], { budgetUsd: 1 });
  expect(money?.remark).toContain('the balance lost 0.03 USD, more than the 0.000000 USD');
});

test('a price that cannot be read is asked for, before anything is sent', async () => {
  const asked: string[] = [];
  const { origin, close } = await answering((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const isPricing = request.url?.endsWith('/pricing') === true;
    response.end(JSON.stringify(isPricing ? { see: 'our website' } : { balance_usd: 5 }));
  });
  try {
    const target = await deploymentTarget({
      baseUrl: `${origin}/api/v1`,
      key: 'any',
      requestsPerMinute: 'off',
      spend: { budgetUsd: 1 },
    });
    const order: Order = { target, kind: 'deployment', checks: [paid('jobs.one')], profile: 'standard', seed: 1 };
    const error: unknown = await judgeServer(order).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WrongOrder);
    expect((error as Error).message).toContain('--price face_swap_image=');
    expect(asked).toEqual(['GET /api/v1/pricing', 'GET /api/v1/balance']);
  } finally {
    await close();
  }
});

test('drift names what the deployment does where the document leaves it open', async () => {
  const observing = check({
    ...free,
    id: 'balance.refusal',
    run: async (t) => {
      const { answer } = await t.call(undefined, 'getBalance', { breaks: 'no-key' });
      const isFlat = memberOf(answer?.json, 'code') !== undefined;
      t.run.observe('error-body', isFlat ? 'flat' : 'nested');
      t.expect('endpoints.balance.returns-balance', true, { expected: 'nothing' });
    },
  });
  const { drift } = await judged([observing], { drift: true });
  expect(drift?.differences).toMatchObject([
    { kind: 'gap', gap: 'error-body', deployment: ['flat'], mock: ['nested'], contrasts: [{}, {}, {}] },
  ]);
});

test('a target that goes away in the middle ends the run, and blames no clause (F70)', async () => {
  const leaving = await openMockTarget({ clock: 'real' });
  const goodbye = check({
    ...free,
    id: 'balance.goodbye',
    run: async (t) => {
      await leaving.close();
      const answer = await t.call(await t.main(), 'getBalance');
      t.expect('endpoints.balance.returns-balance', isSuccess(answer), { expected: 'a success' });
    },
  });
  const target = await deploymentTarget({
    baseUrl: leaving.mock.url,
    key: leaving.mock.apiKey,
    requestsPerMinute: 'off',
  });
  const rehearsed: Order = {
    target,
    kind: 'running-mock',
    checks: [free, goodbye, free],
    profile: 'standard',
    seed: 1,
  };
  const { outcomes, leftOut, wentAway } = await judgeServer(rehearsed);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['pass']);
  expect(leftOut).toHaveLength(2);
  expect(wentAway).toBe('the target stopped answering at balance.goodbye');
});

test('a job that one check leaves running is not charged in the middle of the look of another', async () => {
  const slow = await openMockTarget({ clock: 'real', jobTime: 1.5 });
  const leaving = check({
    ...paid('jobs.left-running'),
    run: async (t) => {
      const answer = await t.submit(await t.main(), 'face-swap-image');
      t.expect('endpoints.balance.returns-balance', isSuccess(answer), { expected: 'a success' });
    },
  });
  const looking = check({
    ...paid('balance.two-looks'),
    run: async (t) => {
      const before = await t.balance(await t.main());
      await t.run.pass(2);
      const after = await t.balance(await t.main());
      t.expect('endpoints.balance.returns-balance', before.leftMicros === after.leftMicros, { expected: 'no change' });
    },
  });
  const target = await deploymentTarget({
    baseUrl: slow.mock.url,
    key: slow.mock.apiKey,
    requestsPerMinute: 'off',
    spend: { budgetUsd: 1 },
  });
  try {
    const order: Order = { target, kind: 'deployment', checks: [leaving, looking], profile: 'standard', seed: 1 };
    const { plan, outcomes } = await judgeServer(order);
    expect(plan?.outcomes.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  } finally {
    await slow.close();
  }
});

test('a mistake of the judge in one check does not lose the others', async () => {
  const wrong = check({
    ...free,
    id: 'balance.wrong',
    run: () => {
      throw new TypeError('a slip');
    },
  });
  const { outcomes, broken } = await judged([wrong, free]);
  expect(outcomes.map(({ check: { id } }) => id)).toEqual(['balance.free']);
  expect(broken.map(({ message }) => message)).toEqual([expect.stringContaining('a slip')]);
});

test('the rehearsal takes no real time, and its estimate keeps to the rate', async () => {
  const many = check({
    ...free,
    run: async (t) => {
      const account = await t.main();
      for (let count = 0; count < 130; count++) await t.call(account, 'getBalance');
      await t.run.pass(30);
      t.expect('endpoints.balance.returns-balance', true, { expected: 'nothing' });
    },
  });
  const { url, apiKey } = server.mock;
  const target = await deploymentTarget({ baseUrl: url, key: apiKey, requestsPerMinute: 60 });
  const began = performance.now();
  const { plan } = await judgeServer({
    target,
    kind: 'deployment',
    checks: [many],
    profile: 'standard',
    seed: 1,
    dryRun: true,
  });
  // Sixty at once, sixty after a minute, ten after another; then the wait.
  expect(plan?.requests).toBe(130);
  expect(plan?.seconds).toBeGreaterThan(145);
  expect(plan?.seconds).toBeLessThan(165);
  expect(performance.now() - began).toBeLessThan(15_000);
});
