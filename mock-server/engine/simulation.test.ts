/** Random programs on the real engine, with every invariant checked after every step. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canaries } from './simulation/canaries.case.ts';
import { programOf, tightKind } from './simulation/programs.case.ts';
import { assertReplayable } from './simulation/replay.case.ts';
import { accountStep, advance } from './simulation/steps.case.ts';
import { simulate } from './simulation/simulation.case.ts';

const slow = { timeout: 60_000 };

test('whatever two accounts do, their money, jobs and keys stay as the document says', slow, async () => {
  await assertReplayable(
    fc.asyncProperty(programOf(60), async (program) => void (await simulate(program))),
    1_000,
  );
});

test('where nothing is set aside for streams, their money is shared to the last micro-USD', slow, async () => {
  await assertReplayable(
    fc.asyncProperty(programOf(60, tightKind), async (program) => void (await simulate(program))),
    200,
  );
});

test('the programs come by every kind of answer, and streams and attempts by every kind of end', slow, async () => {
  const answers = new Set<string>();
  const ends = new Set<string>();
  for (const program of fc.sample(programOf(60), { numRuns: 300, seed: 1 })) {
    const { tally } = await simulate(program);
    for (const answer of tally.answers.keys()) answers.add(answer);
    for (const end of tally.ends) ends.add(end);
  }
  expect([...answers].sort()).toEqual([
    'accepted',
    'at_capacity',
    'capability_unavailable',
    'capacity_unavailable',
    'capacity_warming',
    'input_too_large',
    'insufficient_balance',
    'internal_error',
    'invalid_input',
    'not_found',
    'rate_limited',
    'repeat',
    'unauthorized',
  ]);
  const outcomes = ['2xx', '3xx', '4xx', '5xx', 'blocked', 'dns', 'refused', 'reset', 'timeout', 'tls'];
  const goOn = outcomes.filter((outcome) => outcome !== '2xx');
  expect([...ends].sort()).toEqual(
    [
      'close',
      'lost',
      'shutdown',
      'hard-stop',
      'funds',
      'key-revoked',
      ...goOn,
      ...outcomes.map((outcome) => `${outcome}, the last`),
    ].sort(),
  );
});

test.each(canaries)('a mock that $does is caught', slow, async ({ decide, afterEvolve, where, breaks }) => {
  const programs = where === 'tight' ? programOf(60, tightKind) : programOf(60);
  const property = fc.asyncProperty(programs, async (program) => {
    await simulate(program, { ...(decide && { decide: decide() }), ...(afterEvolve && { afterEvolve }) });
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns: 2_000, seed: 1, endOnFailure: true });
  expect(failed).toBe(true);
  expect(errorInstance instanceof Error ? errorInstance.message : '').toMatch(breaks);
});

test('the same seed and the same commands give the same bytes', slow, async () => {
  await assertReplayable(
    fc.asyncProperty(programOf(40), async (program) => {
      const [one, other] = [await simulate(program), await simulate(program)];
      expect(other.logs).toEqual(one.logs);
      expect(other.answers).toEqual(one.answers);
    }),
    200,
  );
});

test('what one account does leaves no trace in the bytes of another', slow, async () => {
  const step = fc.oneof({ weight: 3, arbitrary: accountStep }, { weight: 1, arbitrary: advance });
  await assertReplayable(
    fc.asyncProperty(programOf(40, { step }), async (program) => {
      const together = await simulate(program);
      const alone = await simulate({
        ...program,
        steps: program.steps.filter((one) => !('who' in one) || one.who === 0),
      });
      expect(alone.logs[0]).toEqual(together.logs[0]);
    }),
    200,
  );
});
