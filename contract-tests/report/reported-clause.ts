/** What is known of each clause after a run, as reports tell it. */
import { type ClauseId, clauseList, clauses } from '../../spec/clauses.ts';
import type { Level, Section } from '../../spec/clause.ts';
import type { Check, Profile } from '../check.ts';
import type { Outcome } from '../judge.ts';
import { defectsOf } from '../power/measured.ts';
import { power as measuredPower } from '../power/power.ts';
import { reasons } from '../reasons.ts';
import { type Verdict, isFinding, verdicts } from '../verdict.ts';
import type { ReportedCheck } from './reported-check.ts';
import type { Telling } from './telling.ts';

export type ReportedClause = {
  readonly id: ClauseId;
  /** The worst of its checks; a pass that never judged it is none. */
  readonly verdict: Verdict;
  readonly checks: readonly string[];

  readonly section: Section;
  readonly level: Level;
  readonly text: string;
  /** A finding blames this very clause. */
  readonly broken: boolean;
  /** Why it is not testable. */
  readonly reason: string | null;
  /** Deliberate ones that break it, and how many of them the checks which judged it are known to catch; null where nothing came to a judgement. */
  readonly defects: { readonly known: number; readonly caught: number | null };
};

/** Those that were judged; and, unless the user narrowed the catalogue, all others of the server's side with the reason why they were not. */
export const reportedClauses = (
  checks: readonly ReportedCheck[],
  outcomes: readonly Outcome[],
  profile: Profile,
  { isNarrowed, catalogue, power = measuredPower }: Telling,
): readonly ReportedClause[] => {
  const blamed = new Set(outcomes.flatMap(({ clause, verdict }) => (isFinding({ verdict }) && clause ? [clause] : [])));
  const byClause = new Map<ClauseId, ReportedCheck[]>();
  for (const check of checks) {
    for (const id of check.clauses) byClause.set(id, [...(byClause.get(id) ?? []), check]);
  }
  return clauseList.flatMap(({ id, section, side, level, text }): ReportedClause[] => {
    const judges = byClause.get(id) ?? [];
    if (judges.length === 0 && (side !== 'server' || isNarrowed)) return [];
    const verdict = worst(judges.map((one) => verdictOf(one, id)));
    const reason = verdict !== 'not_testable' ? null : judges.length > 0 ? whyNot(judges) : unjudged(id, catalogue);
    const judging = judgesOf(id, outcomes);
    const defects = defectsOf(power, id, judging, profile);
    return [
      {
        id,
        verdict,
        checks: judges.map((one) => one.id),
        section,
        level,
        text,
        broken: blamed.has(id),
        reason,
        defects: judging.length === 0 ? { ...defects, caught: null } : defects,
      },
    ];
  });
};

/** What a check says of one of its clauses: a pass that never came to judge it says nothing. */
export const verdictOf = (check: ReportedCheck, id: ClauseId): Verdict => {
  if (!hasPassed(check)) return check.verdict;
  return (check.conclusions[id] ?? 0) === 0 ? 'not_testable' : 'pass';
};

/** Also where the pass is a gap in the proof as a whole: the clauses that it did judge were kept. */
export const hasPassed = ({ verdict, vacuous }: ReportedCheck): boolean => verdict === 'pass' || vacuous;

/** Checks that came to judge it, with all of their cases. */
const judgesOf = (id: ClauseId, outcomes: readonly Outcome[]): readonly string[] =>
  outcomes.flatMap(({ check, conclusions, verdict }) =>
    (verdict === 'pass' || isFinding({ verdict })) && (conclusions[id] ?? 0) > 0 && check.path === undefined
      ? [check.id]
      : [],
  );

const worst = (all: readonly Verdict[]): Verdict => verdicts.find((verdict) => all.includes(verdict)) ?? 'not_testable';

const whyNot = (judges: readonly ReportedCheck[]): string =>
  [...new Set(judges.map((one) => (hasPassed(one) ? 'never judged' : one.message)))].join('; ');

const unjudged = (id: ClauseId, catalogue: readonly Check[]): string => {
  const others = catalogue.filter((one) => one.clauses.includes(id));
  if (others.length > 0) return `its checks belong to a larger profile: --profile ${others[0]?.profile ?? 'deep'}`;
  return reasons[id] ?? 'it has no check';
};

export const clauseText = (id: ClauseId): string => clauses[id].text;
