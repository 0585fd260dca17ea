/** What is known of each clause of the receiver's side after a run. */
import type { Level } from '../../spec/clause.ts';
import { type ClauseId, clauseList } from '../../spec/clauses.ts';
import { plural } from '../report/figures.ts';
import type { CaseOutcome } from '../receiver-cases/case-outcome.ts';
import { type Verdict, verdicts } from '../verdict.ts';

export type ReportedReceiverClause = {
  readonly id: ClauseId;
  readonly text: string;
  readonly level: Level;
  /** The worst of its cases. */
  readonly verdict: Verdict;
  /** Those that say something of it. */
  readonly cases: readonly string[];
  /** Why it is not testable, or how much of it was left open. */
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
      const count = (wanted: Verdict): number => said.filter((each) => each.verdict === wanted).length;
      const reason = {
        not_testable: unseenFromOutside[id] ?? (why || 'none of its cases came to judge it'),
        undecidable: `kept in ${plural(count('pass'), 'case')}, left open in ${count('undecidable')}`,
        pass: null,
        fail: null,
        warn: null,
      }[verdict];
      return [{ id, text, level, verdict, cases: said.map(({ outcome }) => outcome.case.id), reason }];
    });

/** What a case says of a clause: a finding, and what is undecidable, is about one clause alone. */
const verdictOn = ({ case: one, verdict, clause }: CaseOutcome, id: ClauseId): Verdict | undefined => {
  if (clause !== undefined) return clause === id ? verdict : undefined;
  return one.clauses.includes(id) ? verdict : undefined;
};
