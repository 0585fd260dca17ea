/** Stories that come with the package: whoever is the client meets the failure that it promises, and the way out that it names works. Every one is short and whole. */
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { createMock } from '../mock-server/compose.ts';
import { type Answer, type TestMock, openMock, validBodies } from '../mock-server/http/client.case.ts';
import type { MockOptions } from '../mock-server/options.ts';
import { openSocketMock } from '../mock-server/sockets/client.case.ts';
import { constructEvent } from '../mock-server/webhooks/construct-event.ts';
import { type Receiver, type ReceiverAnswer, openReceiver } from '../mock-server/webhooks/receiver.case.ts';
import { SignatureVerificationError } from '../mock-server/webhooks/signature-error.ts';
import { jobEndpoints } from '../spec/vocabulary.ts';
import { fileOfStory, loadStory, storyNames } from './load.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** The mock of a story, on a clock that stands still: no test waits. */
const play = async (scenario: string, options: MockOptions = {}): Promise<TestMock> => {
  const mock = await openMock({ scenario, ...options });
  open.push(mock);
  return mock;
};

const receive = async (...answers: ReceiverAnswer[]): Promise<Receiver> => {
  const receiver = await openReceiver(...answers);
  open.push(receiver);
  return receiver;
};

/** A submit of one image, again with the same key if one is given. */
const submitter = async (mock: TestMock): Promise<(key?: string, more?: object) => Promise<Answer>> => {
  const image = await mock.upload('portrait.png');
  return (key, more) =>
    mock.post(
      '/face-swap-image',
      { image_key: image, face_key: image, ...more },
      { headers: key === undefined ? {} : { 'idempotency-key': key } },
    );
};

const balance = async (mock: TestMock): Promise<number> => (await mock.get('/balance')).body.balance_usd;
const job = async (mock: TestMock, id: string) => (await mock.get(`/jobs/${id}`)).body;

/** What a receiver that checks makes of each attempt. */
const verdicts = (mock: TestMock, { received }: Receiver): string[] =>
  received.map(({ raw, headers }) => {
    try {
      constructEvent(raw, headers['service-signature'], mock.webhookSecret);
      return 'accepted';
    } catch (error) {
      return error instanceof SignatureVerificationError ? error.reason : String(error);
    }
  });

const idsOf = ({ received }: Receiver): unknown[] => received.map(({ body }) => body['delivery_id']);
const jobsOf = ({ received }: Receiver): string[] => received.map(({ body }) => (body['data'] as { id: string }).id);

test('every story judges whoever is its client by what it says itself', async () => {
  const stories = await Promise.all((await storyNames()).map(loadStory));
  expect(stories.filter(({ story }) => story.instead !== undefined).map(({ name }) => name)).toEqual([]);
});

/** Every kind of job loses its first reply, and the same submit with the same key finds the job that is there. */
const replyIsLost = async (scenario: string): Promise<void> => {
  const mock = await play(scenario);
  const bodies = validBodies(await mock.files());
  for (const endpoint of jobEndpoints) {
    const submit = () => mock.post(`/${endpoint}`, bodies[endpoint], { headers: { 'idempotency-key': endpoint } });
    await expect(submit()).rejects.toThrow();
    const [made] = await mock.control.jobs({ limit: 1 });
    expect((await submit()).body).toMatchObject({ id: made?.id, status: 'queued' });
  }
  expect(await mock.control.jobs({ limit: 100 })).toHaveLength(jobEndpoints.length);
};

/** A receiver refuses the first attempt of a delivery for this reason, and takes the next, which has the same id. */
const firstIsRefused = async (scenario: string, reason: string): Promise<void> => {
  const mock = await play(scenario, { settleMs: 10_000 });
  const receiver = await receive(400, 200);
  await (
    await submitter(mock)
  )(undefined, { callback_url: receiver.url });
  await mock.clock.advance({ seconds: 3_600 });
  expect(verdicts(mock, receiver)).toEqual([reason, 'accepted']);
  expect(new Set(idsOf(receiver)).size).toBe(1);
};

