/** Every story of the package that has steps comes out as it tells, and none of its claims holds whatever happens. */
import { expect, test } from 'vitest';
import { storyNames } from '../../scenarios/load.ts';
import { judgeClaims } from '../../scenarios/judge.ts';
import { readStory } from '../../mock-server/story.ts';
import { Run } from '../run.ts';
import { playStory } from './play.ts';
import { openMockStage } from './stages.ts';

const stories = await Promise.all((await storyNames()).map(readStory));
const played = stories.filter(({ loaded }) => loaded.story.steps !== undefined);

test.each(played.map((story) => [story.name, story] as const))('%s', async (_name, story) => {
  const stage = await openMockStage(story);
  const run = new Run(stage.target, { seed: 1, profile: 'deep' });
  try {
    const { steps, claims } = await playStory(story.loaded, stage, run);
    expect(steps.filter((step) => !step.as_expected)).toEqual([]);
    expect(claims.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);
  } finally {
    await run.close();
    await stage.close();
  }
});

test.each(played.map((story) => [story.name, story] as const))(
  '%s claims what a client that does nothing does not keep',
  (_name, { loaded }) => {
    const nothing = { accounts: [], jobs: [], sessions: [], deliveries: [], requests: [], sockets: [], unseen: {} };
    const claims = judgeClaims(loaded.story.then ?? [], nothing, String);
    expect(claims.some(({ verdict }) => verdict === 'violated')).toBe(true);
  },
);
