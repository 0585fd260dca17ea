/** The client of stories: what each verb does on a mock, what it says of what came out otherwise, and what it needs of a deployment. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMock } from '../../mock-server/index.ts';
import { readStory } from '../../mock-server/story.ts';
import { Run } from '../run.ts';
import type { Target } from '../target.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import { Stopped } from '../verdict.ts';
import { type PlayedStory, isFine, playStory } from './play.ts';
import { obstaclesOn } from './playable.ts';
import { Requests } from './requests.ts';
import type { Stage } from './stage.ts';
import { deploymentStage, openMockStage } from './stages.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'play-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

let files = 0;
const written = async (rest: string) => {
  const file = join(folder, `${files++}.yaml`);
  await writeFile(file, `title: T\nabout: A client waits.\n${rest}`);
  return readStory(file);
};

const playOn = async (stage: Stage, story: Awaited<ReturnType<typeof written>>): Promise<PlayedStory> => {
  const run = new Run(stage.target, { seed: 1, profile: 'deep' });
  try {
    return await playStory(story.loaded, stage, run);
  } finally {
    await run.close();
    await stage.close();
  }
};

const play = async (rest: string): Promise<PlayedStory> => {
  const story = await written(rest);
  return playOn(await openMockStage(story), story);
};

/** What is not as the story has it, in a list to read when it is not empty. */
const wrongIn = ({ steps, claims }: PlayedStory): readonly unknown[] => [
  ...steps.filter((step) => !step.as_expected),
  ...claims.filter(({ verdict }) => verdict !== 'holds'),
];

test('a driver can have the service restart: a stream breaks, a job goes on, and the client as well', async () => {
  const played = await play(`steps:
  - { session: voice, as: talk }
  - { connect: $talk, as: line }
  - { submit: avatar, key: order-1, as: job }
  - { restart: true }
  - { ended: $line }
  - { submit: avatar, key: order-1, as: again, expect: { members: { id: $job.id } } }
  - { follow: $again, expect: succeeded }
then:
  - { jobs: 1, status: succeeded }
  - { sessions: 1, status: ended }
  - { requests: 2, endpoint: submit, status: 2xx }
`);
  expect(wrongIn(played)).toEqual([]);
});

test('a lost reply: sent again with its key, followed, delivered at the third attempt, and charged once', async () => {
  const played = await play(`
faults:
  - when: { operation: submitFaceSwapImage, nth: 1 }
    then: { fault: request-drop-after-commit }
steps:
  - { receiver: [500, timeout, 200], as: hook }
  - { submit: face-swap-image, key: order-1, callback: $hook, expect: no answer }
  - { submit: face-swap-image, key: order-1, callback: $hook, as: job }
  - { follow: $job, expect: succeeded, as: done }
  - { download: $done, expect: 200 }
  - { arrive: $hook, times: 3 }
then:
  - { jobs: 1, status: succeeded }
  - { spent_usd: 0.03 }
  - { deliveries: 1, outcomes: [500, timeout, 200] }
  - { requests: 2, endpoint: submit, keys: 1 }
`);
  expect(wrongIn(played)).toEqual([]);
  expect(played.steps[5]?.lines.map((line) => line.replace(/delivery_id \w+/, 'delivery_id …'))).toEqual([
    '← webhook job.succeeded, delivery_id …, answered 500',
    '← webhook job.succeeded, delivery_id …, timeout',
    '← webhook job.succeeded, delivery_id …, answered 200',
  ]);
});

test('streams: seconds are billed until the client closes, the money ends, or the line is lost', async () => {
  const played = await play(`
steps:
  - { session: voice, as: talk }
  - { connect: $talk, as: line }
  - { send: $line, messages: 10 }
  - { receive: $line, messages: 10 }
  - { advance: 10 }
  - { close: $line }
  - { connect: $talk, expect: refused }
  - { session: full-live-swap, body: { tier: standard }, as: swap }
  - { connect: $swap, as: swapped }
  - { ended: $swapped, within: 2m }
  - { session: voice, body: { duration_minutes: 2 }, as: third }
  - { connect: $third, as: last }
  - { advance: 5s }
  - { cut: $last }
then:
  - { sessions: 1, seconds: 10, charged_usd: 0.015 }
  - { sessions: 1, endpoint: full-live-swap/session, seconds: 60, charged_usd: 0.3, reason: session_limit_reached }
  - { sessions: 3, status: ended }
  - { sockets: 1, event: lost }
  - { sockets: 1, event: refused }
  - { spent_usd: as_told }
`);
  expect(wrongIn(played)).toEqual([]);
});

