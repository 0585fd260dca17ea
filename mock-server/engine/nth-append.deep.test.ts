/**
 * The store fails at the n-th append, for every n, once, for a while, or for good: whoever asked asks again, every invariant holds
 * meanwhile, and in the end each account has the bytes that it has where nothing failed. Where it fails for good, all that the program asks
 * for is asked for in vain, and moves no money.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failEverywhere } from './nth-append.case.ts';
import { areAllCases } from './simulation/replay.case.ts';
import { programOf } from './simulation/programs.case.ts';

const programs = fc.sample(programOf(40), { seed: 22, numRuns: 40 });

test.each([
  ['once', 1],
  ['five times in a row', 5],
  ['for good, until all was asked for in vain,', Number.POSITIVE_INFINITY],
])('an append that fails %s at whichever place changes nothing in the end (F07)', async (how, times) => {
  let runs = 0;
  for (const [number, program] of programs.entries()) runs += await failEverywhere(program, number, times);
  if (areAllCases()) expect(runs).toBeGreaterThan(1_000);
  process.stdout.write(`${programs.length} programs, ${runs} runs: one for each append, which failed ${how}\n`);
});
