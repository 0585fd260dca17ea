/** Stories that bring a client into a situation where it can keep or break a rule, by the rule. */
import type { RuleVerdict } from '../conduct/scorecard.ts';

/** Only where the mock makes the occasion: a story that asks the client for it says no more than the rule does. */
export const storyFor: { readonly [rule: string]: string } = {
  'keys.dead-key-dropped': 'key-revoked',
  'jobs.status-url': 'job-route-moves',
  'jobs.poll-pause': 'slow-render',
  'jobs.missed-webhook': 'webhook-never-comes',
  'results.fresh-link': 'link-expired-at-once',
  'retries.with-key': 'reply-lost-after-commit',
  'retries.same-key': 'reply-lost-after-commit',
  'refusals.rate-limited-backs-off': 'rate-limited-then-fine',
  'refusals.at-capacity-waits': 'at-capacity-for-a-while',
  'refusals.at-capacity-tried-again': 'at-capacity-for-a-while',
  'refusals.warming-waits': 'voice-capacity-warms-up',
  'refusals.capacity-warming-tried-again': 'voice-capacity-warms-up',
  'refusals.internal-error-tried-again': 'internal-error-for-a-minute',
  'refusals.top-up': 'low-balance',
};

/** How to make an occasion for a rule that had none, where a story does. */
export const commandFor = ({ id, verdict }: Pick<RuleVerdict, 'id' | 'verdict'>): string | undefined => {
  const story = verdict === 'not_testable' ? storyFor[id] : undefined;
  return story === undefined ? undefined : `understudy exec --scenario ${story} -- your command`;
};