test('the console: other accounts, keys, secrets, top-ups, capacity, faults, outcomes and deliveries by hand', async () => {
  const played = await play(`
given:
  balance: 0
  accounts: { other: { balance: 1, rate_limit: 3 } }
steps:
  - { submit: face-swap-image, expect: insufficient_balance }
  - { top_up: 1 }
  - { receiver: [verify], as: hook }
  - { submit: face-swap-image, callback: $hook, as: job }
  - { look: $job, by: other, expect: not_found }
  - { get: balance, by: other, times: 2 }
  - { get: balance, by: other, expect: rate_limited }
  - { get: jobs, job_id: $job.id, by: nobody, expect: unauthorized }
  - { rotate_secret: main }
  - { finish: $job, outcome: face_not_detected }
  - { arrive: $hook }
  - { look: $job, expect: face_not_detected }
  - { resend: $job }
  - { revoke_key: main }
  - { look: $job, expect: { status: 401, code: unauthorized } }
  - { new_key: main }
  - { look: $job, expect: { members: { id: $job.id, error.code: face_not_detected, charged_usd: 0 } } }
  - { capacity: { saturated: true } }
  - { submit: face-swap-image, expect: at_capacity }
  - { capacity: { saturated: false } }
  - { fault: { when: { operation: listVoices }, then: { fault: request-error, code: internal_error } } }
  - { get: voices, expect: internal_error }
  - { clear_faults: true }
  - { get: voices }
  - together:
      - { submit: face-swap-image, key: same, as: one }
      - { submit: face-swap-image, key: same, as: two }
  - { look: $two, expect: { members: { id: $one.id } } }
  - { submit: avatar, without: [script], expect: invalid_input }
then:
  - { jobs: 2, by: main }
  - { jobs: none, by: other }
  - { deliveries: 1, outcomes: [200, 200] }
  - { balance_usd: 1, by: other }
`);
  expect(wrongIn(played)).toEqual([]);
});

test('a request goes out as the story tells it: with other headers, a wrong key, and a body that is sent as it stands', async () => {
  const played = await play(`
steps:
  - { submit: face-swap-image, as: job }
  - { look: $job, api_key: wrong, expect: unauthorized }
  - { submit: face-swap-image, api_key: wrong, expect: unauthorized }
  - { upload: image, api_key: wrong, expect: unauthorized }
  - { session: voice, api_key: wrong, expect: unauthorized }
  - { get: balance, headers: { Authorization: Basic YTpi }, expect: unauthorized }
  - { submit: face-swap-image, body: '{"image_key": ', expect: invalid_input }
  - { submit: face-swap-image, body: '', headers: { content-type: text/plain }, expect: invalid_input }
  - { upload: image, body: no form, headers: { content-type: multipart/form-data }, expect: invalid_input }
  - { session: voice, body: '{"duration_minutes": 2}', expect: { members: { max_duration_sec: 120 } } }
  - { session: voice, body: '[]', expect: invalid_input }
  - { follow: $job, as: done }
  - { download: $done, headers: { Range: bytes=0-9 }, expect: { status: 206 } }
  - { look: $job, headers: { X-Understudy-Fault: request-error; code=internal_error }, expect: internal_error }
then:
  - { jobs: 1 }
  - { requests: 5, code: unauthorized }
`);
  expect(wrongIn(played)).toEqual([]);
});

test('a magic word in the name of a file makes the render fail, and a receiver that verifies refuses what is forged', async () => {
  const played = await play(`
faults:
  - when: {}
    then: { fault: webhook-wrong-secret }
steps:
  - { receiver: [verify], as: hook }
  - { upload: image, file_name: magic_processing_failed.png }
  - { submit: face-swap-image, callback: $hook, as: job }
  - { follow: $job, expect: processing_failed }
  - { arrive: $hook, times: 2 }
then:
  - { jobs: 1, code: processing_failed, charged_usd: 0 }
  - { nets_to_zero: true }
  - { deliveries: 1, outcomes: [400, 200] }
`);
  expect(wrongIn(played)).toEqual([]);
});

