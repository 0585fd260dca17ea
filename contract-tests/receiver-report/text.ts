/** The report that a person reads on a terminal: findings by clause, all clauses, and what was left open or not judged. */
import { visible } from '../report/visible.ts';
import { verdictWords } from '../report/words.ts';
import { deliveryLines } from './delivery.ts';
import { type ClauseFindings, casesByReason, findingsByClause } from './findings.ts';
import type { ReceiverReport, ReportedCase } from './report.ts';
import { course, receiverHeadline, remarks, saidOf, tally, toneOf } from './words.ts';

type Colors = {
  readonly [name in 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan']: (text: string) => string;
};

export const receiverText = (report: ReceiverReport, colors: Colors): string =>
  [
    [colors.bold(report.target), colors.dim(course(report)), ...remarks(report).map(colors.yellow)].join('\n'),
    ...findingsByClause(report, shownMax).map((found) => finding(found, colors)),
    clauseTable(report, colors),
    leftOpen(report, colors),
    notJudged(report, colors),
    conclusion(report, colors),
  ]
    .filter((part) => part !== '')
    .join('\n\n') + '\n';

/** Of each clause. */
const shownMax = 2;
/** Deliveries of each case: the last ones, which it failed with. */
const deliveriesMax = 3;

const finding = ({ clause, text, verdict, first, more }: ClauseFindings, colors: Colors): string => {
  const { bold, dim, red, yellow } = colors;
  return [
    `${verdict === 'fail' ? red('FAIL') : yellow('WARN')}  ${bold(clause)}  ${text}`,
    ...first.flatMap((one) => caseLines(one, colors)),
    ...(more.length === 0 ? [] : [`      ${dim(`and in ${more.length} more: ${listed(more, 8)}`)}`]),
  ].join('\n');
};

const caseLines = (
  { id, title, message, deliveries, advice, again }: ReportedCase,
  { bold, dim, cyan }: Colors,
): readonly string[] => [
  `      ${bold(id)}  ${title}`,
  `        ${message}`,
  ...deliveries
    .slice(-deliveriesMax)
    .flatMap((one) => deliveryLines(one).map((line) => `        ${dim(visible(line))}`)),
  `        ${cyan('do')} ${advice}`,
  `        ${dim('again:')} ${again}`,
];

const clauseTable = ({ clauses }: ReceiverReport, { bold, dim, red, green, yellow }: Colors): string => {
  if (clauses.length === 0) return '';
  const paint = { pass: green, fail: red, warn: yellow, undecidable: yellow, not_testable: dim } as const;
  const width = Math.max(...clauses.map(({ id }) => id.length));
  return [
    `${bold('Clauses')} ${dim('by the cases that judge them; a case can judge several')}`,
    ...clauses.map(
      (clause) =>
        `  ${paint[clause.verdict](verdictWords[clause.verdict].padEnd(13))}${clause.id.padEnd(width)}  ${dim(saidOf(clause))}`,
    ),
  ].join('\n');
};

const leftOpen = (report: ReceiverReport, { bold, dim }: Colors): string => {
  const open = casesByReason(report, 'undecidable');
  if (open.length === 0) return '';
  return [
    bold('Left open by the document, and refused by it'),
    ...open.map(([gap, cases]) => `  ${gap}: ${listed(cases, 6)} ${dim(cases[0]?.advice ?? '')}`),
  ].join('\n');
};

const notJudged = (report: ReceiverReport, { bold, dim }: Colors): string => {
  const reasons = casesByReason(report, 'not_testable');
  if (reasons.length === 0) return '';
  return [bold('Not judged'), ...reasons.map(([reason, cases]) => `  ${reason} ${dim(`(${listed(cases, 3)})`)}`)].join(
    '\n',
  );
};

const listed = (cases: readonly ReportedCase[], max: number): string => {
  const ids = cases.map(({ id }) => id);
  return ids.length > max ? `${ids.slice(0, max - 1).join(', ')} and ${ids.length - max + 1} others` : ids.join(', ');
};

const conclusion = (report: ReceiverReport, { bold, green, red, yellow }: Colors): string => {
  const paint = { good: green, odd: yellow, bad: red }[toneOf(report)];
  return `${tally(report)}\n${paint(bold(`${receiverHeadline(report)}.`))}`;
};
