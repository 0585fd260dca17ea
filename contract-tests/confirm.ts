/**
 * A random case that failed on a deployment: it is caught as it is, made smaller on the mock, where that costs nothing, and the smaller one is
 * performed once where the failure was seen. What shows the failure is the evidence.
 */
import { RandomFinding } from './random-finding.ts';
import { Finding, NotTestable, Stopped, Undecided } from './verdict.ts';

/** A case that failed, with the path that repeats it. */
export type Caught = { readonly finding: Finding; readonly path: string };

export type Smaller = {
  readonly path: string;
  /** Performs it on the deployment. Throws its finding, if it has one. */
  readonly perform: () => Promise<void>;
};

/** Why there is nothing to confirm. */
export type Unshrunk = keyof typeof unshrunk;

const unshrunk = {
  'no-mock': 'It is a random case, as it was found.',
  'not-there': 'It is a random case, as it was found: on the mock it does not come to be judged.',
  'no-smaller': 'It is a random case, and the mock finds no smaller one that is judged alike.',
} as const;

const kept = 'It is a random case, as it was found: made smaller on the mock,';

export const confirm = async ({ finding, path }: Caught, smaller: Smaller | Unshrunk): Promise<RandomFinding> => {
  if (typeof smaller === 'string') return new RandomFinding(finding, unshrunk[smaller], path);
  try {
    await smaller.perform();
  } catch (error) {
    if (error instanceof Finding && error.clause === finding.clause) {
      const remark =
        'It is a random case, made smaller on the mock; the smaller one was tried here once and fails too.';
      return new RandomFinding(error, remark, smaller.path);
    }
    if (error instanceof Stopped) {
      return new RandomFinding(finding, `${kept} it could not be tried here: the budget has no room for it.`, path);
    }
    if (error instanceof NotTestable) {
      return new RandomFinding(finding, `${kept} it could not be tried here (${error.message}).`, path);
    }
    if (!(error instanceof Finding || error instanceof Undecided)) throw error;
  }
  const remark = `${kept} it does not fail here. It is likely flaky, or depends on what came before.`;
  return new RandomFinding(finding, remark, path);
};