test('a step that comes out otherwise ends the story: what was expected is said with its place, and nothing is claimed', async () => {
  const played = await play(`
given: { balance: 0.05 }
steps:
  - { submit: face-swap-image }
  - { submit: face-swap-image }
  - { get: balance }
then:
  - { jobs: 7 }
`);
  expect(played).toMatchObject({ left_out: 1, claims: [] });
  expect(isFine(played)).toBe(false);
  expect(played.steps).toHaveLength(2);
  expect(played.steps[1]).toMatchObject({
    as_expected: false,
    expected: 'an answer of 2xx',
    lines: ['POST /face-swap-image → 402 insufficient_balance'],
    where: expect.stringMatching(/\.yaml:7:15$/),
  });
});

test.each<[step: string, expected: string]>([
  ['{ get: balance, expect: 404 }', 'status 404'],
  ['{ get: balance, expect: not_found }', 'not_found'],
  ['{ get: balance, expect: no answer }', 'no answer'],
  ['{ get: balance, expect: { members: { balance_usd: 5 } } }', 'balance_usd 5, and it is 100'],
  ['{ get: balance, expect: { members: { nothing.there: 5 } } }', 'nothing.there 5, and it is not there'],
  ['{ follow: $job, expect: failed }', 'failed'],
  ['{ follow: $stuck, within: 30 }', 'a job that ends within 30 s'],
  ['{ download: $stuck }', 'a job with an output_url'],
  ['{ connect: $talk, expect: refused }', 'refused'],
  ['{ ended: $line, within: 1 }', 'a socket that ends within 1 s'],
  ['{ arrive: $hook, within: 5 }', '1 attempt within 5'],
])('%s does not let it pass where it comes out otherwise', async (step, expected) => {
  const played = await play(`
faults:
  - when: { operation: submitAvatar }
    then: { fault: job-stuck-processing }
steps:
  - { submit: face-swap-image, as: job }
  - { submit: avatar, as: stuck }
  - { session: voice, as: talk }
  - { session: voice, as: second }
  - { connect: $second, as: line }
  - { receiver: [200], as: hook }
  - ${step}
`);
  expect(played.steps.at(-1)).toMatchObject({ as_expected: false, expected });
  expect(played.steps).toHaveLength(7);
});

test.each<[step: string, seconds: number]>([
  ['{ advance: 0.5 }', 0.5],
  ['{ advance: 2.5 }', 2.5],
  ['{ advance: 366d }', 31_622_400],
  ['{ follow: $stuck, within: 366d, expect: unfinished }', 31_622_400],
  // With a receiver open.
  ['{ receiver: [200], as: hook }\n  - { advance: 2.5 }', 2.5],
  ['{ receiver: [200], as: hook }\n  - { advance: 366d }', 31_622_400],
  ['{ receiver: [200], as: hook }\n  - { arrive: $hook, within: 366d }', 31_622_400],
])('%s moves the clock so far, and a year takes no longer than a moment', async (step, seconds) => {
  const played = await play(`
faults:
  - when: { operation: submitAvatar }
    then: { fault: job-stuck-processing }
steps:
  - { submit: avatar, as: stuck }
  - ${step}
`);
  expect(played.steps.at(-1)).toMatchObject({ seconds });
});

test.each([
  ['revoke_key: main', 'the mock did not do it: '],
  ['finish: $job', 'it needs a job that can be ended: '],
])('%s a second time is a step that came out otherwise, with its place and what the mock said', async (verb, says) => {
  const played = await play(`
steps:
  - { submit: face-swap-image, as: job }
  - { ${verb} }
  - { ${verb} }
`);
  expect(played.steps.map(({ as_expected: isFine }) => isFine)).toEqual([true, true, false]);
  expect(played.steps[2]).toMatchObject({
    expected: 'that the mock does it',
    lines: [expect.stringContaining(says)],
    where: expect.stringMatching(/\.yaml:7:\d+$/),
  });
});

test('a story that has sent as many requests as it may is stopped, and says so', async () => {
  const story = await written('');
  const stage = await openMockStage(story);
  const run = new Run(stage.target, { seed: 1, profile: 'deep' });
  open.push(stage, run);
  const requests = new Requests(run, 3);
  const ask = () => requests.call({ name: undefined, key: undefined }, 'getPricing');
  await Promise.all([ask(), ask(), ask()]);
  await expect(ask()).rejects.toThrow(new Stopped('the story was stopped after 3 requests: it may send no more'));
  expect(requests.recorded).toHaveLength(3);
});

