/** The scorecard that a person reads on a terminal: lapses by section first, each with its evidence, its clause and what to do about it. */
import type { RuleVerdict, Scorecard } from '../conduct/scorecard.ts';
import { plural } from '../report/figures.ts';
import type { Colors } from '../report/text.ts';
import { blamedClause, bySection, isLapsed, textOfClause } from './by-section.ts';
import { exhibitLines } from './entry-line.ts';
import type { ConductReport } from './report.ts';
import { commandFor } from './stories.ts';
import { unseenOf } from './unseen.ts';
import { conductHeadline, ofAccount, readFrom, tally } from './words.ts';

/** @param isBrief lapses only, for output that stands below another program's */
export const conductText = (report: ConductReport, colors: Colors, { isBrief = false } = {}): string => {
  const cards = isBrief ? report.scorecards.filter(({ rules }) => rules.some(isLapsed)) : report.scorecards;
  return (
    [...cards.map((card) => cardText(card, colors, isBrief)), unseenText(report, colors), conclusion(report, colors)]
      .filter((part) => part !== '')
      .join('\n\n') + '\n'
  );
};

const cardText = (card: Scorecard, colors: Colors, isBrief: boolean): string =>
  [
    `${colors.bold(ofAccount(card))}\n${colors.dim(readFrom(card))}`,
    ...bySection(card.rules.filter(isLapsed)).map(
      ({ title, rules }) => `${colors.cyan(title)}\n${rules.map((rule) => lapsed(rule, card, colors)).join('\n\n')}`,
    ),
    ...(isBrief ? [] : [rest(card, colors)]),
  ].join('\n\n');

const lapsed = (rule: RuleVerdict, { evidence }: Scorecard, { bold, dim, red, yellow }: Colors): string => {
  const clause = blamedClause(rule);
  return [
    `${rule.verdict === 'fail' ? red('FAIL') : yellow('WARN')}  ${bold(rule.id)}  ${rule.title.replaceAll('`', '')}`,
    ...rule.lapses
      .slice(0, lapsesMax)
      .flatMap(({ message, entries }) => [
        `      ${message}`,
        ...exhibitLines(entries, evidence, exhibitsMax).map((line) => `        ${dim(line)}`),
      ]),
    ...(rule.lapses.length > lapsesMax
      ? [`      ${dim(`and ${plural(rule.lapses.length - lapsesMax, 'more lapse')}, in the reports`)}`]
      : []),
    `      ${dim('says')} ${textOfClause(clause).replaceAll('`', '')} ${dim(clause)}`,
    `      ${dim('do  ')} ${rule.advice.replaceAll('`', '')}`,
  ].join('\n');
};

const lapsesMax = 3;
const exhibitsMax = 6;

const rest = ({ rules, summary }: Scorecard, { bold, dim, green }: Colors): string => {
  const kept = rules.filter(({ verdict }) => verdict === 'pass');
  const idle = rules.filter(({ verdict }) => verdict === 'not_testable');
  return [
    `${bold('Kept')} ${green(plural(summary.pass, 'rule'))}`,
    ...kept.map((rule) => `  ${rule.id} ${dim(blamedClause(rule))}`),
    ...(idle.length === 0
      ? []
      : [
          `${bold('No occasion')} ${plural(idle.length, 'rule')}, for want of`,
          ...idle.flatMap((rule) => {
            const command = commandFor(rule);
            return [
              `  ${rule.id} ${dim(`${rule.message.replace(/^nothing to judge: /, '')} (${blamedClause(rule)})`)}`,
              ...(command === undefined ? [] : [`    ${dim('try')} ${command}`]),
            ];
          }),
        ]),
  ].join('\n');
};

/** Once for all cards: it is the same for each client. */
const unseenText = (report: ConductReport, { bold, dim }: Colors): string => {
  const unseen = unseenOf(report);
  if (unseen.length === 0) return '';
  return [
    `${bold('Cannot be observed')} ${plural(unseen.length, 'clause')}`,
    ...unseen.map(({ clause, why }) => `  ${clause} ${dim(why)}`),
  ].join('\n');
};

const conclusion = (report: ConductReport, { bold, green, red, yellow }: Colors): string => {
  const { fail, warn, pass } = report.summary;
  const paint = fail > 0 ? red : warn > 0 || pass === 0 ? yellow : green;
  return [tally(report.summary), paint(bold(`${conductHeadline(report)}.`))].filter((line) => line !== '').join('\n');
};
