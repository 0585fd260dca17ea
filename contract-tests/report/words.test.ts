/** What stands above a report on a run that broke: whether it judged something, or there was nothing that it could have judged. */
import { expect, test } from 'vitest';
import { unjudged } from '../judge-server.ts';
import { TargetFault } from '../target-fault.ts';
import { htmlOf } from './html.ts';
import { markdownOf } from './markdown.ts';
import { sampleJudgement, sampleReport } from './sample.case.ts';
import { headline } from './words.ts';

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
