/** What a story says that answers hold, judged by what a mock shows, by what a program of somebody else got, and by what our client saw of a deployment. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMock } from '../../mock-server/index.ts';
import { type Story, readStory } from '../../mock-server/story.ts';
import { Run } from '../run.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import { type PlayedStory, playStory } from './play.ts';
import { serveStory } from './serving.case.ts';
import type { Stage } from './stage.ts';
import { deploymentStage, openMockStage } from './stages.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answers-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Its claims in turn: two that hold, and one that does not. */
const written = async (): Promise<Story> => {
  const file = join(folder, 'story.yaml');
  await writeFile(
    file,
    `title: T
about: The client sees its job succeed for what it costs.
steps:
  - { submit: face-swap-image, key: order-1, as: job }
  - { follow: $job, expect: succeeded }
  - { get: jobs, job_id: none, expect: not_found }
then:
  - { requests: 1, endpoint: jobs, members: { status: succeeded, charged_usd: 0.03 } }
  - { requests: 1, endpoint: jobs, members: { error.code: not_found } }
  - { requests: 1, endpoint: jobs, members: { status: failed } }
`,
  );
  return readStory(file);
};

const asWritten = ['holds', 'holds', 'violated'];

const playedOn = async (stage: Stage, { loaded }: Story): Promise<PlayedStory> => {
  const run = new Run(stage.target, { seed: 1, profile: 'deep' });
  try {
    return await playStory(loaded, stage, run);
  } finally {
    await run.close();
    await stage.close();
  }
};

const verdicts = (claims: readonly { readonly verdict: string }[]): string[] => claims.map(({ verdict }) => verdict);

test('driven on a mock', async () => {
  const story = await written();
  const { claims } = await playedOn(await openMockStage(story), story);
  expect(verdicts(claims)).toEqual(asWritten);
  expect(claims[2]).toMatchObject({
    expected: '1 request with endpoint jobs, answered with status "failed"',
    where: expect.stringMatching(/story\.yaml:10:5$/),
  });
});

test('served to a program of somebody else', async () => {
  const serving = await serveStory(await written());
  open.push(serving);
  expect(verdicts((await serving.verdict()).claims)).toEqual(['violated', 'violated', 'violated']);
  const submit = serving.integrator.submitter();
  await serving.integrator.finished(await submit());
  await serving.integrator.call('GET', 'jobs/none');
  expect(verdicts((await serving.verdict()).claims)).toEqual(asWritten);
});

test('driven on a deployment, by what the client saw', async () => {
  const mock = await createMock({ clock: '1000x' });
  open.push(mock);
  const target = await deploymentTarget({
    baseUrl: mock.url,
    key: mock.apiKey,
    requestsPerMinute: 'off',
    spend: { budgetUsd: 1 },
  });
  const story = await written();
  const { claims } = await playedOn(deploymentStage(target, story.loaded.story), story);
  expect(verdicts(claims)).toEqual(asWritten);
});
