/** Whether the n-th append sees anything: mocks that are another one once an append has failed. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failEverywhere } from './nth-append.case.ts';
import { changing } from './simulation/canary.case.ts';
import { programOf } from './simulation/programs.case.ts';
import type { Decide } from './engine.ts';

const programs = fc.sample(programOf(20), { seed: 22, numRuns: 3 });

const run = async (decideAfter?: Decide): Promise<number> => {
  let runs = 0;
  for (const [number, program] of programs.entries()) runs += await failEverywhere(program, number, 1, decideAfter);
  return runs;
};

test('programs of which every append fails once have as many runs as appends', async () => {
  expect(await run()).toBeGreaterThan(20);
});

test.each<[does: string, decideAfter: Decide]>([
  [
    'charges twice the price',
    changing('job.submitted', (event) => ({
      ...event,
      job: { ...event.job, priceMicros: event.job.priceMicros * 2 },
    })),
  ],
  ['keeps another instant', changing('upload.stored', (event) => ({ ...event, at: event.at + 1 }))],
  ['renders in no time', changing('job.started', (event) => ({ ...event, at: event.at - 1 }))],
])('a mock that %s once an append has failed is caught', async (_does, decideAfter) => {
  await expect(run(decideAfter)).rejects.toThrow(/Run it again: CASE=\d\/\d+ npx vitest run /);
});
