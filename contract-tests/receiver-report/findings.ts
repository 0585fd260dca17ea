/** The findings of a report by the clause that they are on: a receiver with one mistake often fails in many cases. */
import { type ClauseId, clauses } from '../../spec/clauses.ts';
import { isFinding } from '../verdict.ts';
import type { ReceiverReport, ReportedCase } from './report.ts';

export type ClauseFindings = {
  readonly clause: ClauseId;
  readonly text: string;
  readonly verdict: 'fail' | 'warn';
  /** Shown in full. */
  readonly first: readonly ReportedCase[];
  /** Named only. */
  readonly more: readonly ReportedCase[];
};

export const findingsByClause = ({ cases }: ReceiverReport, shownMax: number): readonly ClauseFindings[] => {
  const byClause = new Map<ClauseId, ReportedCase[]>();
  for (const one of cases.filter(isFinding)) {
    if (one.clause !== null) byClause.set(one.clause, [...(byClause.get(one.clause) ?? []), one]);
  }
  return [...byClause].map(([clause, found]) => ({
    clause,
    text: clauses[clause].text,
    verdict: found.some(({ verdict }) => verdict === 'fail') ? 'fail' : 'warn',
    first: found.slice(0, shownMax),
    more: found.slice(shownMax),
  }));
};

/** What was left open or not judged: cases by the reason. */
export const casesByReason = (
  { cases }: ReceiverReport,
  wanted: 'undecidable' | 'not_testable',
): readonly (readonly [reason: string, cases: readonly ReportedCase[]])[] => {
  const byReason = new Map<string, ReportedCase[]>();
  for (const one of cases) {
    if (one.verdict !== wanted) continue;
    const reason = wanted === 'undecidable' ? (one.gap ?? 'clocks') : one.message;
    byReason.set(reason, [...(byReason.get(reason) ?? []), one]);
  }
  return [...byReason].toSorted(([, left], [, right]) => right.length - left.length);
};
