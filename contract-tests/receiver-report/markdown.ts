/** The report as Markdown, for a pull request or the summary page of a build. */
import { plural } from '../report/figures.ts';
import { code, fenced, prose, text } from '../report/markdown.ts';
import { verdictWords } from '../report/words.ts';
import { deliveryLines } from './delivery.ts';
import { type ClauseFindings, casesByReason, findingsByClause } from './findings.ts';
import type { ReceiverReport, ReportedCase } from './report.ts';
import { course, receiverHeadline, remarks, saidOf, tally } from './words.ts';

export const receiverMarkdown = (report: ReceiverReport): string =>
  `${[
    `## ${text(receiverHeadline(report))}`,
    `${code(report.target)}: ${text(course(report))}. ${text(tally(report))}.`,
    ...remarks(report).map(text),
    ...findingsByClause(report, 3).map(finding),
    clauseTable(report),
    ...unjudged(report),
  ].join('\n\n')}\n`;

const finding = ({ clause, text: said, verdict, first, more }: ClauseFindings): string =>
  [
    `### ${verdict === 'fail' ? '❌' : '⚠️'} ${prose(said)}`,
    code(clause),
    ...first.map(caseOf),
    ...(more.length === 0
      ? []
      : [`And in ${plural(more.length, 'more case')}: ${more.map(({ id }) => code(id)).join(', ')}`]),
  ].join('\n\n');

const caseOf = ({ id, title, message, advice, deliveries }: ReportedCase): string =>
  [
    `- ${code(id)} ${text(title)}: ${text(message)}`,
    `**Do:** ${text(advice)}`,
    `<details><summary>What was sent</summary>\n\n${fenced(deliveries.flatMap(deliveryLines).join('\n'))}\n\n</details>`,
  ].join('\n\n');

const clauseTable = ({ clauses }: ReceiverReport): string =>
  [
    '| clause | verdict | by the cases that judge it; a case can judge several |',
    '| --- | --- | --- |',
    ...clauses.map(
      (clause) =>
        `| ${code(clause.id)} ${prose(clause.text)} | ${verdictWords[clause.verdict]} | ${text(saidOf(clause))} |`,
    ),
  ].join('\n');

const unjudged = (report: ReceiverReport): string[] => {
  const rows = (['undecidable', 'not_testable'] as const).flatMap((verdict) =>
    casesByReason(report, verdict).map(
      ([reason, cases]) =>
        `- ${text(verdictWords[verdict])}, ${text(reason)}: ${cases.map(({ id }) => code(id)).join(', ')}`,
    ),
  );
  return rows.length === 0
    ? []
    : [`<details><summary>Left open, or not judged</summary>\n\n${rows.join('\n')}\n\n</details>`];
};
