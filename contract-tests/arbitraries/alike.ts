/**
 * The smallest case that is judged alike on a mock. The mock keeps every clause, so the failure itself does not happen there; what a case has
 * in common with the one that failed is what was judged of it: the same clause, the same expectation, the same constraint broken on purpose.
 */
import * as fc from 'fast-check';
import type { Unshrunk } from '../confirm.ts';
import { Trial } from '../trial.ts';
import { Finding, NotAsClaimed, NotTestable, Undecided } from '../verdict.ts';
import type { Drawn, JudgeCase } from './drawn.ts';

/** What was judged last of a case, and what its requests broke on purpose. */
export type Situation = { readonly judged: Trial['judged'][number] | undefined; readonly broken: string };

type From = { readonly judged: number; readonly sent: number };

export const situationOf = (trial: Trial, from: From): Situation => ({
  judged: trial.judged.slice(from.judged).at(-1),
  broken: brokenIn(trial, from),
});

const brokenIn = ({ exchanges }: Trial, { sent }: From): string =>
  [...new Set(exchanges.slice(sent).flatMap(({ breaks }) => breaks ?? []))].toSorted().join(' ');

/** What is tried costs time, if no money. */
const triesMost = 200;

/**
 * Tries smaller cases on the mock of the run.
 * @param path of the case that failed
 */
export const leastAlike = async <T>(
  t: Trial,
  { seed, arbitrary }: Drawn<T>,
  path: string,
  judge: JudgeCase<T>,
  situation: Situation,
): Promise<{ readonly value: T; readonly path: string } | Unshrunk> => {
  const run = await t.run.rehearsed();
  if (run === undefined) return 'no-mock';
  const there = new Trial(run, t.check);
  let tries = 0;
  let least: { readonly value: T } | undefined;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (tries++ >= triesMost || !(await isAlike(there, value, judge, situation))) return;
    least = { value };
    throw new Error('it is judged alike');
  });
  const { counterexamplePath } = await fc.check(property, { seed, path, numRuns: 1 });
  if (least === undefined || counterexamplePath === null) return 'not-there';
  return counterexamplePath === path ? 'no-smaller' : { ...least, path: counterexamplePath };
};

const isAlike = async <T>(
  there: Trial,
  value: T,
  judge: JudgeCase<T>,
  { judged, broken }: Situation,
): Promise<boolean> => {
  const from = { judged: there.judged.length, sent: there.exchanges.length };
  try {
    await judge(value, there);
  } catch (error) {
    // What is not what it claims to be, or comes to no judgement, is no smaller case of the same.
    const isExpected = [Finding, NotAsClaimed, NotTestable, Undecided].some((kind) => error instanceof kind);
    if (!isExpected) throw error;
    if (error instanceof NotAsClaimed) return false;
  }
  return (
    broken === brokenIn(there, from) &&
    there.judged.slice(from.judged).some((one) => one.clause === judged?.clause && one.expected === judged.expected)
  );
};
