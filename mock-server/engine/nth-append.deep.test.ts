/**
 * The store fails at the n-th append, for every n, once or for a while: whoever asked asks again, every invariant holds meanwhile, and in
 * the end each account has the bytes that it has where nothing failed.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failEverywhere } from './nth-append.case.ts';
import { areAllCases } from './simulation/replay.case.ts';
import { programOf } from './simulation/programs.case.ts';

const programs = fc.sample(programOf(40), { seed: 22, numRuns: 40 });

test.each([1, 5])(
  'an append that fails %d times in a row, at whichever place, changes nothing in the end (F07)',
  async (times) => {
    let runs = 0;
    for (const [number, program] of programs.entries()) runs += await failEverywhere(program, number, times);
    if (areAllCases()) expect(runs).toBeGreaterThan(1_000);
    process.stdout.write(
      `${programs.length} programs, ${runs} runs: one for each append, which failed ${times} times\n`,
    );
  },
);
