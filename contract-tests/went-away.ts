/** Whether a target has gone while it was judged: what it left unanswered then says nothing of a clause. */
import type { Outcome } from './judge.ts';
import { isThere } from './preflight.ts';
import type { Run } from './run.ts';

/** Looks at the target once more where the last request got no answer. @returns that it has gone, in a sentence */
export const goneAt = async (
  run: Run,
  { verdict, check }: Pick<Outcome, 'verdict' | 'check'>,
): Promise<string | undefined> => {
  if (verdict === 'pass' || run.exchanges.length === 0 || run.exchanges.at(-1)?.answer !== undefined) return undefined;
  // Without a request that is left, nobody knows: what is found stands.
  if (run.traffic.usedUp !== undefined) return undefined;
  return (await isThere(run.target, run.traffic)) ? undefined : `the target stopped answering at ${check.id}`;
};
