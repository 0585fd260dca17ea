/** The report as JUnit XML: a test case for each check, a suite for each section of the document. */
import { type Section, sections } from '../../spec/clause.ts';
import { isFinding } from '../verdict.ts';
import { line } from './line.ts';
import type { Report } from './report.ts';
import type { ReportedCheck } from './reported-check.ts';
import { frameLines, streamLine } from './stream.ts';

export const junitOf = (report: Report): string => {
  const suites = (Object.keys(sections) as Section[]).flatMap((section) => {
    const checks = report.checks.filter((one) => sectionOf(one) === section);
    return checks.length === 0 ? [] : [suite(sections[section], section, checks, report)];
  });
  const { checks, duration_ms, target } = report;
  const about = suiteOfTheRun(report);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`understudy test ${target}`)}" tests="${checks.length + about.tests}" failures="${failuresOf(checks) + about.failures}" errors="${about.errors}" skipped="${checks.filter(isSkipped).length}" time="${seconds(duration_ms)}">`,
    ...suites,
    ...about.lines,
    '</testsuites>',
    '',
  ].join('\n');
};

/** A check belongs where its first clause does. */
const sectionOf = ({ clauses: [first] }: ReportedCheck): string => first?.split('.', 1)[0] ?? '';

const suite = (
  name: string,
  section: string,
  checks: readonly ReportedCheck[],
  { started_at, seed, profile }: Report,
): string => {
  const took = checks.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  return [
    `  <testsuite name="${xml(name)}" tests="${checks.length}" ${counts(checks)} time="${seconds(took)}" timestamp="${started_at.slice(0, 19)}">`,
    `    <properties><property name="seed" value="${seed}"/><property name="profile" value="${profile}"/></properties>`,
    ...checks.map((check) => testCase(section, check)),
    '  </testsuite>',
  ].join('\n');
};

/** What ends a run with another code than 0 and is no check: that it broke, or an expectation that is out of date. */
const suiteOfTheRun = ({
  broken,
  expected_failures,
}: Report): {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly lines: readonly string[];
} => {
  const outdated = expected_failures.filter(({ state }) => state === 'stale' || state === 'expired');
  const errors = broken.length === 0 ? 0 : 1;
  const tests = outdated.length + errors;
  const testcase = (name: string, inner: string): string =>
    `    <testcase classname="understudy" name="${xml(name)}">${inner}</testcase>`;
  return {
    tests,
    failures: outdated.length,
    errors,
    lines:
      tests === 0
        ? []
        : [
            `  <testsuite name="The run" tests="${tests}" failures="${outdated.length}" errors="${errors}" skipped="0">`,
            ...(errors === 0
              ? []
              : [testcase('the run came to its end', `<error message="${xml(broken.join('; '))}"/>`)]),
            ...outdated.map(({ id, state, reason, expires }) =>
              testcase(
                `the expected failure ${id} is up to date`,
                `<failure type="${state}" message="${xml(`${state}, until ${expires}: ${reason}`)}"/>`,
              ),
            ),
            '  </testsuite>',
          ],
  };
};

const failuresOf = (checks: readonly ReportedCheck[]): number => checks.filter((one) => one.counts).length;

const counts = (checks: readonly ReportedCheck[]): string =>
  `failures="${failuresOf(checks)}" errors="0" skipped="${checks.filter(isSkipped).length}"`;

const isSkipped = ({ counts: isAgainst, verdict }: ReportedCheck): boolean =>
  !isAgainst && (verdict === 'not_testable' || verdict === 'undecidable');

const testCase = (section: string, check: ReportedCheck): string => {
  const { id, title, duration_ms, message, verdict, counts: isAgainst, expected_failure } = check;
  const open = `    <testcase classname="${xml(`understudy.${section}`)}" name="${xml(`${id}: ${title}`)}" time="${seconds(duration_ms)}"`;
  if (isAgainst) {
    return `${open}><failure type="${check.vacuous ? 'vacuous' : verdict}" message="${xml(message)}">${xml(evidence(check))}</failure></testcase>`;
  }
  if (isSkipped(check)) return `${open}><skipped message="${xml(message)}"/></testcase>`;
  if (isFinding(check)) {
    return `${open}><system-out>${xml(`expected failure (${expected_failure ?? ''}): ${message}`)}</system-out></testcase>`;
  }
  return message === '' ? `${open}/>` : `${open}><system-out>${xml(message)}</system-out></testcase>`;
};

const evidence = ({ evidence: told, replay_command }: ReportedCheck): string => {
  const { clause, expected, actual, alternatives, exchanges, streams } = told;
  return [
    ...(clause === null ? [] : [`clause:   ${clause}`]),
    ...(expected === null ? [] : [`expected: ${expected}`]),
    ...(actual === null ? [] : [`actual:   ${actual}`]),
    ...alternatives.map(({ gap, accepted }) => `open:     ${gap}: ${accepted}`),
    ...exchanges.map(line),
    ...streams.flatMap((one) => [streamLine(one), ...frameLines(one)]),
    `again:    ${replay_command}`,
  ].join('\n');
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

/** Characters that XML cannot hold are shown as a question mark. */
export const xml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the ones that are meant
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
