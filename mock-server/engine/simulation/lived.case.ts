/**
 * Programs that are lived through in about a thousand small ticks each, and once more in the jumps of their own: as a script it lives
 * through many, and prints what that came to.
 */
import * as fc from 'fast-check';
import { holdInJumps } from './jumps.case.ts';
import { lineForEachSeed } from './line-for-each-seed.case.ts';
import type { ServerPorts } from './opening.case.ts';
import type { Program } from './program.case.ts';
import { nearKind, programOf } from './programs.case.ts';
import { type Tally, simulate } from './simulation.case.ts';

/** About ten commands and the time between them: of two accounts, after each has stored three files. */
export const livedPrograms = programOf(20, nearKind);

/** @param ports made anew for each of the two ways */
export const liveBothWays = async (
  program: Program,
  ticks: number,
  ports: () => ServerPorts = () => ({}),
): Promise<Tally & { readonly commands: number }> => {
  // The whole of an account is compared after some of the commands; after a tick in which something has happened, what that has changed.
  const course = await simulate(program, { ...ports(), ticks, thoroughEvery: 20 });
  await holdInJumps(program, course, ports());
  return { ...course.tally, commands: course.orders.filter((order) => order.do !== 'advance').length };
};

/** What many programs came to. */
export type Lived = {
  readonly programs: number;
  readonly commands: number;
  readonly events: number;
  /** Attempts to deliver a webhook. */
  readonly attempts: number;
  readonly ticks: number;
  /** Of the ticks. */
  readonly virtualMs: number;
};

const liveThrough = async (programs: number, ticks: number, seed: number): Promise<Lived> => {
  const sum = { programs: 0, commands: 0, events: 0, attempts: 0, ticks: 0, virtualMs: 0 };
  await fc.assert(
    fc.asyncProperty(livedPrograms, async (program) => {
      const tally = await liveBothWays(program, ticks);
      sum.programs++;
      sum.commands += tally.commands;
      sum.events += tally.events;
      sum.attempts += tally.attempts;
      sum.ticks += tally.ticks;
      sum.virtualMs += tally.tickedMs;
    }),
    { numRuns: programs, seed },
  );
  return sum;
};

// The numbers before its seeds: of programs for each, and of ticks for a program.
await lineForEachSeed(import.meta.url, 2, (seed, programs = 0, ticks = 0) => liveThrough(programs, ticks, seed));
