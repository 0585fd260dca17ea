/** The report as Markdown, for a pull request or the summary page of a build. */
import { sections } from '../../spec/clause.ts';
import { isFinding, verdicts } from '../verdict.ts';
import { caughtOf, isUnsure, worthOf, worthOfAll } from './defects.ts';
import { rowsOf, sightLine, verdictOn } from './drift.ts';
import { plural, shortTime, usd } from './figures.ts';
import { line } from './line.ts';
import type { Report } from './report.ts';
import type { ReportedCheck } from './reported-check.ts';
import { clauseText } from './reported-clause.ts';
import { frameLines, streamLine } from './stream.ts';
import { brokenWords, headline, verdictWords } from './words.ts';

export const markdownOf = (report: Report): string => {
  const { target, target_kind, profile, seed, checks, requests, duration_ms, spent_usd } = report;
  const findings = checks.filter(isFinding);
  return (
    [
      `## ${text(headline(report))}`,
      `${target_kind === 'mock' ? 'The mock in process' : code(target)}, ${profile} profile, seed ${seed}: ` +
        `${plural(checks.length, 'check')}, ${plural(requests, 'request')} in ${shortTime(duration_ms / 1_000)}` +
        `${target_kind === 'deployment' ? `, ${usd(spent_usd)} spent` : ''}.`,
      ...(worthOfAll(report.clauses) === '' ? [] : [`What a pass is worth: ${worthOfAll(report.clauses)}.`]),
      ...(report.broken.length > 0 ? [`**${brokenWords(report)}:** ${text(report.broken.join('; '))}`] : []),
      ...(report.stopped === null ? [] : [`**It stopped:** ${text(report.stopped)}`]),
      ...findings.map(finding),
      sectionTable(report),
      unjudged(report),
      vacuous(report),
      weaker(report),
      ...expected(report),
      ...(report.money?.remark ? [`**Money:** ${text(report.money.remark)}`] : []),
      ...drift(report),
    ]
      .filter((part) => part !== '')
      .join('\n\n') + '\n'
  );
};

const finding = (check: ReportedCheck): string => {
  const { evidence, verdict, id, title, replay_command, expected_failure } = check;
  const { clause, expected: wanted, actual, alternatives, exchanges, streams } = evidence;
  const shown = [...exchanges.map(line), ...streams.flatMap((one) => [streamLine(one), ...frameLines(one)])];
  return [
    `### ${expected_failure !== null ? '☑️' : verdict === 'fail' ? '❌' : '⚠️'} ${text(title)}`,
    ...(clause === null ? [] : [`${code(clause)}: ${prose(clauseText(clause))}`]),
    [
      `| | |\n| --- | --- |\n| check | ${code(id)} |`,
      ...(wanted === null ? [] : [`| expected | ${text(wanted)} |`]),
      ...(actual === null ? [] : [`| actual | ${text(actual)} |`]),
      ...alternatives.map(({ gap, accepted }) => `| left open | ${code(gap)}: ${prose(accepted)} |`),
      ...(expected_failure === null ? [] : [`| expected failure | ${text(expected_failure)} |`]),
      `| again | ${code(replay_command)} |`,
    ].join('\n'),
    ...(exchanges.length === 0
      ? []
      : [
          `<details><summary>${plural(exchanges.length, 'exchange')}</summary>\n\n${fenced(shown.join('\n'))}\n\n</details>`,
        ]),
  ].join('\n\n');
};

const sectionTable = ({ clauses }: Report): string => {
  const rows = Object.entries(sections).flatMap(([section, title]) => {
    const own = clauses.filter((clause) => clause.section === section);
    if (own.length === 0) return [];
    const cells = verdicts.map((verdict) => own.filter((one) => one.verdict === verdict).length || '');
    return [`| ${title} | ${cells.join(' | ')} | ${caughtOf(own)} |`];
  });
  if (rows.length === 0) return '';
  return [
    `| Clauses by section | ${verdicts.map((verdict) => verdictWords[verdict]).join(' | ')} | defects caught |`,
    `| --- |${verdicts.map(() => ' ---: |').join('')} ---: |`,
    ...rows,
  ].join('\n');
};

const unjudged = ({ checks }: Report): string => {
  const reasons = new Map<string, number>();
  for (const { verdict, message, counts } of checks) {
    if (verdict !== 'not_testable' && verdict !== 'undecidable') continue;
    const reason = counts ? `${message} (under --strict a finding)` : message;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (reasons.size === 0) return '';
  const rows = [...reasons]
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `- ${count} × ${text(reason)}`);
  return `<details><summary>Not judged</summary>\n\n${rows.join('\n')}\n\n</details>`;
};

const vacuous = ({ checks }: Report): string => {
  const hollow = checks.filter((one) => one.vacuous && one.verdict === 'pass');
  if (hollow.length === 0) return '';
  const rows = hollow.map(({ id, message }) => `- ${code(id)}: ${text(message)}`);
  return `<details><summary>Passed without judging</summary>\n\n${rows.join('\n')}\n\n</details>`;
};

const weaker = ({ clauses }: Report): string => {
  const rows = clauses.filter(isUnsure).map((clause) => `- ${code(clause.id)}: ${text(worthOf(clause))}`);
  return rows.length === 0
    ? ''
    : `<details><summary>Passed, and less sure</summary>\n\n${rows.join('\n')}\n\n</details>`;
};

const expected = ({ expected_failures }: Report): string[] =>
  expected_failures.length === 0
    ? []
    : [
        [
          '| Expected failure | state | until | because |\n| --- | --- | --- | --- |',
          ...expected_failures.map(
            ({ id, state, expires, reason }) => `| ${code(id)} | ${state} | ${expires} | ${text(reason)} |`,
          ),
        ].join('\n'),
      ];

const drift = ({ drift: differences }: Report): string[] => {
  if (differences === null) return [];
  const told = differences.map((one) => {
    const rows = rowsOf(one).flatMap((row) => {
      const { example } = row;
      if (one.kind !== 'unexplained' || example === null) return [`  - ${text(row.told)}`];
      return [
        `  - ${text(row.told)}`,
        `    - the mock: ${code(sightLine(example.mock))}`,
        `    - the deployment: ${code(sightLine(example.deployment))}`,
      ];
    });
    return [`- ${prose(verdictOn(one))}${'checkId' in one ? ` (${code(one.checkId)})` : ''}`, ...rows].join('\n');
  });
  return [`### Drift\n\n${told.length === 0 ? 'None: mock and deployment do the same.' : told.join('\n')}`];
};

/** Nothing of it is read as Markdown or HTML. */
export const text = (plain: string): string =>
  plain
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]|#~@!]/g, (sign) => `\\${sign}`);

/** A clause: the names in it stay code. */
export const prose = (plain: string): string =>
  plain
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : text(part)))
    .join('');

export const code = (plain: string): string => {
  const flat = plain.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return flat.includes('`') ? `\`\` ${flat} \`\`` : `\`${flat}\``;
};

/** With a fence that is longer than any in the text. */
export const fenced = (plain: string): string => {
  const fence = '`'.repeat(Math.max(3, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}\n${plain}\n${fence}`;
};
