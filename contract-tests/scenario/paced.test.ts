/** A story on a deployment keeps to its rate, as the checks do: it waits for its turn, and rests after a 429. */
import { afterEach, expect, test } from 'vitest';
import { storyOf } from '../../scenarios/load.ts';
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { Run } from '../run.ts';
import type { Target } from '../target.ts';
import { openMockTarget } from '../targets/mock.ts';
import { playStory } from './play.ts';
import { deploymentStage } from './stages.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const asking = storyOf({
  title: 'Somebody asks for the voices',
  about: 'Four times, one after the other.',
  steps: [{ get: 'voices', times: 4 }],
});

/** @returns the seconds of each wait, and what the steps of the story brought */
const played = async (requestsPerMinute: Target['requestsPerMinute'], faults: readonly FaultRuleBody[] = []) => {
  const server = await openMockTarget({ faults });
  const waits: number[] = [];
  let now = 0;
  const time = {
    now: () => now,
    pass: async (seconds: number) => {
      waits.push(seconds);
      now += seconds * 1_000;
    },
  };
  const target = { ...server.target, control: undefined, requestsPerMinute };
  const run = new Run(target, { seed: 1, profile: 'standard', time });
  open.push(run, server);
  const { steps } = await playStory(asking, deploymentStage(target, asking.story), run);
  return { waits, steps };
};

test('its requests are no more in a minute than the deployment grants', async () => {
  // The look at the balance before the first step is one of the three.
  const { waits, steps } = await played(3);
  expect(steps).toMatchObject([{ as_expected: true }]);
  // What is after the last step, the look at the balance, still fits into the second minute.
  expect(waits).toEqual([60.05]);
});

test('a 429 that somebody else caused is waited for, and asked again', async () => {
  const limited = {
    when: { operation: 'listVoices', nth: 2 },
    then: { fault: 'request-error', code: 'rate_limited' },
  } as const;
  const { waits, steps } = await played('off', [limited]);
  expect(steps).toMatchObject([{ as_expected: true }]);
  expect(waits).toEqual([61]);
});
