/** Random cases of a check: drawn from the run's seed, made smaller where one fails, and repeated by a path. */
import * as fc from 'fast-check';
import type { Trial } from '../trial.ts';
import { Finding } from '../verdict.ts';

/**
 * Throws the finding of the smallest case that was found, with the path that repeats it. Whatever else a case throws ends the search and is thrown as it is.
 * @param runs how many cases at the usual effort
 */
export const explore = async <T>(
  t: Trial,
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  judge: (value: T) => Promise<void>,
): Promise<void> => {
  let ended: { readonly reason: unknown } | undefined;
  let smallest: Finding | undefined;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (ended !== undefined) return;
    try {
      await judge(value);
    } catch (error) {
      if (!(error instanceof Finding)) ended = { reason: error };
      else {
        smallest = error;
        throw error;
      }
    }
  });
  const seed = seedOf(t);
  const { failed, counterexamplePath } = await fc.check(property, {
    seed,
    numRuns: Math.max(1, Math.round(runs * t.run.effort)),
    // Each step on the way to a smaller case is a request: of a deployment it may cost money.
    endOnFailure: t.target.control === undefined,
  });
  if (ended !== undefined) throw ended.reason;
  if (failed && smallest !== undefined) {
    const { clause, expected, actual, exchanges, gaps } = smallest;
    const told = `${actual} (random case; fast-check seed ${seed}, path ${counterexamplePath ?? '0'})`;
    throw new Finding(clause, expected, told, exchanges, gaps);
  }
};

/** Of the run and of the check, so that a check that is repeated alone draws the same. */
const seedOf = ({ run, check }: Trial): number => {
  let hash = run.seed | 0;
  for (const letter of check.id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash;
};
