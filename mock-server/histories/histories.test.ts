/**
 * Random histories of a whole mock, with faults, over the network and on a manual clock: D1 to D9, S1 to S9, W1 to W5, and the books.
 * At length, with receivers that keep silent, in the deep test; whether a wrong mock is seen, in the one of the canaries.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultNames } from '../../spec/faults.ts';
import { expectDocumented } from '../choices/openapi-check.case.ts';
import { assertReplayable } from '../engine/simulation/replay.case.ts';
import { runHistory } from './history.case.ts';
import { runApart } from './apart.case.ts';
import { programAbout, programOf } from './programs.case.ts';
import { logsOf } from './logs.case.ts';

const slow = { timeout: 60_000 };

test('whatever two accounts and the faults do, a caller and a receiver see what the document says', slow, async () => {
  await assertReplayable(
    fc.asyncProperty(programOf(20), async (program) => void (await runHistory(program, { fits: expectDocumented }))),
    10,
  );
});

test.each(faultNames)('the same, with %s by each of its ways in', slow, async (name) => {
  const [program] = fc.sample(programAbout(name), { numRuns: 1, seed: 1 });
  if (program === undefined) throw new Error('no program was drawn');
  const { ending } = await runHistory(program, { fits: expectDocumented });
  // The journal names what met a request, a delivery or a socket.
  expect(ending.journal.flatMap(({ faults }) => faults)).toContain(name);
});

test(
  'the same seed and the same program give the same journal and the same webhooks, byte for byte',
  slow,
  async () => {
    await assertReplayable(
      fc.asyncProperty(programOf(15, { copies: false }), async (program) => {
        const [one, other] = [await runHistory(program), await runHistory(program)];
        expect(logsOf(other), 'W4').toEqual(logsOf(one));
      }),
      5,
    );
  },
);

test('histories in a process of their own leave no descriptor open', slow, async () => {
  const { first, last } = await runApart(4);
  expect(last, 'W5').toEqual(first);
});
