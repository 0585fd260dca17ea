/** How much of random programs the engine's simulation does in a second of the processor, with its invariants held against each step. */
import * as fc from 'fast-check';
import { livedPrograms, liveBothWays } from '../mock-server/engine/simulation/lived.case.ts';
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
/** Of a program that is lived through in small ticks, as there. */
const ticksEach = 1_000;
/** Twenty million a minute, by two cores. */
const ticksASecond = 166_667;

export const simulation = async (): Promise<Figure[]> => {
  // Made before: what is measured is what is done with them.
  const sample = fc.sample(fc.oneof(programOf(steps), programOf(steps, tightKind)), { seed, numRuns: programs });
  const short = fc.sample(livedPrograms, { seed, numRuns: programs });
  const { each, some, ticks } = await alternate(rounds, {
    each: () => speed(() => stepsOf(sample, 1)),
    some: () => speed(() => stepsOf(sample, 20)),
    ticks: () => speed(() => ticksOf(short)),
  });
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
    {
      what: 'simulation in small ticks, and once more in jumps',
      unit: 'ticks/s of CPU',
      ...ofRounds(ticks),
      goal: { of: 'ours', atLeast: ticksASecond },
    },
  ];
};

/** @returns how much was done in a second of the processor */
const speed = async (work: () => Promise<number>): Promise<number> => {
  const before = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(before);
  return done / ((user + system) / 1e6);
};

const stepsOf = async (sample: readonly Program[], thoroughEvery: number): Promise<number> => {
  let done = 0;
  for (const program of sample) done += (await simulate(program, { thoroughEvery })).tally.steps;
  return done;
};

const ticksOf = async (sample: readonly Program[]): Promise<number> => {
  let done = 0;
  for (const program of sample) done += (await liveBothWays(program, ticksEach)).ticks;
  return done;
};