test('a claim that does not hold makes the story not fine, and all claims are told', async () => {
  const played = await play(
    'steps:\n  - { get: balance }\nthen:\n  - { jobs: 1, why: It pays. }\n  - { jobs: none }\n',
  );
  expect(isFine(played)).toBe(false);
  expect(played.claims.map(({ verdict }) => verdict)).toEqual(['violated', 'holds']);
});

const spending = { budgetUsd: 1 };
const deployed = async (more: Partial<Target> = {}): Promise<Target> => {
  // It runs fast, so that nobody waits for its renders.
  const mock = await createMock({ clock: '60x', callbackAllow: [] });
  open.push(mock);
  const target = await deploymentTarget({ baseUrl: mock.url, key: mock.apiKey, requestsPerMinute: 'off' });
  return { ...target, ...more };
};

const plain = `
steps:
  - { submit: face-swap-image, key: order, as: job }
  - { submit: face-swap-image, key: order, expect: { members: { id: $job.id } } }
  - { follow: $job, expect: succeeded }
then:
  - { jobs: 1, status: succeeded }
  - { spent_usd: as_told }
  - { charged_usd: 0.03 }
  - { requests: { at_least: 2 }, endpoint: submit, keys: 1 }
`;

test('a plain story is played on a deployment too, where its own prices are not judged', async () => {
  const story = await written(plain);
  const target = await deployed({ spend: spending });
  expect(obstaclesOn(story.loaded, target)).toEqual([]);
  const played = await playOn(deploymentStage(target, story.loaded.story), story);
  expect(played.claims.map(({ verdict }) => verdict)).toEqual(['holds', 'holds', 'not_judged', 'holds']);
  expect(isFine(played)).toBe(true);
  expect(played.spent_usd).toBeCloseTo(0.03, 6);
});

test('a body of text is set aside for as the submit that it may be, and whoever has a wrong key is no account', async () => {
  const story = await written(`
steps:
  - { submit: voice-clone, body: "${'x'.repeat(3_001)}", expect: invalid_input }
  - { get: balance, api_key: wrong, expect: unauthorized }
then:
  - { requests: none, code: unauthorized, by: main }
  - { requests: 1, code: unauthorized }
`);
  const spend = { rates: { voice_clone: { unit: '1000_characters', usd: 0.1 } } } as const;
  const poor = await deployed({ spend: { ...spend, budgetUsd: 0.39 } });
  await expect(playOn(deploymentStage(poor, story.loaded.story), story)).rejects.toThrow(
    'does not cover submitVoiceClone',
  );
  const rich = await deployed({ spend: { ...spend, budgetUsd: 0.41 } });
  const played = await playOn(deploymentStage(rich, story.loaded.story), story);
  expect(wrongIn(played)).toEqual([]);
  expect(played.spent_usd).toBe(0);
});

test('a budget that does not cover a submit stops the story before it is sent', async () => {
  const story = await written(plain);
  const target = await deployed({ spend: { budgetUsd: 0.01 } });
  await expect(playOn(deploymentStage(target, story.loaded.story), story)).rejects.toThrow(
    'the budget of 0.01 USD does not cover submitFaceSwapImage',
  );
});

test('what a deployment cannot play is said, each with its place', async () => {
  const { loaded } = await written(`
given: { balance: 3, seed: 7, accounts: { other: {} } }
faults:
  - { when: {}, then: { fault: job-slow } }
steps:
  - { submit: avatar, as: job }
  - { receiver: [200], as: hook }
  - { finish: $job }
  - { advance: 2h }
  - together: [{ top_up: 5 }]
`);
  const found = obstaclesOn(loaded, await deployed());
  expect(found.map(({ where, needs }) => [where.replace(/.*yaml/, 'f'), needs])).toEqual([
    ['f:4:19', 'given.balance can be given to a mock only'],
    ['f:4:41', 'another account needs --second-api-key'],
    ['f:6:5', 'faults are injected into a mock only'],
    ['f:8:5', 'submit costs money: --allow-spend and --budget-usd'],
    ['f:9:5', 'webhooks need a way to the driver: --webhook-receiver with its public URL, and --webhook-port'],
    ['f:10:5', 'finish is done by the control API of a mock'],
    ['f:11:5', 'advance 2h would wait for longer than an hour'],
    ['f:12:16', 'top up is done by the control API of a mock'],
  ]);
});
