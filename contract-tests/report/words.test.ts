/** What stands above a report: what the run came to, or that it broke, or that there was nothing that it could have judged. */
import { expect, test } from 'vitest';
import { unjudged } from '../judge-server.ts';
import { TargetFault } from '../target-fault.ts';
import { htmlOf } from './html.ts';
import { junitOf } from './junit.ts';
import { markdownOf } from './markdown.ts';
import { sampleJudgement, sampleReport } from './sample.case.ts';
import { textOf } from './text.ts';
import { headline } from './words.ts';

const plain = (text: string): string => text;
const noColors = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

const { order } = sampleJudgement();
const fault = new TargetFault('wrong-path', 'there is neither /pricing nor /balance under it (404)');
const one = { check: order.checks[0] as never, message: 'a mistake' };

test.each([
  ['the target is not the service', unjudged(order, fault), 'Nothing could be judged'],
  ['the target went away after some checks', sampleJudgement({ wentAway: 'gone' }), 'The run broke'],
  [
    'the judge broke at all that it tried',
    sampleJudgement({ outcomes: [], leftOut: [], broken: [one] }),
    'The run broke',
  ],
  ['the judge broke at one, and left out the rest', sampleJudgement({ outcomes: [], broken: [one] }), 'The run broke'],
])('where %s, that is the headline', (_where, judgement, words) => {
  const report = sampleReport({}, judgement);
  expect([report.exit_code, headline(report)]).toEqual([3, words]);
  expect(htmlOf(report)).toContain(`<h1>${words}</h1>`);
  expect(markdownOf(report)).toContain(`## ${words}`);
});

test('where all findings were expected, that is told, and not that all is kept', () => {
  const expected = ['balance.fails', 'balance.warns'].map((id) => ({
    id,
    reason: 'known',
    expires: '2999-01-01',
    where: 'known.yaml',
  }));
  const { stopped, ...ended } = sampleJudgement({ leftOut: [] });
  expect(stopped).toBeDefined();
  const report = sampleReport({ expected }, ended);
  expect(report.exit_code).toBe(0);
  expect(headline(report)).toMatch(/^Nothing but what was expected: \d+ clauses? kept$/);
  expect(textOf(report, noColors)).toContain('No finding but what was expected.');
  expect(markdownOf(report)).toContain('### ☑️');
  expect(markdownOf(report)).not.toMatch(/[❌⚠]/);
});

test('a pass that judged nothing stands in Markdown too, and seed and profile in JUnit', () => {
  const report = sampleReport();
  expect(markdownOf(report)).toContain('<summary>Passed without judging</summary>\n\n- `pricing.vacuous`');
  const properties = `<property name="seed" value="${report.seed}"/><property name="profile" value="${report.profile}"/>`;
  expect(junitOf(report)).toContain(`    <properties>${properties}</properties>\n    <testcase `);
});
