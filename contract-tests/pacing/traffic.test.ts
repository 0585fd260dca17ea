/** What a run sends to its target beside what its checks send: it is counted with them, and keeps to the rate as they do. */
import { expect, test } from 'vitest';
import { Actor } from '../actor.ts';
import { check } from '../check.ts';
import { type Order, judgeServer } from '../judge-server.ts';
import { Run } from '../run.ts';
import type { Target } from '../target.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import { openMockTarget } from '../targets/mock.ts';
import { isSuccess } from '../wire/exchange.ts';

const free = check({
  id: 'balance.free',
  title: 'it answers',
  clauses: ['endpoints.balance.returns-balance'],
  run: async (t) => {
    const answer = await t.call(await t.main(), 'getBalance');
    t.expect('endpoints.balance.returns-balance', isSuccess(answer), { expected: 'a success' });
  },
});

const orderOn = (target: Target): Order => ({
  target,
  kind: 'deployment',
  checks: [free],
  profile: 'standard',
  seed: 1,
});

test('every request that reached the server is counted, the first look and the looks at the balance too', async () => {
  const asked: string[] = [];
  const counted = await openMockTarget(
    { clock: 'real', jobTime: 0.01 },
    {
      limit: (next) => (paced) => {
        asked.push(paced.operation);
        return next(paced);
      },
    },
  );
  const { url, apiKey } = counted.mock;
  const target = await deploymentTarget({
    baseUrl: url,
    key: apiKey,
    requestsPerMinute: 'off',
    spend: { budgetUsd: 1 },
  });
  try {
    const { requests } = await judgeServer(orderOn(target));
    // GET /pricing has no rate there. The balance is looked at before, by the check, and after.
    expect(asked).toEqual(['getBalance', 'getBalance', 'getBalance']);
    expect(requests).toBe(4);
  } finally {
    await counted.close();
  }
});

test('the first look and the last one at the balance keep to the rate as well', async () => {
  const server = await openMockTarget({ clock: 'real', jobTime: 0.01 });
  const { url, apiKey } = server.mock;
  const target = await deploymentTarget({ baseUrl: url, key: apiKey, requestsPerMinute: 3, spend: { budgetUsd: 1 } });
  const interrupt = new AbortController();
  // The two looks before and that of the check are all that a minute grants: the last one would have to wait, and the run is interrupted.
  const listener = { onOutcome: () => interrupt.abort() };
  try {
    const order = { ...orderOn(target), listener, signal: interrupt.signal };
    const { money, outcomes, requests } = await judgeServer(order);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['pass']);
    expect(money?.remark).toContain('could not be read');
    expect(requests).toBe(3);
  } finally {
    await server.close();
  }
});

test('what is sent without a key, or with one that nobody has, waits for its turn too', async () => {
  const server = await openMockTarget();
  const waits: number[] = [];
  let now = 0;
  const time = {
    now: () => now,
    pass: async (seconds: number) => {
      waits.push(seconds);
      now += seconds * 1_000;
    },
  };
  const target = { ...server.target, control: undefined, requestsPerMinute: 3 };
  const run = new Run(target, { seed: 1, profile: 'standard', time });
  const actor = new Actor(run);
  try {
    await actor.call(undefined, 'getBalance', { breaks: 'no-key' });
    await actor.call('no-such-key', 'getBalance', { breaks: 'unknown-key' });
    await actor.call(undefined, 'getPricing');
    expect(waits).toEqual([]);
    await actor.call(undefined, 'listVoices', { breaks: 'no-key' });
    expect(waits).toEqual([60.05]);
  } finally {
    await run.close();
    await server.close();
  }
});
