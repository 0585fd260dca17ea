/** Stories on a deployment: a mock that nobody steers stands for it, so time is waited for, and the client judges by what it saw itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mock, createMock } from '../../mock-server/index.ts';
import { readStory } from '../../mock-server/story.ts';
import { Run } from '../run.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import { playable, playableWithWebhooks } from './on-deployment.case.ts';
import { playStory } from './play.ts';
import { deploymentStage } from './stages.ts';

const mocks: Mock[] = [];
beforeAll(async () => {
  for (const _ of playable) mocks.push(await createMock({}));
});
afterAll(async () => {
  for (const mock of mocks) await mock.close({ graceMs: 50 });
});

// The longest is a session that ends after its funded minute.
test.concurrent.each(playable.map((name, index) => [name, index] as const))(
  '%s',
  { timeout: 180_000 },
  async (name, index) => {
    const mock = mocks[index];
    const story = await readStory(name);
    const target = await deploymentTarget({
      baseUrl: mock?.url ?? '',
      key: mock?.apiKey ?? '',
      spend: { budgetUsd: 5 },
      requestsPerMinute: 'off',
    });
    const run = new Run(target, { seed: 1, profile: 'deep' });
    try {
      const { steps, claims } = await playStory(story.loaded, deploymentStage(target, story.loaded.story), run);
      expect(steps.filter((step) => !step.as_expected)).toEqual([]);
      expect(claims.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
    } finally {
      await run.close();
    }
  },
);

test.concurrent.each(playableWithWebhooks)(
  '%s, by webhooks that come sixty times as fast',
  { timeout: 180_000 },
  async (name) => {
    const mock = await createMock({ clock: '60x' });
    mocks.push(mock);
    const { loaded } = await readStory(name);
    const target = await deploymentTarget({
      baseUrl: mock.url,
      key: mock.apiKey,
      spend: { budgetUsd: 5 },
      requestsPerMinute: 'off',
      webhooks: { header: 'Service-Signature', secret: mock.webhookSecret, port: 0 },
    });
    const run = new Run(target, { seed: 1, profile: 'deep' });
    try {
      const stage = { ...deploymentStage(target, loaded.story), timeScale: 60 };
      const { steps, claims } = await playStory(loaded, stage, run);
      expect(steps.filter((step) => !step.as_expected)).toEqual([]);
      expect(claims.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
      expect(claims.some(({ verdict }) => verdict === 'holds')).toBe(true);
    } finally {
      await run.close();
    }
  },
);
