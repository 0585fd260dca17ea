/** The scorecards as JUnit XML: a suite for each section of the document, of each account, and a test case for each rule. */
import type { RuleVerdict, Scorecard } from '../conduct/scorecard.ts';
import { xml } from '../report/junit.ts';
import { blamedClause, bySection, textOfClause } from './by-section.ts';
import { exhibitLines } from './entry-line.ts';
import type { FailOn } from './fail-on.ts';
import { type ConductReport, counts } from './report.ts';
import { unseenOf } from './unseen.ts';
import { ofAccount } from './words.ts';

export const conductJunit = (report: ConductReport): string => {
  const { scorecards, fail_on, source } = report;
  const unseen = unseenOf(report);
  const rules = scorecards.flatMap((card) => card.rules);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`understudy conduct ${source}`)}" ${countsOf(rules, fail_on, unseen.length)}>`,
    ...scorecards.flatMap((card) => suites(card, fail_on)),
    ...unseenSuite(unseen),
    '</testsuites>',
    '',
  ].join('\n');
};

const suites = (card: Scorecard, failOn: FailOn): string[] =>
  bySection(card.rules).flatMap(({ title, section, rules }) => [
    `  <testsuite name="${xml(`${ofAccount(card)}: ${title}`)}" ${countsOf(rules, failOn)}>`,
    ...rules.map((rule) => testCase(section, rule, card, failOn)),
    '  </testsuite>',
  ]);

/** Once for all accounts: it is the same for each client. */
const unseenSuite = (unseen: Scorecard['not_observable']): string[] =>
  unseen.length === 0
    ? []
    : [
        `  <testsuite name="What no journal can show" tests="${unseen.length}" failures="0" errors="0" skipped="${unseen.length}">`,
        ...unseen.map(
          ({ clause, why }) =>
            `    <testcase classname="understudy.conduct.not-observable" name="${xml(`${clause}: ${textOfClause(clause)}`)}"><skipped message="${xml(`cannot be observed: ${why}`)}"/></testcase>`,
        ),
        '  </testsuite>',
      ];

/** @param unseen clauses that are told beside the rules */
const countsOf = (rules: readonly RuleVerdict[], failOn: FailOn, unseen = 0): string => {
  const failures = rules.filter(({ verdict }) => counts(verdict, failOn)).length;
  const skipped = rules.filter(({ verdict }) => verdict === 'not_testable').length;
  return `tests="${rules.length + unseen}" failures="${failures}" errors="0" skipped="${skipped + unseen}"`;
};

const testCase = (section: string, rule: RuleVerdict, card: Scorecard, failOn: FailOn): string => {
  const { id, title, verdict, message } = rule;
  const open = `    <testcase classname="${xml(`understudy.conduct.${section}`)}" name="${xml(`${id}: ${title} (${blamedClause(rule)})`)}"`;
  if (counts(verdict, failOn)) {
    return `${open}><failure type="${verdict}" message="${xml(message)}">${xml(evidenceOf(rule, card))}</failure></testcase>`;
  }
  if (verdict === 'not_testable') return `${open}><skipped message="${xml(message)}"/></testcase>`;
  return verdict === 'pass'
    ? `${open}/>`
    : `${open}><system-out>${xml(evidenceOf(rule, card))}</system-out></testcase>`;
};

const evidenceOf = (rule: RuleVerdict, { evidence }: Scorecard): string => {
  const clause = blamedClause(rule);
  return [
    ...rule.lapses.flatMap(({ message, entries }) => [message, ...exhibitLines(entries, evidence, exhibitsMax)]),
    `clause: ${clause}: ${textOfClause(clause)}`,
    `do:     ${rule.advice}`,
  ].join('\n');
};

const exhibitsMax = 20;
