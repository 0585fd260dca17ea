/** Random cases of a check: drawn from the run's seed, made smaller where one fails, and repeated by a path. */
import * as fc from 'fast-check';
import { confirm } from '../confirm.ts';
import { RandomFinding } from '../random-finding.ts';
import { noSuchCase } from '../replay.ts';
import type { Trial } from '../trial.ts';
import { Finding } from '../verdict.ts';
import { type Situation, leastAlike, situationOf } from './alike.ts';
import { type Drawn, type JudgeCase, caseAt, seedOf } from './drawn.ts';

/**
 * Throws the finding of the smallest case that was found, with the path that repeats it. Whatever else a case throws ends the search and is
 * thrown as it is. Of a check with a path that case alone is judged.
 * @param runs how many cases at the usual effort
 */
export const explore = async <T>(
  t: Trial,
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  judge: JudgeCase<T>,
): Promise<void> => {
  const drawn: Drawn<T> = { arbitrary, seed: seedOf(t), runs: Math.max(1, Math.round(runs * t.run.effort)) };
  if (t.check.path !== undefined) return repeat(t, drawn, t.check.path, judge);
  const caught = await firstFailure(t, drawn, judge);
  if (caught === undefined) return;
  const { finding, path, situation } = caught;
  if (t.target.control !== undefined) throw new RandomFinding(finding, 'It is a random case, made smaller.', path);
  const least = await leastAlike(t, drawn, path, judge, situation);
  const smaller = typeof least === 'string' ? least : { path: least.path, perform: () => judge(least.value, t) };
  throw await confirm({ finding, path }, smaller);
};

type Caught = { readonly finding: Finding; readonly path: string; readonly situation: Situation };

/** Of a mock the smallest one. */
const firstFailure = async <T>(
  t: Trial,
  { arbitrary, seed, runs }: Drawn<T>,
  judge: JudgeCase<T>,
): Promise<Caught | undefined> => {
  let ended: { readonly reason: unknown } | undefined;
  const failures: Omit<Caught, 'path'>[] = [];
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (ended !== undefined) return;
    const from = { judged: t.judged.length, sent: t.exchanges.length };
    try {
      await judge(value, t);
    } catch (error) {
      if (!(error instanceof Finding)) ended = { reason: error };
      else {
        failures.push({ finding: error, situation: situationOf(t, from) });
        throw error;
      }
    }
  });
  const { counterexamplePath } = await fc.check(property, {
    seed,
    numRuns: runs,
    // Each step on the way to a smaller case is a request: of a deployment it may cost money.
    endOnFailure: t.target.control === undefined,
  });
  if (ended !== undefined) throw ended.reason;
  const last = failures.at(-1);
  return last && { ...last, path: counterexamplePath ?? '0' };
};

const repeat = async <T>(t: Trial, drawn: Drawn<T>, path: string, judge: JudgeCase<T>): Promise<void> => {
  const found = caseAt(drawn, path);
  if (found === undefined) throw noSuchCase(t.check);
  t.isReplayed = true;
  try {
    await judge(found.value, t);
  } catch (error) {
    throw error instanceof Finding ? new RandomFinding(error, 'It is a random case, repeated alone.', path) : error;
  }
};
