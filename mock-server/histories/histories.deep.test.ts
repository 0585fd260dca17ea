/** The histories at length: from new seeds each time, longer ones, and with receivers that never answer. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectDocumented } from '../choices/openapi-check.case.ts';
import { assertReplayable } from '../engine/simulation/replay.case.ts';
import { runHistory } from './history.case.ts';
import { runApart } from './apart.case.ts';
import type { Program } from './program.case.ts';
import { programOf } from './programs.case.ts';
import { logsOf } from './logs.case.ts';

/** Real seconds for each test. */
const seconds = Number(process.env['FC_SECONDS'] ?? 30);
const slow = { timeout: (seconds + 240) * 1_000 };

test.each([
  ['that answer', 20, false],
  ['that answer, at length', 60, false],
  ['that may keep silent', 20, true],
])('half a minute of histories with receivers %s', slow, async (_, steps, hangs) => {
  let count = 0;
  await forLong(programOf(steps, { hangs }), async (program) => {
    await runHistory(program, { fits: expectDocumented });
    count++;
  });
  process.stdout.write(`${count} histories\n`);
  expect(count).toBeGreaterThan(0);
});

test('half a minute of histories, each of them twice: the same bytes', slow, async () => {
  await forLong(programOf(40, { copies: false }), async (program) => {
    const [one, other] = [await runHistory(program), await runHistory(program)];
    expect(logsOf(other), 'W4').toEqual(logsOf(one));
  });
});

test(
  'two hundred histories in a process of their own leave no descriptor open and no memory in use',
  slow,
  async () => {
    const { first, last, heap, resident } = await runApart(200);
    expect(last).toEqual(first);
    // Twice as many again, and all that they leave is a tenth at the most.
    for (const [name, [warm, end]] of Object.entries({ live: heap, resident })) {
      process.stdout.write(`${name} bytes: ${warm} after 67 histories, ${end} after 200\n`);
      expect(end / warm, `S9, ${name} bytes`).toBeLessThan(1.1);
    }
  },
);

/** Plays programs until the time is over. The last one is then let come to its end, which no longer counts: nothing of it meets the next test. */
const forLong = async (programs: fc.Arbitrary<Program>, play: (program: Program) => Promise<void>): Promise<void> => {
  let playing = Promise.resolve();
  await assertReplayable(
    fc.asyncProperty(programs, (program) => (playing = play(program))),
    100_000,
    { interruptAfterTimeLimit: seconds * 1_000 },
  );
  await Promise.allSettled([playing]);
};
