/** A history that fails on a deployment: made smaller on the mock, performed once more where it failed, and repeated by its token. */
import { expect, test } from 'vitest';
import type { Control } from '../control.ts';
import { deployed, repeated, submitsOf } from '../deployed.case.ts';
import { judge } from '../judge.ts';
import { memberOf } from '../reading/members.ts';
import { Run } from '../run.ts';
import { runChecks } from '../runner.ts';
import { type Ports, openMockTarget } from '../targets/mock.ts';
import { HarnessError } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import { WrongOrder } from '../wrong-order.ts';
import { historyChecks } from './histories.ts';

const oneJobPerKey = historyChecks.filter(({ id }) => id === 'histories.one-job-per-key');
const [history] = oneJobPerKey;
if (history === undefined) throw new Error('there is such a history');

/** Repeats are answered with an id of their own: so many of them, the first ones. */
const otherIds = (count: number, onLie: () => void = () => undefined): Ports => {
  const seen = new Set<unknown>();
  let left = count;
  return {
    present: (next) => (answer, asked) => {
      const id = memberOf(answer.body, 'id');
      if (asked.operation !== 'submitFaceSwapImage' || typeof id !== 'string') return next(answer, asked);
      const isRepeat = seen.has(id);
      seen.add(id);
      if (!isRepeat || left-- <= 0) return next(answer, asked);
      onLie();
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
  const burst = [keyed, keyed, keyed];
  expect(kindsIn(submitsOf(run))).toEqual([
    keyed,
    'submitFaceSwapImage',
    keyed,
    'field:face_key',
    ...burst,
    keyed,
    keyed,
  ]);
  expect(evidence.exchanges).toEqual(submitsOf(run).slice(-2));
  expect(message).toContain('(after submit 0 face-swap-image order-1, submit 0 face-swap-image order-1)');
  expect(message).toMatch(/the smaller one was tried here once and fails too\.$/);
  expect(replay).toBe('histories.one-job-per-key@1:0:0.3');
});

test('a smaller history that does not fail is no evidence: the whole one is', async () => {
  const run = await deployed(otherIds(1));
  const { verdict, message, replay } = await judge(run, history);
  expect(verdict).toBe('fail');
  expect(submitsOf(run)).toHaveLength(9);
  expect(message).toContain('order-1, refused 0 missing-field, poll 0, burst 0 face-swap-image order-2 3');
  expect(message).toContain('made smaller on the mock, it does not fail here.');
  expect(replay).toBe('histories.one-job-per-key@1:0');
});

test('a smaller history is not begun without room in the budget for all of it', async () => {
  const rich = await deployed(otherIds(99));
  await judge(rich, history);
  const [first = 0, ...others] = rich.purse.reserved.map(({ usd }) => usd);
  const whole = others.slice(0, 5).reduce((sum, usd) => sum + usd, first);
  const run = await deployed(otherIds(99), { budgetUsd: whole });
  const { verdict, message } = await judge(run, history);
  expect(verdict).toBe('fail');
  expect(submitsOf(run)).toHaveLength(7);
  expect(message).toContain('the budget has no room for it');
});

const historyNamed = (id: string): (typeof historyChecks)[number] => {
  const found = historyChecks.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
};

test('of a webhook that does not come, the submit that asked for it is left', async () => {
  const run = await deployed({
    deliver: () => () => ({ requests: [], outcome: { kind: 'answered', status: 200 } }),
  });
  const { clause, message, replay } = await judge(run, historyNamed('histories.webhooks-as-asked'));
  expect(clause).toBe('events.content.succeeded-sent');
  expect(message).toContain('(after submit-with-callback 0 face-swap-image)');
  expect(replay).toBe('histories.webhooks-as-asked@1:0:2');
});

/** Files that are uploaded after a submit was taken are unknown. */
const lateFiles = (): Ports => {
  let isLate = false;
  const unknown = new Set<unknown>();
  return {
    decide: (next) => (account, world, command, moment) => {
      if (command.type !== 'submit-job') return next(account, world, command, moment);
      isLate = true;
      return unknown.has(command.body['face_key'])
        ? { refusal: { code: 'invalid_input', message: 'There is no such file.' } }
        : next(account, world, command, moment);
    },
    present: (next) => (answer, asked) => {
      if (asked.operation === 'uploadFile' && isLate) unknown.add(memberOf(answer.body, 'file_key'));
      return next(answer, asked);
    },
  };
};

test('of a file that cannot be used, its upload and the submit that names it are left, with one that is taken', async () => {
  const run = await deployed(lateFiles());
  const { clause, message, replay } = await judge(run, historyNamed('histories.uploads-usable'));
  expect(clause).toBe('resources.upload.file-key-usable');
  expect(message).toContain('upload 0 face, submit-with-callback 0 face-swap-image');
  expect(replay).toBe('histories.uploads-usable@1:0');
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

test.each(['4', '0:10', '0:2.0', '0:0:1'])('a path that leads to no history is wrong usage: %s', async (path) => {
  const run = await deployed({});
  await expect(judge(run, { ...history, path })).rejects.toThrow(WrongOrder);
  expect(run.exchanges).toEqual([]);
});

test('a mistake of the judge while a history is made smaller comes to light, and is no finding', async () => {
  let isSeen = false;
  const { target, close } = await openMockTarget(
    {},
    otherIds(99, () => (isSeen = true)),
  );
  const own = target.control;
  const control = own && {
    ...own,
    // Accounts are made when a program begins: once the failure was seen, those of smaller ones.
    createAccount: (...asked: Parameters<Control['createAccount']>) => {
      if (isSeen) throw new HarnessError('a slip');
      return own.createAccount(...asked);
    },
  };
  const run = new Run({ ...target, control }, { seed: 1, profile: 'standard' });
  const { outcomes, broken } = await runChecks(run, [history]);
  await run.close();
  await close();
  expect(isSeen).toBe(true);
  expect(outcomes).toEqual([]);
  expect(broken.map(({ message }) => message)).toEqual([expect.stringContaining('a slip')]);
});
