/** The report as JUnit XML: a suite for each topic of the cases, and a test case for each case. */
import { isFinding } from '../verdict.ts';
import { xml } from '../report/junit.ts';
import { deliveryLines } from './delivery.ts';
import { type ReceiverReport, type ReportedCase, counts } from './report.ts';

export const receiverJunit = (report: ReceiverReport): string => {
  const topics = [...new Set(report.cases.map(topicOf))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`understudy receiver ${report.target}`)}" ${figures(report.cases, report)} time="${seconds(report.duration_ms)}">`,
    ...topics.flatMap((topic) => {
      const own = report.cases.filter((one) => topicOf(one) === topic);
      return [
        `  <testsuite name="${xml(topic)}" ${figures(own, report)} timestamp="${report.started_at.slice(0, 19)}">`,
        ...own.map((one) => testCase(one, report)),
        '  </testsuite>',
      ];
    }),
    '</testsuites>',
    '',
  ].join('\n');
};

const topicOf = ({ id }: ReportedCase): string => id.split('.', 1)[0] ?? '';

const figures = (cases: readonly ReportedCase[], { fail_on }: ReceiverReport): string =>
  `tests="${cases.length}" failures="${cases.filter(({ verdict }) => counts(verdict, fail_on)).length}" errors="0" skipped="${cases.filter(isSkipped).length}"`;

const isSkipped = ({ verdict }: ReportedCase): boolean => verdict === 'not_testable' || verdict === 'undecidable';

const testCase = (one: ReportedCase, { fail_on }: ReceiverReport): string => {
  const { id, title, verdict, message, deliveries } = one;
  const took = deliveries.reduce((sum, { took_ms }) => sum + took_ms, 0);
  const open = `    <testcase classname="${xml(`understudy.receiver.${topicOf(one)}`)}" name="${xml(`${id}: ${title}`)}" time="${seconds(took)}"`;
  if (counts(verdict, fail_on)) {
    return `${open}><failure type="${verdict}" message="${xml(message)}">${xml(evidence(one))}</failure></testcase>`;
  }
  if (isSkipped(one)) return `${open}><skipped message="${xml(message)}"/></testcase>`;
  return isFinding(one) ? `${open}><system-out>${xml(evidence(one))}</system-out></testcase>` : `${open}/>`;
};

const evidence = ({ clause, message, deliveries, advice, again }: ReportedCase): string =>
  [
    `clause: ${clause ?? ''}`,
    message,
    ...deliveries.flatMap(deliveryLines),
    `do:     ${advice}`,
    `again:  ${again}`,
  ].join('\n');

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);
