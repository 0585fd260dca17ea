/** Jobs that are still rendering when the last check is over: what they cost is told all the same. */
import { afterEach, expect, test } from 'vitest';
import { type Check, check } from '../check.ts';
import { chargeDefects } from '../defects/charges.ts';
import { showingJobs } from '../defects/ports.ts';
import { type Order, judgeServer } from '../judge-server.ts';
import type { Report } from '../report/report.ts';
import { sampleReport } from '../report/sample.case.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import { type MockOptions, type MockTarget, type Ports, openMockTarget } from '../targets/mock.ts';
import { isSuccess } from '../wire/exchange.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const slow = { jobTime: 40 };
const endless = { jobTime: 86_400 };

const leaving = (id = 'jobs.left-running'): Check =>
  check({
    id,
    title: 'it leaves a job running',
    clauses: ['endpoints.face-swap-image.queued-acknowledgement'],
    needs: ['spend'],
    run: async (t) => {
      const answer = await t.submit(await t.main(), 'face-swap-image');
      t.expect('endpoints.face-swap-image.queued-acknowledgement', isSuccess(answer), { expected: 'a success' });
    },
  });

const looking = check({
  id: 'balance.looked-at',
  title: 'it looks at the balance',
  clauses: ['endpoints.balance.returns-balance'],
  run: async (t) => {
    const { exchange } = await t.balance(await t.main());
    t.expect('endpoints.balance.returns-balance', isSuccess(exchange), { expected: 'a success' });
  },
});

type Told = {
  readonly report: Report;
  readonly seconds: number;
  /** What the balance lost in the end, an hour later. */
  readonly lostUsd: () => Promise<number>;
};

/** Of a mock that stands for a deployment; its clock is moved underneath, so that nobody waits. */
const judged = async (
  checks: readonly Check[],
  options: MockOptions,
  {
    ports = {},
    rate = 'off',
    ...more
  }: Partial<Order> & { readonly ports?: Ports; readonly rate?: number | 'off' } = {},
): Promise<Told> => {
  const opened = await openMockTarget(options, ports);
  closers.push(opened.close);
  const { url, apiKey, clock } = opened.mock;
  const spend = { budgetUsd: 1 };
  const target = await deploymentTarget({ baseUrl: url, key: apiKey, requestsPerMinute: rate, spend });
  const time = {
    now: () => clock.now().getTime(),
    pass: async (seconds: number) => void (await clock.advance({ seconds })),
  };
  const [before, from] = [await balanceOf(opened), time.now()];
  const order: Order = { target, kind: 'deployment', checks, profile: 'standard', seed: 1, time, ...more };
  const report = sampleReport({}, await judgeServer(order));
  return {
    report,
    seconds: (time.now() - from) / 1_000,
    lostUsd: async () => {
      await time.pass(3_600);
      return Math.round((before - (await balanceOf(opened))) * 1e6) / 1e6;
    },
  };
};

const balanceOf = async ({ mock: { url, apiKey } }: MockTarget): Promise<number> => {
  const answer = await fetch(`${url}/balance`, { headers: { authorization: `Bearer ${apiKey}` } });
  return ((await answer.json()) as { readonly balance_usd: number }).balance_usd;
};

test('what is told as spent is what the balance lost in the end, also for jobs that outlive the last check', async () => {
  const { report, lostUsd } = await judged([leaving('jobs.one'), leaving('jobs.two')], slow);
  expect(report.money).toEqual({ at_most_usd: 0.06, by_balance_usd: 0.06, remark: null });
  expect(report.spent_usd).toBe(0.06);
  expect(await lostUsd()).toBe(0.06);
});

test('of jobs that do not end in two minutes the most that they can cost is told as spent, and why', async () => {
  const { report, seconds } = await judged([leaving('jobs.one'), leaving('jobs.two')], endless);
  expect(report.money).toMatchObject({ at_most_usd: 0.06, by_balance_usd: 0 });
  expect(report.money?.remark).toMatch(/^2 jobs were still rendering, as far as could be seen: /);
  expect(report.spent_usd).toBe(0.06);
  expect([seconds >= 120, seconds <= 125]).toEqual([true, true]);
});

test('a job that does not end is told also where a check has given up waiting for it', async () => {
  const { report } = await judged([leaving(), looking], endless);
  expect(report.summary.pass).toBe(2);
  expect(report.money?.remark).toContain('1 job was still rendering');
  expect(report.spent_usd).toBe(0.03);
});

test('a job that was seen at its end is not looked at again', async () => {
  const ends: unknown[] = [];
  const noted = showingJobs((job) => {
    if (job['status'] === 'succeeded') ends.push(job['id']);
    return job;
  });
  const following: Check = {
    ...leaving(),
    run: async (t) => void (await t.finished(await t.main(), 'face-swap-image')),
  };
  await judged([following], slow, { ports: noted() });
  expect(ends).toHaveLength(1);
});

test('a job that does not end hides no other one that does', async () => {
  let first: unknown;
  const neverShown = showingJobs((job) => {
    first ??= job['id'];
    return job['id'] === first ? { ...job, status: 'processing' } : job;
  });
  const checks = ['jobs.one', 'jobs.two', 'jobs.three'].map((id) => leaving(id));
  const { report } = await judged(checks, slow, { ports: neverShown() });
  expect(report.money?.remark).toContain('1 job was still rendering');
  expect(report.money?.by_balance_usd).toBe(0.09);
});

test('a job that cannot be looked at is not waited for, and counts as one that renders', async () => {
  const nowhere: Ports = {
    present: (next) => (answer, asked) =>
      next(asked.operation === 'getJob' ? { ...answer, status: 500, body: {} } : answer, asked),
  };
  const { report, seconds } = await judged([leaving()], endless, { ports: nowhere });
  expect(report.money?.remark).toContain('1 job was still rendering');
  expect([report.spent_usd, seconds]).toEqual([0.03, 0]);
});

test('what is charged too much for them is seen by the balance', async () => {
  const twice = chargeDefects.find(({ id }) => id === 'money.charged-twice');
  const { report } = await judged([leaving()], slow, { ports: twice?.ports() ?? {} });
  expect(report.money?.remark).toContain('the balance lost 0.06 USD, more than the 0.030000 USD');
  expect(report.spent_usd).toBe(0.06);
});

test('who interrupts the run waits for no job, and the last request that the rate leaves is the look at the balance', async () => {
  const interrupt = new AbortController();
  const listener = { onOutcome: () => interrupt.abort() };
  const { report, seconds } = await judged([leaving()], slow, { listener, signal: interrupt.signal, rate: 7 });
  expect(report.requests).toBe(7);
  expect(report.money).toMatchObject({ at_most_usd: 0.03, by_balance_usd: 0 });
  expect(report.money?.remark).toContain('1 job was still rendering');
  expect([report.spent_usd, seconds]).toEqual([0.03, 0]);
});

test('a target that is given up meanwhile loses nothing of what was judged', async () => {
  const long = showingJobs((job) => ({ ...job, padding: ' '.repeat(3_900_000) }));
  const { report, seconds } = await judged([leaving()], endless, { ports: long() });
  expect(report.summary.pass).toBe(1);
  expect(report.money?.remark).toContain('1 job was still rendering');
  expect([report.spent_usd, seconds < 30]).toEqual([0.03, true]);
});

test('the looks at them are no drift, for no check has sent them', async () => {
  const other = showingJobs((job) => ({ ...job, surprise: 1 }));
  const { report } = await judged([leaving()], slow, { drift: true, ports: other() });
  expect(report.drift).toEqual([]);
  expect(report.spent_usd).toBe(0.03);
});
