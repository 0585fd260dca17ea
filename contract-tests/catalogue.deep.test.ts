/** The whole catalogue of checks on the mock: green, none of it in vain, and without a paid request where none is allowed. */
import { expect, test } from 'vitest';
import { type Operation, operations } from '../spec/operations.ts';
import { allChecks } from './checks.ts';
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
  const rehearsal = await openRehearsal(like, {}, undefined, 1);
  const run = new Run({ ...rehearsal.target, spend: undefined }, { seed: 1, profile: 'deep', time: rehearsal.time });
  const verdicts: string[] = [];
  for (const check of allChecks) verdicts.push((await judge(run, check)).verdict);
  const { exchanges } = run;
  for (const one of [run, rehearsal, mock]) await one.close();
  expect(exchanges.filter(isPaid)).toEqual([]);
  expect([...new Set(verdicts)].toSorted()).toEqual(['not_testable', 'pass']);
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
