/** Which stories of the package a deployment can be asked to play: those that inject nothing and need no console. */
import { expect, test } from 'vitest';
import { storyNames } from '../../scenarios/load.ts';
import { readStory } from '../../mock-server/story.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import { playable } from './on-deployment.case.ts';
import { obstaclesOn } from './playable.ts';

test('the stories that need no mock are these', async () => {
  // It is not asked.
  const target = await deploymentTarget({
    baseUrl: 'https://service.example/api/v1',
    key: 'k',
    requestsPerMinute: 'off',
    spend: { budgetUsd: 1 },
  });
  const stories = await Promise.all((await storyNames()).map(readStory));
  const found = stories.filter(({ loaded }) => obstaclesOn(loaded, target).length === 0);
  expect(found.map(({ name }) => name)).toEqual(playable);
});
