/** A history that fails on a deployment: made smaller on the mock, performed once more where it failed, and repeated by its token. */
import { expect, test } from 'vitest';
import { deployed, repeated, submitsOf } from '../deployed.case.ts';
import { judge } from '../judge.ts';
import { memberOf } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Exchange } from '../wire/exchange.ts';
import { WrongOrder } from '../wrong-order.ts';
import { historyChecks } from './histories.ts';

const oneJobPerKey = historyChecks.filter(({ id }) => id === 'histories.one-job-per-key');
const [history] = oneJobPerKey;
if (history === undefined) throw new Error('there is such a history');

/** Repeats are answered with an id of their own: so many of them, the first ones. */
const otherIds = (count: number): Ports => {
  const seen = new Set<unknown>();
  let left = count;
  return {
    present: (next) => (answer, asked) => {
      const id = memberOf(answer.body, 'id');
      if (asked.operation !== 'submitFaceSwapImage' || typeof id !== 'string') return next(answer, asked);
      const isRepeat = seen.has(id);
      seen.add(id);
      if (!isRepeat || left-- <= 0) return next(answer, asked);
      return next({ ...answer, body: { ...(answer.body as object), id: `${id}_again` } }, asked);
    },
  };
};

const kindsIn = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.map(({ operation, breaks, request }) =>
    [breaks ?? operation ?? '', ...(request.headers['idempotency-key'] === undefined ? [] : ['with a key'])].join(' '),
  );
const keyed = 'submitFaceSwapImage with a key';

test('a history that fails is made smaller on the mock, and performed once more where it failed', async () => {
  const run = await deployed(otherIds(99));
  const { verdict, message, replay, evidence } = await judge(run, history);
  expect(verdict).toBe('fail');
  expect(kindsIn(submitsOf(run))).toEqual([keyed, 'submitFaceSwapImage', keyed, 'field:face_key', keyed, keyed]);
  expect(evidence.exchanges).toEqual(submitsOf(run).slice(-2));
  expect(message).toContain('(after submit 0 face-swap-image order-1, submit 0 face-swap-image order-1)');
  expect(message).toMatch(/the smaller one was tried here once and fails too\.$/);
  expect(replay).toBe('histories.one-job-per-key@1:0:0.2');
});

test('a smaller history that does not fail is no evidence: the whole one is', async () => {
  const run = await deployed(otherIds(1));
  const { verdict, message, replay } = await judge(run, history);
  expect(verdict).toBe('fail');
  expect(submitsOf(run)).toHaveLength(6);
  expect(message).toContain('order-1, refused 0 missing-field, poll 0)');
  expect(message).toContain('made smaller on the mock, it does not fail here.');
  expect(replay).toBe('histories.one-job-per-key@1:0');
});

test('a smaller history is not begun without room in the budget for all of it', async () => {
  const rich = await deployed(otherIds(99));
  await judge(rich, history);
  const [first = 0, ...others] = rich.purse.reserved.map(({ usd }) => usd);
  const whole = others.slice(0, 3).reduce((sum, usd) => sum + usd, first);
  const run = await deployed(otherIds(99), { budgetUsd: whole });
  const { verdict, message } = await judge(run, history);
  expect(verdict).toBe('fail');
  expect(submitsOf(run)).toHaveLength(4);
  expect(message).toContain('the budget has no room for it');
});

test('the token of a history repeats it alone', async () => {
  const found = await judge(await deployed(otherIds(99)), history);
  const [run, again] = await repeated(oneJobPerKey, found, otherIds(99));
  expect(kindsIn(submitsOf(run))).toEqual([keyed, keyed]);
  expect([again.verdict, again.clause, again.evidence.expected, again.replay]).toEqual([
    found.verdict,
    found.clause,
    found.evidence.expected,
    found.replay,
  ]);
});

test.each(['2', '0:5', '0:2.0', '0:0:1'])('a path that leads to no history is wrong usage: %s', async (path) => {
  const run = await deployed({});
  await expect(judge(run, { ...history, path })).rejects.toThrow(WrongOrder);
  expect(run.exchanges).toEqual([]);
});
