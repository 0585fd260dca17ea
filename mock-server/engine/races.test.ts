/** Commands that are launched without waiting for one another: every invariant holds, and the order of arrival decides. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefused } from '../domain/refusal.ts';
import type { EventStore } from '../store/store.ts';
import { type Bench, open, submitVoiceClone } from './simulation/bench.case.ts';
import type { AccountStep } from './simulation/program.case.ts';
import { programOf } from './simulation/programs.case.ts';
import { assertReplayable } from './simulation/replay.case.ts';
import { simulateBatches } from './simulation/simulation.case.ts';
import { accountStep } from './simulation/steps.case.ts';

const slow = { timeout: 60_000 };

const batches = fc.array(
  fc.record({
    steps: fc.array(accountStep, { minLength: 2, maxLength: 12, size: 'max' }),
    pauseMs: fc.constantFrom(0, 1, 200, 2_500, 86_400_000),
  }),
  { minLength: 1, maxLength: 6, size: 'max' },
);

test('commands at once give what the same commands give one after the other', slow, async () => {
  await assertReplayable(
    fc.asyncProperty(programOf(1), batches, async (program, list) => {
      const atOnce = await simulateBatches(program, list, 'at once');
      const oneByOne = await simulateBatches(program, list, 'one by one');
      expect(atOnce.logs).toEqual(oneByOne.logs);
      expect(atOnce.answers).toEqual(oneByOne.answers);
    }),
    300,
  );
});

test('a store that takes its time, and takes it unevenly, changes no byte of an account', slow, async () => {
  await assertReplayable(
    fc.asyncProperty(programOf(1), batches, fc.infiniteStream(fc.nat(4)), async (program, list, pauses) => {
      const wrapStore = <E>(store: EventStore<E>): EventStore<E> => ({
        append: async (stream, version, events) => {
          for (let left: number = pauses.next().value; left > 0; left--) await new Promise(setImmediate);
          await store.append(stream, version, events);
        },
        read: (stream, from) => store.read(stream, from),
        follow: (after, signal) => store.follow(after, signal),
      });
      const slowly = await simulateBatches(program, list, 'at once', { wrapStore });
      const quickly = await simulateBatches(program, list, 'one by one');
      expect(slowly.logs).toEqual(quickly.logs);
      expect(slowly.answers).toEqual(quickly.answers);
    }),
    60,
  );
});

test.each([2, 10, 50])('of %d submits at once with funds for one, one is accepted (F47)', async (count) => {
  const bench = await open({ balanceMicros: 5_000 });
  const outcomes = await Promise.all(Array.from({ length: count }, () => bench.submit(submitVoiceClone(bench, 100))));
  const refusals = outcomes.filter(isRefused);
  expect(refusals.map(({ refusal }) => refusal.code)).toEqual(
    Array.from({ length: count - 1 }, () => 'insufficient_balance'),
  );
  expect(await moneyOf(bench)).toEqual({ available: 0, held: 0, spent: 5_000, jobs: 1 });
});

test('in 500 rounds of submits at once with funds for some, so many are accepted and the rest is refused (F47)', async () => {
  const one = await open();
  let submits = 0;
  for (let round = 0; round < 500; round++) {
    const [asked, funded] = [2 + (round % 11), round % 7];
    const bench = await one.openAccount(funded * 5_000);
    const outcomes = await Promise.all(Array.from({ length: asked }, () => bench.submit(submitVoiceClone(bench, 100))));
    const accepted = Math.min(asked, funded);
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(accepted);
    const left = (funded - accepted) * 5_000;
    expect(await moneyOf(bench)).toEqual({ available: left, held: 0, spent: accepted * 5_000, jobs: accepted });
    submits += asked;
  }
  process.stdout.write(`500 rounds of submits at once: ${submits} submits\n`);
});

test.each([2, 10, 100, 1_000])(
  '%d equal submits at once with one key are one job and one charge (F39)',
  async (count) => {
    const bench = await open({ balanceMicros: 1_000_000 });
    const submit = { ...submitVoiceClone(bench, 100), idempotencyKey: 'same' };
    const outcomes = await Promise.all(Array.from({ length: count }, () => bench.submit(submit)));
    const replies = outcomes.flatMap((outcome) => (isRefused(outcome) ? [] : [outcome.reply]));
    expect(new Set(replies.map(({ jobId }) => jobId)).size).toBe(1);
    expect(replies.map(({ replayed }) => replayed)).toEqual(Array.from({ length: count }, (_, index) => index > 0));
    expect(await moneyOf(bench)).toEqual({ available: 995_000, held: 0, spent: 5_000, jobs: 1 });
  },
);

test('an equal key in two accounts at once is two jobs (F41)', async () => {
  const bench = await open({ balanceMicros: 1_000_000 });
  const other = await bench.openAccount(1_000_000);
  const [one, two] = await Promise.all([
    bench.submit({ ...submitVoiceClone(bench, 100), idempotencyKey: 'same' }),
    other.submit({ ...submitVoiceClone(other, 100), idempotencyKey: 'same' }),
  ]);
  expect([one, two].map((outcome) => (isRefused(outcome) ? outcome : outcome.reply.replayed))).toEqual([false, false]);
  expect((await moneyOf(bench)).jobs + (await moneyOf(other)).jobs).toBe(2);
});

test('a job that is ended twice at once ends once', async () => {
  const bench = await open({ balanceMicros: 1_000_000 });
  const submitted = await bench.submit(submitVoiceClone(bench, 100));
  const jobId = isRefused(submitted) ? '' : submitted.reply.jobId;
  const outcomes = await Promise.all([
    bench.execute({ type: 'finish-job', jobId, outcome: 'cancelled' }),
    bench.execute({ type: 'finish-job', jobId, outcome: 'succeeded' }),
  ]);
  expect(outcomes.map(isRefused)).toEqual([false, true]);
  expect(await moneyOf(bench)).toEqual({ available: 1_000_000, held: 0, spent: 0, jobs: 1 });
});

test('programs of one kind of step at once keep every invariant too', slow, async () => {
  const submits = accountStep.filter((step): step is Extract<AccountStep, { do: 'submit' | 'finish' }> =>
    ['submit', 'finish'].includes(step.do),
  );
  await assertReplayable(
    fc.asyncProperty(
      programOf(1),
      fc.array(submits, { minLength: 20, maxLength: 40, size: 'max' }),
      async (program, steps) => {
        await simulateBatches(
          program,
          [
            { steps, pauseMs: 100 },
            { steps, pauseMs: 86_400_000 },
            { steps, pauseMs: 0 },
          ],
          'at once',
        );
      },
    ),
    100,
  );
});

const moneyOf = async ({ account }: Bench) => {
  const { ledger, jobs } = await account();
  return { available: ledger.available, held: ledger.held, spent: ledger.spent, jobs: jobs.size };
};
