/** Runs checks one after the other: they share a clock, a purse and a rate. */
import type { Check } from './check.ts';
import { type Outcome, judge } from './judge.ts';
import type { Run } from './run.ts';
import { Stopped, WentAway } from './verdict.ts';
import { WrongOrder } from './wrong-order.ts';

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
  /** The target that went away. */
  readonly wentAway?: string;
  readonly leftOut: readonly LeftOut[];
  readonly broken: readonly Broken[];
  readonly tookMs: number;
};

export type RunnerOptions = {
  readonly onProgress?: (progress: Progress) => void;
  readonly onOutcome?: (outcome: Outcome) => void;
  /** Asked before each check; a text stops the run and says why. */
  readonly shouldStop?: () => string | undefined;
  /** Asked before each check: why the budget does not cover it, so that money is not spent on what cannot come to its end. */
  readonly tooDear?: (check: Check) => Promise<string | undefined>;
  /** Asked after each check; a text stops the run, and the check counts as one that did not run. */
  readonly wentAway?: (outcome: Outcome) => Promise<string | undefined>;
};

/** Throws WrongOrder for a path that leads to no case. */
export const runChecks = async (run: Run, checks: readonly Check[], options: RunnerOptions = {}): Promise<Results> => {
  const outcomes: Outcome[] = [];
  const leftOut: LeftOut[] = [];
  const broken: Broken[] = [];
  const started = performance.now();
  let stopped: string | undefined;
  let wentAway: string | undefined;
  let isOver = false;
  for (const [done, check] of checks.entries()) {
    if (!isOver) {
      const reason = options.shouldStop?.();
      if (reason !== undefined) [stopped, isOver] = [reason, true];
    }
    // What costs nothing, or little enough, goes on when the budget does not cover the rest.
    const why = isOver ? stopped : await options.tooDear?.(check);
    if (why !== undefined) {
      stopped ??= why;
      leftOut.push({ check, why });
      continue;
    }
    run.begin(check);
    options.onProgress?.({ done, total: checks.length, running: check, spentUsd: run.purse.spentUsd });
    try {
      const outcome = await judge(run, check);
      const gone = await options.wentAway?.(outcome);
      if (gone === undefined) {
        outcomes.push(outcome);
        options.onOutcome?.(outcome);
      } else throw new WentAway(gone);
    } catch (error) {
      if (error instanceof WrongOrder) throw error;
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof WentAway) [stopped, wentAway, isOver] = [message, message, true];
      if (error instanceof WentAway || error instanceof Stopped) {
        stopped ??= message;
        leftOut.push({ check, why: message });
      } else broken.push({ check, message });
    }
  }
  return {
    outcomes,
    ...(stopped !== undefined && { stopped }),
    ...(wentAway !== undefined && { wentAway }),
    leftOut,
    broken,
    tookMs: performance.now() - started,
  };
};