const stories: { readonly [name: string]: () => Promise<void> } = {
  'reply-lost-after-commit': () => replyIsLost('reply-lost-after-commit'),
  'reply-cut-in-the-middle': () => replyIsLost('reply-cut-in-the-middle'),
  'reply-lost-no-key': () => replyIsLost('reply-lost-no-key'),
  'rate-limited-then-fine': async () => {
    const mock = await createMock({ scenario: 'rate-limited-then-fine', clock: 'manual', port: false });
    open.push(mock);
    const ask = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${mock.apiKey}` };
      const { error } = (await (await mock.fetch(`${mock.url}/balance`, { headers })).json()) as Partial<
        Answer['body']
      >;
      return error?.code ?? 'fine';
    };
    const codes = [];
    for (let count = 0; count < 6; count++) codes.push(await ask());
    expect(codes).toEqual([...Array<string>(5).fill('fine'), 'rate_limited']);
    await mock.clock.advance({ seconds: 60 });
    expect(await ask()).toBe('fine');
  },
  'at-capacity-for-a-while': async () => {
    const mock = await play('at-capacity-for-a-while');
    const bodies = validBodies(await mock.files());
    const codes = async () =>
      Promise.all(jobEndpoints.map(async (endpoint) => (await mock.post(`/${endpoint}`, bodies[endpoint])).code));
    const all = (code: string | undefined) => jobEndpoints.map(() => code);
    // The ten seconds begin with the first of them.
    await mock.clock.advance({ seconds: 30 });
    expect(await codes()).toEqual(all('at_capacity'));
    await mock.clock.advance({ seconds: 9 });
    expect(await codes()).toEqual(all('at_capacity'));
    expect((await mock.get('/balance')).status).toBe(200);
    await mock.clock.advance({ seconds: 1 });
    expect(await codes()).toEqual(all(undefined));
  },
  'internal-error-for-a-minute': async () => {
    const mock = await play('internal-error-for-a-minute', { jobTime: 30 });
    const submit = await submitter(mock);
    const { id } = (await submit()).body;
    const before = await balance(mock);
    await mock.clock.advance({ seconds: 60 });
    expect([(await submit('again')).code, (await mock.get('/balance')).code]).toEqual([
      'internal_error',
      'internal_error',
    ]);
    await mock.clock.advance({ seconds: 59 });
    expect((await mock.get(`/jobs/${id}`)).code).toBe('internal_error');
    await mock.clock.advance({ seconds: 1 });
    expect((await job(mock, id)).status).toBe('succeeded');
    expect(await balance(mock)).toBeCloseTo(before - 0.03, 6);
    expect((await submit('again')).code).toBeUndefined();
  },
  'failed-render-refunded': async () => {
    const mock = await play('failed-render-refunded');
    const { audio } = await mock.files();
    const clone = () => mock.post('/voice-clone', { voice_key: audio, script: 'Good morning.' });
    const before = await balance(mock);
    const { id } = (await clone()).body;
    expect(await balance(mock)).toBeLessThan(before);
    await mock.clock.advance({ seconds: 60 });
    expect(await job(mock, id)).toMatchObject({
      status: 'failed',
      charged_usd: 0,
      error: { code: 'processing_failed' },
    });
    expect(await balance(mock)).toBe(before);
    const second = (await clone()).body.id;
    await mock.clock.advance({ seconds: 60 });
    expect((await job(mock, second)).status).toBe('succeeded');
  },
  'low-balance': async () => {
    const mock = await play('low-balance');
    const submit = await submitter(mock);
    expect((await submit()).code).toBeUndefined();
    expect([(await submit()).status, (await submit()).code]).toEqual([402, 'insufficient_balance']);
    await mock.clock.advance({ seconds: 120 });
    expect((await submit()).code).toBeUndefined();
  },
  'slow-render': async () => {
    const mock = await play('slow-render');
    const { id } = (await (await submitter(mock))()).body;
    await mock.clock.advance({ seconds: 590 });
    expect((await job(mock, id)).status).toBe('processing');
    // A render begins a moment after its submit.
    await mock.clock.advance({ seconds: 20 });
    expect((await job(mock, id)).status).toBe('succeeded');
  },
  'render-never-ends': async () => {
    const mock = await play('render-never-ends');
    const submit = await submitter(mock);
    const [stuck, fine] = [(await submit()).body.id, (await submit()).body.id];
    await mock.clock.advance({ seconds: 86_400 });
    expect([(await job(mock, stuck)).status, (await job(mock, fine)).status]).toEqual(['processing', 'succeeded']);
    await mock.control.finishJob(stuck, 'succeeded');
    expect((await job(mock, stuck)).status).toBe('succeeded');
  },
  'link-expired-at-once': async () => {
    const mock = await play('link-expired-at-once');
    const submit = await submitter(mock);
    const [first, second] = [(await submit()).body.id, (await submit()).body.id];
    await mock.clock.advance({ seconds: 60 });
    const download = async (id: string) => (await mock.fetch((await job(mock, id)).output_url ?? '')).status;
    expect([await download(first), await download(first), await download(second)]).toEqual([403, 403, 200]);
  },
  'job-route-moves': async () => {
    const mock = await play('job-route-moves');
    const { id, status_url } = (await (await submitter(mock))()).body;
    expect((await mock.get(`/jobs/${id}`)).code).toBe('not_found');
    const headers = { authorization: `Bearer ${mock.apiKey}` };
    expect((await mock.fetch(new URL(status_url, mock.url), { headers })).status).toBe(200);
  },
  'webhook-duplicated': async () => {
    const mock = await play('webhook-duplicated', { settleMs: 10_000 });
    const receiver = await receive(200);
    await (
      await submitter(mock)
    )(undefined, { callback_url: receiver.url });
    await mock.clock.advance({ seconds: 3_600 });
    expect(verdicts(mock, receiver)).toEqual(['accepted', 'accepted']);
    expect(new Set(idsOf(receiver)).size).toBe(1);
  },
  'webhook-out-of-order': async () => {
    const mock = await play('webhook-out-of-order', { settleMs: 10_000 });
    const receiver = await receive(200);
    const submit = await submitter(mock);
    const first = (await submit(undefined, { callback_url: receiver.url })).body.id;
    await mock.clock.advance({ seconds: 5 });
    const second = (await submit(undefined, { callback_url: receiver.url })).body.id;
    await mock.clock.advance({ seconds: 5 });
    expect(jobsOf(receiver)).toEqual([second, first]);
  },
  'webhook-forged': () => firstIsRefused('webhook-forged', 'mismatch'),
  'webhook-stale': () => firstIsRefused('webhook-stale', 'too_old'),
  'webhook-never-comes': async () => {
    const mock = await play('webhook-never-comes');
    const receiver = await receive(200);
    const { id } = (await (await submitter(mock))(undefined, { callback_url: receiver.url })).body;
    await mock.clock.advance({ seconds: 3_600 });
    expect(receiver.received).toEqual([]);
    const [delivery] = await mock.control.deliveries({ limit: 1 });
    expect(delivery).toMatchObject({ status: 'abandoned', attempts: { length: 6 } });
    expect((await job(mock, id)).status).toBe('succeeded');
  },
  'webhook-before-reply': async () => {
    const mock = await play('webhook-before-reply', { settleMs: 10_000 });
    const receiver = await receive(200);
    const { id } = (await (await submitter(mock))(undefined, { callback_url: receiver.url })).body;
    expect(jobsOf(receiver)).toEqual([id]);
  },
  'voice-capacity-warms-up': async () => {
    const mock = await play('voice-capacity-warms-up');
    const start = () => mock.post('/voice/session', {});
    expect([(await start()).status, (await start()).code]).toEqual([503, 'capacity_warming']);
    await mock.clock.advance({ seconds: 60 });
    expect((await start()).body.session_token).toMatch(/^rt_/);
  },
  'tier-unavailable': async () => {
    const mock = await play('tier-unavailable');
    const start = (tier?: string) =>
      mock.post('/full-live-swap/session', { duration_minutes: 1, ...(tier && { tier }) });
    expect([(await start()).code, (await start('pro')).code]).toEqual(['capacity_unavailable', 'capacity_unavailable']);
    expect((await start('standard')).code).toBeUndefined();
  },
  'stream-cut-in-the-middle': async () => {
    const mock = await openSocketMock({}, { scenario: 'stream-cut-in-the-middle' });
    open.push(mock);
    const before = await mock.balance();
    const chunks = Array.from({ length: 30 }, (_, index) => Buffer.alloc(4, index));
    const cut = await mock.connect(await mock.voice());
    await cut.received(1);
    await mock.clock.advance({ seconds: 10 });
    cut.send(...chunks);
    // Without a close frame.
    expect((await cut.closed).code).toBe(1006);
    expect(await mock.balance()).toBeCloseTo(before - 10 * 0.0015, 6);
    const whole = await mock.connect(await mock.voice());
    whole.send(...chunks);
    expect((await whole.received(31)).slice(1)).toEqual(chunks);
    await whole.close();
  },
};

test('no test here is of a story that is gone', async () => {
  expect(await storyNames()).toEqual(expect.arrayContaining(Object.keys(stories)));
});

test.each(Object.entries(stories))('%s', (_name, tell) => tell());

test.each(await storyNames())('%s is short, and an editor finds its schema', async (name) => {
  const text = await readFile(await fileOfStory(name), 'utf8');
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/scenario\.schema\.json\n/);
  expect(text.split('\n').length).toBeLessThan(50);
  const { story } = await loadStory(name);
  expect(story.title).not.toMatch(/\.$/);
  expect(story.about.trim()).toMatch(/\.$/);
  // It can be driven, and it judges a client of somebody else's.
  expect([story.steps?.length, story.then?.length]).toEqual([expect.any(Number), expect.any(Number)]);
});

test('a story is in force again after a reset', async () => {
  const mock = await play('tier-unavailable');
  await mock.control.setCapacity({ tiers: { pro: true } });
  await mock.control.reset();
  expect((await mock.post('/full-live-swap/session', { duration_minutes: 1 })).code).toBe('capacity_unavailable');
});
