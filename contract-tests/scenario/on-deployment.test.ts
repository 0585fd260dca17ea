/** Which stories of the package a deployment can be asked to play: those that inject nothing and need no console. */
import { expect, test } from 'vitest';
import { storyNames } from '../../scenarios/load.ts';
import { readStory } from '../../mock-server/story.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import type { Target } from '../target.ts';
import { playable, playableWithWebhooks } from './on-deployment.case.ts';
import { needsOf, obstaclesOn } from './playable.ts';

test('the stories that need no mock are these, and with a way for webhooks two more', async () => {
  // It is not asked.
  const target = await deploymentTarget({
    baseUrl: 'https://service.example/api/v1',
    key: 'k',
    requestsPerMinute: 'off',
    spend: { budgetUsd: 1 },
  });
  const stories = await Promise.all((await storyNames()).map(readStory));
  const found = (one: Target): string[] =>
    stories.filter(({ loaded }) => obstaclesOn(loaded, one).length === 0).map(({ name }) => name);
  expect(found(target)).toEqual(playable);
  const webhooks = { header: 'Service-Signature', port: 4871 };
  expect(found({ ...target, webhooks })).toEqual([...playable, ...playableWithWebhooks]);
});

test('what each of the others needs of a mock is said in words, and what those need in flags', async () => {
  const needs = async (name: string) => needsOf((await readStory(name)).loaded);
  expect(await needs('key-revoked')).toEqual({ mock: ['timeline', 'new key'], flags: [] });
  expect(await needs('first-avatar')).toEqual({ mock: [], flags: ['--allow-spend'] });
  expect(await needs('webhook-abandoned')).toEqual({ mock: [], flags: ['--webhook-receiver', '--allow-spend'] });
});
