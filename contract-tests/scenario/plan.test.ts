/** What a story can cost on a deployment: each step at the prices there, what it expects to be refused only for as long as it is asked. */
import { expect, test } from 'vitest';
import { storyOf } from '../../scenarios/load.ts';
import type { Scenario } from '../../scenarios/schema.ts';
import { createMock } from '../../mock-server/index.ts';
import type { Rates } from '../money/rates.ts';
import { Run } from '../run.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import { planLine, tooDear } from './plan-text.ts';
import { type StoryPlan, planStory } from './plan.ts';
import { playStory } from './play.ts';
import { deploymentStage } from './stages.ts';

const rates: Rates = {
  face_swap_image: { unit: 'image', usd: 0.03 },
  avatar: { unit: 'call', usd: 0.24 },
  voice_clone: { unit: '1000_characters', usd: 0.5 },
  voice_changer: { unit: 'minute', usd: 0.1 },
  full_live_swap: { unit: 'second', usd: 0.01 },
};

type Steps = NonNullable<Scenario['steps']>;

const loaded = (steps: Steps) => storyOf({ title: 'T', about: 'A client pays.', steps });
const target = await deploymentTarget({
  baseUrl: 'https://service.example/api/v1',
  key: 'k',
  requestsPerMinute: 'off',
  spend: { budgetUsd: 1 },
});
const planned = (...steps: Steps): StoryPlan => planStory(loaded(steps), target, rates);

test.each<[what: string, steps: Steps, calls: number, most: number, needed: number]>([
  ['what is free costs nothing', [{ get: 'balance' }, { upload: 'image' }, { session: 'voice' }], 0, 0, 0],
  ['a submit has its price', [{ submit: 'face-swap-image' }], 1, 0.03, 0.03],
  ['each of several is counted', [{ submit: 'face-swap-image', times: 4 }], 4, 0.12, 0.12],
  ['steps of one moment are all counted', [{ together: [{ submit: 'avatar' }, { submit: 'avatar' }] }], 2, 0.48, 0.48],
  [
    'a script has the length that the story gives it',
    [{ submit: 'voice-clone', body: { script: 'x'.repeat(2_001) } }],
    1,
    1.5,
    1.5,
  ],
  ['a body of text may be a script from end to end', [{ submit: 'voice-clone', body: 'x'.repeat(2_001) }], 1, 1.5, 1.5],
  [
    'a session whose body is a text may be the longest one',
    [{ session: 'voice', body: '{"duration_minutes": 1}', as: 'talk' }, { connect: '$talk' }],
    1,
    12,
    12,
  ],
  [
    'what is refused is free again for the next one',
    [{ submit: 'avatar', expect: 'invalid_input' }, { submit: 'face-swap-image' }],
    2,
    0.27,
    0.24,
  ],
  [
    'a code of a failed job is no refusal',
    [{ submit: 'avatar', expect: 'internal_error' }, { submit: 'avatar' }],
    2,
    0.48,
    0.48,
  ],
  [
    'a stream costs all of its funded time',
    [{ session: 'voice', body: { duration_minutes: 3 }, as: 'talk' }, { connect: '$talk' }],
    1,
    0.3,
    0.3,
  ],
  ['a swap is paid by the second', [{ session: 'full-live-swap', as: 'swap' }, { connect: '$swap' }], 1, 0.6, 0.6],
])('%s', (_what, steps, calls, most, needed) => {
  expect(planned(...steps)).toMatchObject({ paid_calls: calls, at_most_usd: most, needed_usd: needed });
});

test('a price that cannot be read is asked for before anything is sent', () => {
  expect(() => planned({ submit: 'lip-sync' })).toThrow('give it by hand, --price lip_sync=');
  expect(() =>
    planned({ session: 'full-live-swap', body: { tier: 'standard' }, as: 'swap' }, { connect: '$swap' }),
  ).toThrow('--price full_live_swap_standard=');
  expect(() => planned({ session: 'full-live-swap', body: '{}', as: 'swap' }, { connect: '$swap' })).toThrow(
    '--price full_live_swap_standard=',
  );
});

test('the plan is told with the budget, and a budget that is too small is named', () => {
  const plan = planned({ submit: 'avatar', expect: 'invalid_input' }, { submit: 'face-swap-image' });
  expect(planLine(plan, 0.2)).toBe(
    'Plan: 2 steps; 2 paid calls, at most 0.24 USD; up to 0.27 USD if it accepted what it must refuse, of a budget of 0.2 USD.\n',
  );
  expect(planLine(planned({ get: 'balance' }), undefined)).toBe('Plan: 1 step; nothing that costs money.\n');
  expect(tooDear(plan, 0.2)).toContain('the budget of 0.2 USD does not cover the story, which may cost 0.24 USD');
  expect(tooDear(plan, 0.24)).toBeUndefined();
});

test('a budget of just what the plan needs is enough to play it', async () => {
  const mock = await createMock({});
  const story = loaded([
    { submit: 'face-swap-image', key: 'a', as: 'job' },
    { submit: 'face-swap-image', key: 'a' },
    { submit: 'avatar', without: ['script'], expect: 'invalid_input' },
    { session: 'voice', as: 'talk' },
    { connect: '$talk', as: 'line' },
    { close: '$line' },
  ]);
  const own: Rates = { ...rates, voice_changer: { unit: 'second', usd: 0.0015 } };
  const { needed_usd: budgetUsd } = planStory(story, target, own);
  const spend = { budgetUsd, rates: own };
  const there = await deploymentTarget({ baseUrl: mock.url, key: mock.apiKey, requestsPerMinute: 'off', spend });
  const run = new Run(there, { seed: 1, profile: 'deep' });
  try {
    const { steps } = await playStory(story, deploymentStage(there, story.story), run);
    expect(steps.filter((step) => !step.as_expected)).toEqual([]);
  } finally {
    await run.close();
    await mock.close({ graceMs: 50 });
  }
});
