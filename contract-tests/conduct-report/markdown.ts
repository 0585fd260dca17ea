/** The scorecards as Markdown, for a pull request or the summary page of a build. */
import { type ConductVerdict, conductVerdicts } from '../conduct/conduct-verdict.ts';
import type { RuleVerdict, Scorecard } from '../conduct/scorecard.ts';
import { plural } from '../report/figures.ts';
import { code, fenced, prose, text } from '../report/markdown.ts';
import { blamedClause, bySection, isLapsed, textOfClause } from './by-section.ts';
import { exhibitLines } from './entry-line.ts';
import type { ConductReport } from './report.ts';
import { commandFor } from './stories.ts';
import { unseenOf } from './unseen.ts';
import { conductHeadline, conductWords, ofAccount, readFrom } from './words.ts';

export const conductMarkdown = (report: ConductReport): string =>
  `${[`## ${text(conductHeadline(report))}`, ...report.scorecards.flatMap(cardOf), ...cannotBeObserved(report)].join('\n\n')}\n`;

const cardOf = (card: Scorecard): string[] => [
  `${text(ofAccount(card))}: ${text(readFrom(card))}.`,
  ...card.rules.filter(isLapsed).map((rule) => lapsed(rule, card)),
  ...(card.rules.length === 0 ? [] : [sectionTable(card)]),
  ...folded('Kept', card, 'pass'),
  ...folded('No occasion', card, 'not_testable'),
];

const lapsed = (rule: RuleVerdict, { evidence }: Scorecard): string => {
  const clause = blamedClause(rule);
  const lapses = rule.lapses.slice(0, lapsesMax);
  const left = rule.lapses.length - lapses.length;
  const shown = lapses.flatMap(({ entries }) => exhibitLines(entries, evidence, exhibitsMax));
  return [
    `### ${rule.verdict === 'fail' ? '❌' : '⚠️'} ${prose(rule.title)}`,
    `${code(clause)}: ${prose(textOfClause(clause))}`,
    [...lapses.map(({ message }) => `- ${prose(message)}`), ...(left > 0 ? [`- and ${left} more`] : [])].join('\n'),
    `**Do:** ${prose(rule.advice)}`,
    `<details><summary>${plural(shown.length, 'line')} of the journal</summary>\n\n${fenced(shown.join('\n'))}\n\n</details>`,
  ].join('\n\n');
};

const lapsesMax = 10;
const exhibitsMax = 10;

const sectionTable = ({ rules }: Scorecard): string =>
  [
    `| Rules by section | ${conductVerdicts.map((verdict) => conductWords[verdict]).join(' | ')} |`,
    `| --- |${conductVerdicts.map(() => ' ---: |').join('')}`,
    ...bySection(rules).map(({ title, rules: own }) => {
      const cells = conductVerdicts.map((verdict) => own.filter((rule) => rule.verdict === verdict).length || '');
      return `| ${title} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');

const folded = (title: string, { rules }: Scorecard, wanted: ConductVerdict): string[] =>
  list(
    title,
    rules
      .filter(({ verdict }) => verdict === wanted)
      .map((rule) => {
        const command = commandFor(rule);
        const hint = command === undefined ? '' : `; an occasion: ${code(command)}`;
        return `${code(rule.id)} (${code(blamedClause(rule))}): ${prose(rule.message)}${hint}`;
      }),
  );

/** Once for all cards: it is the same for each client. */
const cannotBeObserved = (report: ConductReport): string[] =>
  list(
    'Cannot be observed',
    unseenOf(report).map(({ clause, why }) => `${code(clause)}: ${prose(why)}`),
  );

const list = (title: string, rows: readonly string[]): string[] =>
  rows.length === 0
    ? []
    : [`<details><summary>${title}</summary>\n\n${rows.map((row) => `- ${row}`).join('\n')}\n\n</details>`];
