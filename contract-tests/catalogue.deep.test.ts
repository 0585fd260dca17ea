/** The whole catalogue of checks on the mock: green, none of it in vain, and without a paid request where none is allowed. */
import { expect, test } from 'vitest';
import { type Operation, operations } from '../spec/operations.ts';
import { allChecks } from './checks.ts';
import { costs } from './costs/costs.ts';
import { measureCosts } from './costs/measure.ts';
import { judge } from './judge.ts';
import { Run } from './run.ts';
import type { Target } from './target.ts';
import { openRehearsal } from './targets/mock-rehearsal.ts';
import { openMockTarget } from './targets/mock.ts';
import { type Exchange, isSuccess } from './wire/exchange.ts';

/** Of a server without https nothing can be said of wss. */
const notOnLoopback = ['live-swap-session.stream-url-wss', 'voice-session.stream-url-wss'];

const isPaid = (exchange: Exchange): boolean =>
  exchange.operation !== undefined &&
  (operations[exchange.operation] as Operation).job !== undefined &&
  isSuccess(exchange);

test('every check passes on the mock, and judges every clause that it names', async () => {
  const { target, close } = await openMockTarget();
  const run = new Run(target, { seed: 1, profile: 'deep' });
  const others: string[] = [];
  for (const check of allChecks) {
    const { verdict, isVacuous } = await judge(run, check);
    if (verdict !== 'pass' || isVacuous) others.push(check.id);
  }
  await run.close();
  await close();
  expect(others).toEqual(notOnLoopback);
});

test('without leave to spend, no check sends anything that is paid, and none finds fault', async () => {
  const mock = await openMockTarget();
  const like: Target = { ...mock.target, control: undefined, spend: undefined, webhooks: undefined };
  const rehearsal = await openRehearsal(like);
  const run = new Run({ ...rehearsal.target, spend: undefined }, { seed: 1, profile: 'deep', time: rehearsal.time });
  const verdicts: string[] = [];
  for (const check of allChecks) verdicts.push((await judge(run, check)).verdict);
  const { exchanges } = run;
  for (const one of [run, rehearsal, mock]) await one.close();
  expect(exchanges.filter(isPaid)).toEqual([]);
  expect([...new Set(verdicts)].toSorted()).toEqual(['not_testable', 'pass']);
});

test('checks cost about what is written down (`npm run costs`)', async () => {
  const measured = Object.entries(await measureCosts());
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 5 + Math.max(one, other) / 2;
  const far = measured.flatMap(([id, now]) => {
    const before = costs[id] ?? [0, 0];
    return isNear(now[0], before[0]) && isNear(now[1], before[1]) ? [] : [`${id}: ${now.join(', ')}`];
  });
  expect(far).toEqual([]);
  const sum = (all: readonly (readonly [number, number])[]): number => all.reduce((total, [one]) => total + one, 0);
  const ratio = sum(measured.map(([, now]) => now)) / sum(Object.values(costs));
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.25);
});

test('the smoke profile takes at most 60 requests, and none is paid', async () => {
  const { target, close } = await openMockTarget();
  const run = new Run(target, { seed: 1, profile: 'smoke' });
  for (const check of allChecks.filter(({ profile }) => profile === 'smoke')) await judge(run, check);
  const { exchanges } = run;
  await run.close();
  await close();
  expect(exchanges.length).toBeLessThanOrEqual(60);
  expect(exchanges.filter(isPaid)).toEqual([]);
});
