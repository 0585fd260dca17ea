/** Deviations that are known: findings that a user expects for a while, each with a reason and a day on which it expires. */
import type { ClauseId } from '../spec/clauses.ts';
import type { Check } from './check.ts';
import type { Outcome } from './judge.ts';
import { isFinding } from './verdict.ts';

export type Expected = {
  /** Of a check or of a clause. */
  readonly id: string;
  readonly reason: string;
  /** The last day on which it holds, `2026-12-31`. */
  readonly expires: string;
  /** Where it stands, for messages. */
  readonly where: string;
};

export type Held = {
  readonly expected: Expected;
  /** `unseen`: none of its checks came to a verdict in this run. */
  readonly state: 'met' | 'expired' | 'stale' | 'unseen';
};

export const isAbout = ({ id }: Pick<Expected, 'id'>, check: Check, blamed?: ClauseId): boolean =>
  id === check.id || (blamed === undefined ? check.clauses.some((clause) => clause === id) : blamed === id);

/**
 * What became of each expectation.
 * @param isFound whether a check that it is about found something @param today `2026-12-31`
 */
export const holdAgainst = (
  all: readonly Expected[],
  outcomes: readonly Outcome[],
  isFound: (outcome: Outcome) => boolean,
  today: string,
): readonly Held[] =>
  all.map((expected) => {
    if (expected.expires < today) return { expected, state: 'expired' };
    const about = outcomes.filter(({ check }) => isAbout(expected, check));
    const found = about.some((outcome) => isFound(outcome) && isAbout(expected, outcome.check, outcome.clause));
    if (found) return { expected, state: 'met' };
    // A verdict that says nothing does not say that it is mended.
    const said = about.some((outcome) => (outcome.verdict === 'pass' && !outcome.isVacuous) || isFinding(outcome));
    return { expected, state: said ? 'stale' : 'unseen' };
  });
