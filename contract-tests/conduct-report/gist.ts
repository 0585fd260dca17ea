/** A scorecard without a lapse, in a line: what was kept, and on how little of the contract that praise rests. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { ConductVerdict } from '../conduct/conduct-verdict.ts';
import { plural } from '../report/figures.ts';
import type { ConductReport } from './report.ts';
import { unseenOf } from './unseen.ts';

export const conductGist = ({ scorecards }: Pick<ConductReport, 'scorecards'>): string => {
  const kept = clausesThat('pass', scorecards);
  // One account is enough to show a clause kept.
  const idle = new Set([...clausesThat('not_testable', scorecards)].filter((id) => !kept.has(id)));
  return [
    kept.size === 0 ? 'there was nothing to judge' : `${plural(kept.size, 'clause')} kept`,
    ...(idle.size === 0 ? [] : [`${idle.size} without occasion`]),
    ...(scorecards.length === 0 ? [] : [`${unseenOf({ scorecards }).length} cannot be observed`]),
  ].join(', ');
};

const clausesThat = (verdict: ConductVerdict, cards: ConductReport['scorecards']): ReadonlySet<ClauseId> =>
  new Set(cards.flatMap(({ clauses }) => clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)));
