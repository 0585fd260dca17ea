/** What the judge of clients found, as it is told: one scorecard for each account, and whether that is a reason to fail. */
import { type ConductVerdict, conductVerdicts } from '../conduct/conduct-verdict.ts';
import type { Scorecard } from '../conduct/scorecard.ts';
import { visible } from '../report/visible.ts';
import type { FailOn } from './fail-on.ts';

export type ConductReport = {
  readonly tool: 'understudy';
  readonly version: string;
  /** Where the journal came from. */
  readonly source: string;
  readonly fail_on: FailOn;
  readonly exit_code: 0 | 1;
  /** Of all scorecards together. */
  readonly summary: Scorecard['summary'];
  readonly scorecards: readonly Scorecard[];
};

export type ConductTelling = { readonly version: string; readonly source: string; readonly failOn: FailOn };

/** Nothing in it steers a terminal: paths, headers and bodies are a client's own. */
export const conductReportOf = (
  cards: readonly Scorecard[],
  { version, source, failOn }: ConductTelling,
): ConductReport => {
  const isBroken = cards.some(({ rules }) => rules.some(({ verdict }) => counts(verdict, failOn)));
  return shown({
    tool: 'understudy',
    version,
    source,
    fail_on: failOn,
    exit_code: isBroken ? 1 : 0,
    summary: sumOf(cards),
    scorecards: cards,
  });
};

/** Whether a verdict is a reason to fail. */
export const counts = (verdict: ConductVerdict, failOn: FailOn): boolean =>
  failOn !== 'never' && (verdict === 'fail' || (verdict === 'warn' && failOn === 'warn'));

const sumOf = (cards: readonly Scorecard[]): Scorecard['summary'] => {
  const sum = (verdict: ConductVerdict): number => cards.reduce((all, { summary }) => all + summary[verdict], 0);
  return { fail: sum('fail'), warn: sum('warn'), pass: sum('pass'), not_testable: sum('not_testable') };
};

/** Bodies, which are called `text`, keep their lines. */
const shown = (report: ConductReport): ConductReport =>
  JSON.parse(
    JSON.stringify(report, (key, inner: unknown) =>
      typeof inner === 'string' ? visible(inner, { keepsLines: key === 'text' }) : inner,
    ),
  ) as ConductReport;

export const verdictsIn = (summary: Scorecard['summary']): readonly ConductVerdict[] =>
  conductVerdicts.filter((verdict) => summary[verdict] > 0);
