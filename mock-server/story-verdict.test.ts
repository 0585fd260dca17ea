/** A story whose client is the user's own: what it did is judged by what the mock has seen. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestMock, openMock } from './http/client.case.ts';
import { promisesOf } from './cli/exec-story.ts';
import { type StoryVerdict, storyVerdict } from './story-verdict.ts';
import { type Story, readStory } from './story.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verdict-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open: TestMock[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const playing = async (scenario: Story): Promise<TestMock> => {
  const mock = await openMock({ scenario });
  open.push(mock);
  return mock;
};

const brief = ({ claims }: StoryVerdict) => claims.map(({ verdict, expected }) => `${verdict}: ${expected}`);

const submitter = async (mock: TestMock) => {
  const image = await mock.upload('portrait.png');
  return (key: string) =>
    mock.post('/face-swap-image', { image_key: image, face_key: image }, { headers: { 'idempotency-key': key } });
};

test('a client that retries with its key keeps what the story says, and one that does not is told with the place', async () => {
  const story = await readStory('reply-lost-after-commit');
  for (const [second, holds] of [
    ['order-1', true],
    ['order-2', false],
  ] as const) {
    const mock = await playing(story);
    const submit = await submitter(mock);
    await expect(submit('order-1')).rejects.toThrow();
    await submit(second);
    await mock.clock.advance({ seconds: 60 });
    const verdict = await storyVerdict(story, mock);
    expect(verdict.holds).toBe(holds);
    expect(brief(verdict).slice(0, 2)).toEqual(
      holds
        ? [
            'holds: at least 2 requests with endpoint submit, with 1 Idempotency-Key in all',
            'holds: 1 job with status succeeded',
          ]
        : [
            'violated: at least 2 requests with endpoint submit, with 1 Idempotency-Key in all',
            'violated: 1 job with status succeeded',
          ],
    );
    expect(verdict.claims[1]).toMatchObject({
      where: expect.stringMatching(/reply-lost-after-commit\.yaml:\d+:5$/),
      why: 'The same key is the same job.',
      seen: `${holds ? 1 : 2} of ${holds ? 1 : 2}: ${holds ? '' : '2 × '}face-swap-image succeeded for 0.03 USD`,
    });
  }
});

test('money, sessions, deliveries and further accounts are seen as the control API shows them', async () => {
  const file = join(folder, 'own.yaml');
  await writeFile(
    file,
    `title: T
about: A client waits.
given:
  accounts: { other: { balance: 2, rates: { voice_clone: 1 } } }
then:
  - { balance_usd: 2, by: other }
  - { charged_usd: 0.001, by: other }
  - { refunded_usd: 0.001, by: other }
  - { nets_to_zero: true, by: other }
  - { jobs: 1, by: other, code: processing_failed }
  - { sessions: 1, status: created, by: main }
  - { requests: 1, endpoint: submit, by: other }
`,
  );
  const story = await readStory(file);
  const mock = await playing(story);
  const { api_key: key, account_id: id } = mock.accounts['other'] ?? { api_key: '', account_id: '' };
  expect(id).toBe('a2');
  const voice = await mock.upload('voice.wav', 'voice.wav', key);
  const { body } = await mock.post('/voice-clone', { voice_key: voice, script: 'x' }, { key });
  await mock.control.finishJob(body.id, 'processing_failed');
  await mock.post('/voice/session', {});
  const verdict = await storyVerdict(story, mock);
  expect(verdict.claims.filter((claim) => claim.verdict !== 'holds')).toEqual([]);
});

const written = async (name: string, then: string): Promise<Story> => {
  const file = join(folder, name);
  await writeFile(file, `title: T\nabout: A client waits.\ngiven: { rate_limit: off, queue: 10000 }\nthen:\n${then}`);
  return readStory(file);
};

test('more than a thousand jobs are all judged, with what they cost', async () => {
  const story = await written('many.yaml', '  - { jobs: 1001 }\n  - { spent_usd: as_told }\n');
  const mock = await playing(story);
  const image = await mock.upload('portrait.png');
  const submit = () => mock.post('/face-swap-image', { image_key: image, face_key: image });
  for (let sent = 0; sent < 1_001; sent += 77) await Promise.all(Array.from({ length: 77 }, submit));
  const { claims } = await storyVerdict(story, mock);
  expect(claims.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);
});

const forgetful = async () => {
  const story = await written(
    'forgotten.yaml',
    '  - { requests: none, status: 401 }\n  - { sockets: none }\n  - { order: [{ status: 401 }, { status: 2xx }] }\n  - { jobs: none }\n',
  );
  const { control, accounts } = await playing(story);
  const journal: typeof control.journal = (filter) => ({ ...control.journal(filter), forgotten: 1_001 });
  return { story, mock: { control: { ...control, journal }, accounts } };
};

test('what the journal forgot is judged by nobody: it could have been anything', async () => {
  const { story, mock } = await forgetful();
  const { claims, holds } = await storyVerdict(story, mock);
  expect(claims.map(({ verdict }) => verdict)).toEqual(['not_judged', 'not_judged', 'not_judged', 'holds']);
  expect(claims[0]?.seen).toBe('the journal forgot its oldest 1001 entries');
  expect(holds).toBe(true);
});

test('exec says of what nothing can be said, with the place', async () => {
  const { story, mock } = await forgetful();
  const { violated, unjudged } = await promisesOf(mock, story);
  expect([violated, unjudged.length]).toEqual([[], 3]);
  expect(unjudged[0]).toMatch(
    /forgotten\.yaml: a claim was not judged\n {2}at +\S*forgotten\.yaml:5:5\n {2}expected +no requests with status 401\n {2}but +the journal forgot its oldest 1001 entries$/,
  );
});

test('a story without claims has nothing that could be violated', async () => {
  const file = join(folder, 'plain.yaml');
  await writeFile(file, 'title: T\nabout: A client waits.\n');
  const story = await readStory(file);
  expect(await storyVerdict(story, await playing(story))).toMatchObject({ holds: true, claims: [] });
});
