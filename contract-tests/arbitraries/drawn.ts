/** Cases that are drawn from the seed of a run: the same ones whenever the check is run with it, each with a path that leads to it. */
import * as fc from 'fast-check';
import type { Trial } from '../trial.ts';

/** Judges one case, with the trial that it is given: the cases of a deployment are made smaller with that of another run. */
export type JudgeCase<T> = (value: T, trial: Trial) => Promise<void>;

export type Drawn<T> = { readonly arbitrary: fc.Arbitrary<T>; readonly seed: number; readonly runs: number };

/** Of the run and of the check, so that a check that is repeated alone draws the same. */
export const seedOf = ({ run, check }: Trial): number => {
  let hash = run.seed | 0;
  for (const letter of check.id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash;
};

/** @param path as fast-check has it: which of those drawn, and which of the smaller ones at each step. Undefined where it leads to none. */
export const caseAt = <T>({ seed, arbitrary, runs }: Drawn<T>, path: string): { readonly value: T } | undefined => {
  if (!/^\d{1,9}(:\d{1,9})*$/.test(path) || Number.parseInt(path, 10) >= runs) return undefined;
  try {
    // A property draws tuples.
    const [found] = fc.sample(fc.tuple(arbitrary), { seed, path, numRuns: 1 });
    return found && { value: found[0] };
  } catch {
    // On its way there was no smaller case.
    return undefined;
  }
};
