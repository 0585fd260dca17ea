/** The summary that a person reads on a terminal: findings first, then the sections of the document, then what was not judged and why. */
import { sections } from '../../spec/clause.ts';
import { type Verdict, isFinding, verdicts } from '../verdict.ts';
import { isUnsure, worthOf, worthOfAll } from './defects.ts';
import { rowsOf, sightLine, verdictOn } from './drift.ts';
import { plural, shortTime, usd } from './figures.ts';
import { line as exchangeLine } from './line.ts';
import type { Report } from './report.ts';
import type { ReportedCheck } from './reported-check.ts';
import { clauseText } from './reported-clause.ts';
import { frameLines, streamLine } from './stream.ts';
import { brokenWords, hasMet, verdictWords } from './words.ts';

/** Ways to colour; each may be the identity. */
export type Colors = {
  readonly [name in 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan']: (text: string) => string;
};

export const textOf = (report: Report, colors: Colors): string =>
  [
    head(report, colors),
    ...report.checks.filter(isFinding).map((one) => finding(one, colors)),
    sectionTable(report, colors),
    unjudged(report, colors),
    vacuous(report, colors),
    weaker(report, colors),
    expected(report, colors),
    money(report, colors),
    drift(report, colors),
    conclusion(report, colors),
  ]
    .filter((part) => part !== '')
    .join('\n\n') + '\n';

const head = (
  { target, target_kind, profile, seed, checks, clauses, requests, duration_ms }: Report,
  { bold, dim }: Colors,
): string =>
  `${bold(target_kind === 'mock' ? 'The mock, in this process' : target)}\n${dim(
    `${profile} profile, seed ${seed}: ${plural(checks.length, 'check')}, ${plural(requests, 'request')} in ${shortTime(duration_ms / 1_000)}`,
  )}${worthOfAll(clauses) === '' ? '' : `\n${dim(worthOfAll(clauses))}`}`;

const finding = (check: ReportedCheck, colors: Colors): string => {
  const { bold, dim, red, yellow } = colors;
  const { clause, expected: wanted, actual, exchanges, streams, alternatives } = check.evidence;
  const label = check.verdict === 'fail' ? red('FAIL') : yellow('WARN');
  const rows = [
    `${label}  ${bold(check.id)}  ${check.title}`,
    ...(clause === null ? [] : [`      ${clause}: ${clauseText(clause)}`]),
    ...(wanted === null ? [] : [`      ${dim('expected ')} ${wanted}`]),
    ...(actual === null ? [] : [`      ${dim('actual   ')} ${actual}`]),
    ...alternatives.map(({ gap, accepted }) => `      ${dim('left open')} ${gap}: ${accepted}`),
    ...[
      ...exchanges.map(exchangeLine),
      ...streams.flatMap((one) => [streamLine(one), ...frameLines(one).map(indented)]),
    ].map((one) => `      ${dim(one)}`),
    `      ${dim('again:')} ${check.replay_command}`,
    ...(check.expected_failure === null ? [] : [`      ${dim('expected, because')} ${check.expected_failure}`]),
  ];
  return rows.join('\n');
};

const indented = (text: string): string => `  ${text}`;

const sectionTable = ({ clauses }: Report, { bold, dim, red, green, yellow }: Colors): string => {
  const rows = Object.entries(sections).flatMap(([section, title]) => {
    const own = clauses.filter((clause) => clause.section === section);
    return own.length === 0 ? [] : [{ title, own }];
  });
  if (rows.length === 0) return '';
  const shown = ['pass', 'fail', 'warn', 'undecidable', 'not_testable'] as const;
  const paint = { pass: green, fail: red, warn: yellow, undecidable: yellow, not_testable: dim } as const;
  const width = Math.max(...rows.map(({ title }) => title.length), 'Clauses by section'.length);
  const cell = (text: string, verdict: Verdict): string => text.padStart(verdictWords[verdict].length + 2);
  return [
    bold('Clauses by section'.padEnd(width)) +
      shown.map((verdict) => dim(cell(verdictWords[verdict], verdict))).join(''),
    ...rows.map(
      ({ title, own }) =>
        title.padEnd(width) +
        shown
          .map((verdict) => {
            const count = own.filter((clause) => clause.verdict === verdict).length;
            return count === 0 ? dim(cell('·', verdict)) : paint[verdict](cell(String(count), verdict));
          })
          .join(''),
    ),
  ].join('\n');
};

/** By reason, the most frequent first. */
const unjudged = ({ checks, clauses }: Report, { bold, dim }: Colors): string => {
  const reasons = new Map<string, string[]>();
  const add = (reason: string, id: string): void => void reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  for (const { id, verdict, message, counts } of checks) {
    if (verdict === 'not_testable') add(counts ? `${message} (under --strict a finding)` : message, id);
    else if (verdict === 'undecidable') add(message, id);
  }
  const unchecked = clauses.filter((one) => one.checks.length === 0).length;
  if (reasons.size === 0 && unchecked === 0) return '';
  const rows = [...reasons]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(
      ([reason, ids]) =>
        `  ${reason} ${dim(`(${ids.length > 3 ? `${ids.slice(0, 2).join(', ')} and ${ids.length - 2} more` : ids.join(', ')})`)}`,
    );
  return [
    bold('Not judged'),
    ...rows,
    ...(unchecked === 0
      ? []
      : [`  ${plural(unchecked, 'clause')} without a check in this run ${dim('(the reports say why)')}`]),
  ].join('\n');
};

const vacuous = ({ checks }: Report, { bold, dim }: Colors): string => {
  const hollow = checks.filter((one) => one.vacuous && one.verdict === 'pass');
  if (hollow.length === 0) return '';
  return [bold('Passed without judging'), ...hollow.map(({ id, message }) => `  ${id} ${dim(message)}`)].join('\n');
};

/** Passes that say less than the others. */
const weaker = ({ clauses }: Report, { bold, dim }: Colors): string => {
  const all = clauses.filter(isUnsure);
  if (all.length === 0) return '';
  return [
    bold('Passed, and less sure'),
    ...all.slice(0, weakerMax).map((clause) => `  ${clause.id} ${dim(worthOf(clause))}`),
    ...(all.length > weakerMax ? [`  ${dim(`and ${all.length - weakerMax} more, in the reports`)}`] : []),
  ].join('\n');
};

const weakerMax = 5;

const states = {
  met: 'found, as expected',
  expired: 'expired: mend it, or give it a new day',
  stale: 'stale: it is not found any more, so take it out',
  unseen: 'its checks came to no verdict in this run',
} as const;

const expected = ({ expected_failures }: Report, { bold, dim, red }: Colors): string =>
  expected_failures.length === 0
    ? ''
    : [
        bold('Expected failures'),
        ...expected_failures.map(({ id, state, expires, reason }) => {
          const told = state === 'expired' || state === 'stale' ? red(states[state]) : states[state];
          return `  ${id}: ${told} ${dim(`(until ${expires}; ${reason})`)}`;
        }),
      ].join('\n');

const money = ({ money: spent, target_kind }: Report, { bold, yellow }: Colors): string => {
  if (spent === null || target_kind !== 'deployment') return '';
  const { by_balance_usd: lost, at_most_usd: most, remark } = spent;
  const told = lost === null ? `up to ${usd(most)}` : `${usd(lost)} by the balance, up to ${usd(most)} by our count`;
  return `${bold('Spent')} ${told}${remark === null ? '' : `\n  ${yellow(remark)}`}`;
};

const drift = ({ drift: differences }: Report, { bold, dim }: Colors): string => {
  if (differences === null) return '';
  if (differences.length === 0) return `${bold('Drift')} none in what these checks sent: a larger profile sends more`;
  return [
    bold('Drift'),
    ...differences.flatMap((one) => {
      const rows = rowsOf(one);
      // Of what is unexplained both sides are shown; of the rest the other reports tell more.
      const example = one.kind === 'unexplained' ? rows[0]?.example : undefined;
      return [
        `  ${verdictOn(one).replaceAll('`', '')}${'checkId' in one ? ` ${dim(one.checkId)}` : ''}`,
        ...rows.slice(0, rowsMax).map(({ told }) => `      ${dim(told)}`),
        ...(rows.length > rowsMax ? [`      ${dim(`and ${rows.length - rowsMax} more, in the reports`)}`] : []),
        ...(example
          ? [
              `      ${dim(`the mock       ${sightLine(example.mock)}`)}`,
              `      ${dim(`the deployment ${sightLine(example.deployment)}`)}`,
            ]
          : []),
      ];
    }),
  ].join('\n');
};

const rowsMax = 3;

const conclusion = (report: Report, { bold, green, red, yellow }: Colors): string => {
  const { summary, broken, stopped, checks, exit_code } = report;
  const told = verdicts
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => `${summary[verdict]} ${verdictWords[verdict]}`)
    .join(', ');
  const against = checks.filter((one) => one.counts).length;
  const end = {
    0: () =>
      checks.every((one) => one.vacuous || one.verdict === 'not_testable' || one.verdict === 'undecidable')
        ? yellow(bold('Nothing was judged.'))
        : green(bold(hasMet(report) ? 'No finding but what was expected.' : 'It keeps what was judged.')),
    1: () => red(bold(against === 0 ? 'An expected failure is out of date.' : `${plural(against, 'finding')}.`)),
    3: () => red(bold(`${brokenWords(report)}: ${broken.join('; ')}`)),
    4: () =>
      yellow(
        bold(
          `Stopped: ${stopped ?? ''}. ${plural(checks.filter((one) => one.message.startsWith('left out')).length, 'check')} left out.`,
        ),
      ),
    2: () => '',
  }[exit_code]();
  return `${told}\n${end}`;
};
