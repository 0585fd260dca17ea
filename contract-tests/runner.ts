/** Runs checks one after the other: they share a clock, a purse and a rate. */
import type { Check } from './check.ts';
import { type Outcome, judge } from './judge.ts';
import type { Run } from './run.ts';
import { Stopped } from './verdict.ts';

export type Progress = {
  readonly done: number;
  readonly total: number;
  readonly running: Check;
  readonly spentUsd: number;
};

export type LeftOut = { readonly check: Check; readonly why: string };

/** A check that could not be run to its end, by a mistake of the judge's own. */
export type Broken = { readonly check: Check; readonly message: string };

export type Results = {
  readonly outcomes: readonly Outcome[];
  /** Why not all of them ran: the budget, the time, or a target that went away. */
  readonly stopped?: string;
  readonly leftOut: readonly LeftOut[];
  readonly broken: readonly Broken[];
  readonly tookMs: number;
};

export type RunnerOptions = {
  readonly onProgress?: (progress: Progress) => void;
  readonly onOutcome?: (outcome: Outcome) => void;
  /** Asked before each check; a text stops the run and says why. */
  readonly shouldStop?: () => string | undefined;
  /** Asked after each check; a text stops the run, and the check counts as one that did not run. */
  readonly wentAway?: (outcome: Outcome) => Promise<string | undefined>;
};

export const runChecks = async (run: Run, checks: readonly Check[], options: RunnerOptions = {}): Promise<Results> => {
  const outcomes: Outcome[] = [];
  const leftOut: LeftOut[] = [];
  const broken: Broken[] = [];
  const started = performance.now();
  let stopped: string | undefined;
  let isOver = false;
  for (const [done, check] of checks.entries()) {
    if (!isOver) {
      const reason = options.shouldStop?.();
      if (reason !== undefined) [stopped, isOver] = [reason, true];
    }
    // What costs nothing goes on when the budget is used up.
    if (isOver || (stopped !== undefined && check.needs.includes('spend'))) {
      leftOut.push({ check, why: stopped ?? '' });
      continue;
    }
    options.onProgress?.({ done, total: checks.length, running: check, spentUsd: run.purse.spentUsd });
    try {
      const outcome = await judge(run, check);
      const gone = await options.wentAway?.(outcome);
      if (gone === undefined) {
        outcomes.push(outcome);
        options.onOutcome?.(outcome);
      } else {
        [stopped, isOver] = [gone, true];
        leftOut.push({ check, why: gone });
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof Stopped) {
        stopped ??= message;
        leftOut.push({ check, why: message });
      } else broken.push({ check, message });
    }
  }
  return {
    outcomes,
    ...(stopped !== undefined && { stopped }),
    leftOut,
    broken,
    tookMs: performance.now() - started,
  };
};
