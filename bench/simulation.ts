/** How many steps of random programs the engine's simulation does in a second of the processor, with its invariants held against each. */
import * as fc from 'fast-check';
import { programOf, tightKind } from '../mock-server/engine/simulation/programs.case.ts';
import type { Program } from '../mock-server/engine/simulation/program.case.ts';
import { simulate } from '../mock-server/engine/simulation/simulation.case.ts';
import type { Figure } from './figure.ts';
import { alternate, ofRounds } from './median.ts';

const rounds = 5;
const seed = 1;
const programs = 60;
/** As many as the deep test has. */
const steps = 150;

export const simulation = async (): Promise<Figure[]> => {
  // Made before: what is measured is what is done with them.
  const sample = fc.sample(fc.oneof(programOf(steps), programOf(steps, tightKind)), { seed, numRuns: programs });
  const { each, some } = await alternate(rounds, { each: () => speed(sample, 1), some: () => speed(sample, 20) });
  const unit = 'steps/s of CPU';
  return [
    { what: 'simulation, the whole of the accounts compared after each step', unit, ...ofRounds(each) },
    {
      what: 'simulation, the whole compared after each twentieth',
      unit,
      ...ofRounds(some),
      // 20 million a minute.
      goal: { of: 'ours', atLeast: 333_333 },
    },
  ];
};

const speed = async (sample: readonly Program[], thoroughEvery: number): Promise<number> => {
  const before = process.cpuUsage();
  let done = 0;
  for (const program of sample) done += (await simulate(program, { thoroughEvery })).tally.steps;
  const { user, system } = process.cpuUsage(before);
  return done / ((user + system) / 1e6);
};
