/** A story goes on where its world does: after a restart of the service, in a data folder, and in a snapshot. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { storyOf } from '../scenarios/load.ts';
import type { Scenario } from '../scenarios/schema.ts';
import { type TestMock, openMock } from './http/client.case.ts';
import type { MockOptions } from './options.ts';
import { openSocketMock } from './sockets/client.case.ts';
import { storyFrom } from './story.ts';
import { storyVerdict } from './story-verdict.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'story-restart-'));
  ends.push(() => rm(made, { recursive: true }));
  return join(made, 'world');
};

const story = (rest: Partial<Scenario>) => storyFrom(storyOf({ title: 'T', about: 'A client waits.', ...rest }));

const play = async (rest: Partial<Scenario>, options: MockOptions = {}): Promise<TestMock> => {
  const mock = await openMock({ scenario: story(rest), balance: 1, jobTime: 10, ...options });
  ends.push(() => mock.close());
  return mock;
};

const submitter = async (mock: TestMock) => {
  const image = await mock.upload('portrait.png');
  return (key = 'order-1') =>
    mock.post('/face-swap-image', { image_key: image, face_key: image }, { headers: { 'idempotency-key': key } });
};
const balance = async (mock: TestMock): Promise<number> => (await mock.get('/balance')).body.balance_usd;

const afterSubmit = { endpoint: 'submit', status: '2xx' } as const;
const restarts: Scenario['timeline'] = [{ after: afterSubmit, restart: true }];

test('the service restarts before the answer of a submit is out: nobody has it, the job goes on, and it stands once', async () => {
  const mock = await play({ timeline: restarts }, { port: 0 });
  const submit = await submitter(mock);
  await expect(submit()).rejects.toThrow();
  await mock.clock.advance({ seconds: 5 });
  const { id } = (await submit()).body;
  await mock.clock.advance({ seconds: 6 });
  expect((await mock.get(`/jobs/${id}`)).body.status).toBe('succeeded');
  expect(await balance(mock)).toBe(0.97);
  const answers = mock.control.journal({ limit: 10, operation: 'submitFaceSwapImage' }).entries;
  expect(answers.map((entry) => entry.kind === 'request' && entry.response?.status)).toEqual([undefined, 202]);
  expect(mock.failures).toEqual([]);
});

test('without a connection the answer that is lost is a network error', async () => {
  const mock = await play({ timeline: restarts }, { port: false });
  await expect((await submitter(mock))()).rejects.toThrow(TypeError);
});

test('rules, capacity and keys are after a restart what they were before, and windows of the rate are new', async () => {
  const mock = await play({}, { rateLimit: 3 });
  await mock.control.addFault({
    when: { operation: 'listVoices' },
    then: { fault: 'request-error', code: 'internal_error' },
  });
  await mock.control.setCapacity({ tiers: { pro: false } });
  for (let asked = 0; asked < 3; asked++) await mock.get('/balance');
  expect((await mock.get('/balance')).code).toBe('rate_limited');
  expect((await mock.steer('POST', '/restart')).status).toBe(200);
  expect((await mock.get('/voices')).code).toBe('internal_error');
  expect((await mock.post('/full-live-swap/session', { duration_minutes: 1 })).code).toBe('capacity_unavailable');
});

test('a stream is cut by a restart, and what was streamed is billed', async () => {
  const mock = await openSocketMock({}, { balance: 10 });
  ends.push(() => mock.close());
  const client = await mock.connect(await mock.voice());
  await client.received(1);
  await mock.clock.advance({ seconds: 20 });
  await mock.control.restart();
  await client.closed;
  const [session] = await mock.control.sessions({ limit: 1 });
  expect([session?.status, await mock.balance()]).toEqual(['ended', 10 - 20 * 0.0015]);
  expect(mock.failures).toEqual([]);
});

test('what the timeline still has to do happens after a restart, and what it has done does not happen again', async () => {
  const mock = await play({
    timeline: [
      { at: '1m', top_up: 1 },
      { at: '2m', top_up: 2 },
      { after: { endpoint: 'voices', nth: 2 }, later: '10s', top_up: 4 },
    ],
  });
  await mock.clock.advance({ seconds: 60 });
  await mock.get('/voices');
  await mock.control.restart();
  await mock.get('/voices');
  await mock.clock.advance({ seconds: 10 });
  expect(await balance(mock)).toBe(6);
  await mock.clock.advance({ seconds: 600 });
  expect(await balance(mock)).toBe(8);
});

const changes: Partial<Scenario> = {
  timeline: [
    { at: '1m', top_up: 1 },
    { at: '2m', fault: { when: { operation: 'listVoices' }, then: { fault: 'request-error', code: 'at_capacity' } } },
    { after: { endpoint: 'balance', nth: 2 }, revoke_key: 'main' },
  ],
};

test('a story goes on in its data folder, where it stood', async () => {
  const data = await folder();
  const before = await openMock({ scenario: story(changes), balance: 1, data });
  await before.clock.advance({ seconds: 60 });
  expect(await balance(before)).toBe(2);
  await before.close();

  const after = await play({ ...changes, title: 'The same with other words' }, { data });
  await after.clock.advance({ seconds: 30 });
  expect((await after.get('/voices')).status).toBe(200);
  await after.clock.advance({ seconds: 30 });
  expect((await after.get('/voices')).code).toBe('at_capacity');
  expect([(await after.get('/balance')).body.balance_usd, (await after.get('/balance')).status]).toEqual([2, 401]);
});

test('a data folder whose world began without this story is refused, and stays as it is', async () => {
  const data = await folder();
  await (await openMock({ data })).close();
  await expect(openMock({ scenario: story(changes), data })).rejects.toThrow(/did not begin with what T gives/);
  await expect(openMock({ scenario: story({}), data })).rejects.toThrow(/did not begin with/);
  await (await openMock({ data })).close();
});

test('after a restart of the process, claims about requests are told as not judged: the journal is not kept', async () => {
  const data = await folder();
  const scenario = story({ then: [{ requests: 'none', code: 'rate_limited' }, { jobs: 'none' }] });
  await (await openMock({ scenario, data })).close();
  const after = await openMock({ scenario, data });
  ends.push(() => after.close());
  const { claims } = await storyVerdict(scenario, after);
  expect(claims.map(({ verdict }) => verdict)).toEqual(['not_judged', 'holds']);
});

test('a snapshot takes the timeline with it, to a mock that plays the same story', async () => {
  const from = await play({ timeline: [{ at: '1m', top_up: 1 }] });
  await from.clock.advance({ seconds: 30 });
  const saved = await from.fetch(`${from.controlUrl}/snapshot`, {
    headers: { 'x-understudy-token': from.controlToken },
  });
  const text = await saved.text();
  const load = async (to: TestMock): Promise<number> => {
    const headers = { 'x-understudy-token': to.controlToken, 'content-type': 'application/x-ndjson' };
    const loaded = await to.fetch(`${to.controlUrl}/snapshot`, { method: 'PUT', headers, body: text });
    expect(loaded.status).toBe(200);
    await to.clock.advance({ seconds: 30 });
    return balance(to);
  };
  expect(await load(await play({ timeline: [{ at: '1m', top_up: 1 }] }))).toBe(2);
  expect(await load(await play({ timeline: [{ at: '1m', top_up: 5 }] }))).toBe(1);
});
