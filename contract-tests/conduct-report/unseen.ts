/** What no journal can show, once for a whole report. */
import type { Scorecard } from '../conduct/scorecard.ts';
import type { ConductReport } from './report.ts';

export const unseenOf = ({ scorecards }: Pick<ConductReport, 'scorecards'>): Scorecard['not_observable'] => [
  ...new Map(scorecards.flatMap((card) => card.not_observable.map((one) => [one.clause, one]))).values(),
];
