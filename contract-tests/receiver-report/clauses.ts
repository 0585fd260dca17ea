/** What is known of each clause of the receiver's side after a run. */
import type { Level } from '../../spec/clause.ts';
import { type ClauseId, clauseList } from '../../spec/clauses.ts';
import type { CaseOutcome } from '../receiver-cases/case-outcome.ts';
import { type Verdict, verdicts } from '../verdict.ts';

export type ReportedReceiverClause = {
  readonly id: ClauseId;
  readonly text: string;
  readonly level: Level;
  /** The worst of its cases. */
  readonly verdict: Verdict;
  /** Those that say something of it: a case that passes says it of each clause that it names. */
  readonly cases: readonly string[];
  /** These cases by what they say of it. */
  readonly case_summary: { readonly [verdict in Verdict]: number };
  /** Why it is not testable. */
  readonly reason: string | null;
};

/** Clauses that no delivery can show to be kept or broken, each with its reason. */
export const unseenFromOutside: { readonly [clause in ClauseId]?: string } = {
  'events.signature.constant-time':
    'Differences of nanoseconds drown in the network and in the load of the machine: read the code, which should call a comparison made for this (timingSafeEqual, hmac.compare_digest, hash_equals).',
};

/** @param isNarrowed only some cases were selected: of clauses that they do not judge nothing is said */
export const receiverClauses = (
  outcomes: readonly CaseOutcome[],
  isNarrowed: boolean,
): readonly ReportedReceiverClause[] =>
  clauseList
    .filter(({ side }) => side === 'receiver')
    .flatMap(({ id, text, level }): ReportedReceiverClause[] => {
      const said = outcomes.flatMap((outcome) => {
        const verdict = verdictOn(outcome, id);
        return verdict === undefined ? [] : [{ outcome, verdict }];
      });
      if (said.length === 0 && isNarrowed) return [];
      const verdict = verdicts.find((one) => said.some((each) => each.verdict === one)) ?? 'not_testable';
      const why = [...new Set(said.map(({ outcome }) => outcome.message))].join('; ');
      const reason =
        verdict === 'not_testable' ? (unseenFromOutside[id] ?? (why || 'none of its cases came to judge it')) : null;
      const cases = said.map(({ outcome }) => outcome.case.id);
      return [{ id, text, level, verdict, cases, case_summary: countVerdicts(said), reason }];
    });

export const countVerdicts = (
  all: readonly { readonly verdict: Verdict }[],
): { readonly [verdict in Verdict]: number } => {
  const count = (wanted: Verdict): number => all.filter(({ verdict }) => verdict === wanted).length;
  return {
    fail: count('fail'),
    warn: count('warn'),
    undecidable: count('undecidable'),
    pass: count('pass'),
    not_testable: count('not_testable'),
  };
};

/** What a case says of a clause: a finding, and what is undecidable, is about one clause alone. */
const verdictOn = ({ case: one, verdict, clause }: CaseOutcome, id: ClauseId): Verdict | undefined => {
  if (clause !== undefined) return clause === id ? verdict : undefined;
  return one.clauses.includes(id) ? verdict : undefined;
};
