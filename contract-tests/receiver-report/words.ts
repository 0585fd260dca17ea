/** How a run is summed up for people. */
import { plural, shortTime } from '../report/figures.ts';
import { verdictWords } from '../report/words.ts';
import { isFinding, verdicts } from '../verdict.ts';
import type { ReportedReceiverClause } from './clauses.ts';
import type { ReceiverReport } from './report.ts';

export const receiverHeadline = ({ cases, summary, stopped }: ReceiverReport): string => {
  const findings = cases.filter(isFinding);
  const broken = new Set(findings.map(({ clause }) => clause)).size;
  if (findings.length > 0) return `${plural(broken, 'clause')} broken, in ${plural(findings.length, 'case')}`;
  if (stopped) return 'Stopped before the end';
  return summary.pass === 0 ? 'Nothing was judged' : `It keeps what was judged, in ${plural(summary.pass, 'case')}`;
};

/** By the worst that was found, whatever the exit code makes of it. */
export const toneOf = ({ summary, stopped }: ReceiverReport): 'good' | 'odd' | 'bad' => {
  if (summary.fail > 0) return 'bad';
  return summary.warn > 0 || stopped || summary.pass === 0 ? 'odd' : 'good';
};

/** `Cases: 6 fail, 139 pass` */
export const tally = ({ summary }: ReceiverReport): string => {
  const shown = verdicts.filter((verdict) => summary[verdict] > 0);
  if (shown.length === 0) return 'No cases';
  return `Cases: ${shown.map((verdict) => `${summary[verdict]} ${verdictWords[verdict]}`).join(', ')}`;
};

/** What its cases say of a clause: `broken in 6 cases, kept in 1`. */
export const saidOf = ({ case_summary: by, reason }: ReportedReceiverClause): string => {
  if (reason !== null) return reason;
  const counts = [
    ['broken', by.fail + by.warn],
    ['kept', by.pass],
    ['left open', by.undecidable],
    ['not judged', by.not_testable],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([how, count], place) => `${how} in ${place === 0 ? plural(count, 'case') : count}`)
    .join(', ');
};

/** What was done, and how fast the receiver was. */
export const course = (report: ReceiverReport): string => {
  const { cases, deliveries, duration_ms, slowest, wait_seconds } = report;
  const pace =
    slowest === null
      ? 'no answer came'
      : `slowest answer ${shortTime(slowest.took_ms / 1_000)} of ${wait_seconds} s (${slowest.case})`;
  return `${plural(cases.length, 'case')}, ${plural(deliveries, 'delivery').replace('deliverys', 'deliveries')} in ${shortTime(duration_ms / 1_000)}; ${pace}`;
};

/** What whoever reads the verdicts should know of this run. */
export const remarks = ({ effects, clock_ahead_seconds: ahead }: ReceiverReport): readonly string[] => [
  ...(effects === 'none' ? ['Whether it acted was not seen: --effect-url or --effect-command shows it.'] : []),
  ...(effects === 'change' ? ['What it did was seen to change, and not counted: a number shows more.'] : []),
  ...(ahead === null || Math.abs(ahead) <= 2
    ? []
    : [
        `Its clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} ours, by its Date header: that takes as much of the 300 s.`,
      ]),
];
