/** The feed of the console, as its page reads it: what there is, then what is new, and on from where it was after a break. */
import { afterEach, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { type TestMock, openMock } from '../http/client.case.ts';
import { type Listening, listenTo } from './feed.case.ts';
import { createFeed } from './feed.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const started = async (): Promise<TestMock> => {
  const mock = await openMock();
  open.push(mock);
  return mock;
};

const listen = async (mock: TestMock, place?: string): Promise<Listening['until']> => {
  const listening = await listenTo(mock, place);
  open.push(listening);
  return listening.until;
};

const submit = async (mock: TestMock): Promise<string> => {
  const image = await mock.upload('portrait.png');
  return (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body.id;
};

test('the first batch tells what there is, and later ones what has changed', async () => {
  const mock = await started();
  const id = await submit(mock);
  const until = await listen(mock);
  const { batch: first } = await until(() => true);
  expect(first).toMatchObject({
    fresh: true,
    clock: { mode: 'manual', now: '2026-01-01T00:00:00.000Z' },
    accounts: [{ account_id: 'a1', balance_usd: 100, held_usd: 0.03, jobs: 1, rendering: 1 }],
    jobs: [{ id, status: 'queued', price_usd: 0.03, result_kind: 'image', ended_at: null }],
    journal: [
      { what: 'POST /api/v1/uploads', status: 201 },
      { what: 'POST /api/v1/face-swap-image', status: 202 },
    ],
    changed: ['capacity', 'faults'],
  });
  await mock.clock.advance({ seconds: 60 });
  const { batch } = await until(({ batch: { jobs } }) => jobs.length > 0);
  expect(batch).toMatchObject({
    fresh: false,
    jobs: [{ id, status: 'succeeded', charged_usd: 0.03 }],
    accounts: [{ balance_usd: 99.97 }],
    balances: [['a1', expect.any(Number) as number, 99.97]],
    journal: [],
    changed: [],
  });
});

test('after a break it goes on from the last batch, and tells nothing twice', async () => {
  const mock = await started();
  await submit(mock);
  const { id: place } = await (await listen(mock))(({ batch }) => batch.fresh);
  await mock.get('/balance');
  const { batch } = await (await listen(mock, place))(({ batch: { journal } }) => journal.length > 0);
  expect(batch).toMatchObject({ fresh: false, jobs: [], journal: [{ what: 'GET /api/v1/balance' }] });
});

test.each(['', 'x.1.0.0', 'none'])('a place that is none of this mock, as %j, begins anew', async (place) => {
  const mock = await started();
  const { batch } = await (await listen(mock, place))(() => true);
  expect(batch.fresh).toBe(true);
});

test('what there is comes in the order of time, whichever account it is of', async () => {
  const mock = await started();
  const other = await mock.control.createAccount({ balance_usd: 7 });
  const ids: string[] = [];
  for (const key of [mock.apiKey, other.api_key, mock.apiKey]) {
    const image = await mock.upload('portrait.png', undefined, key);
    const { body } = await mock.post('/face-swap-image', { image_key: image, face_key: image }, { key });
    ids.push(body.id);
    await mock.clock.advance({ seconds: 1 });
  }
  const { batch } = await (await listen(mock))(() => true);
  expect(batch.jobs.map(({ id }) => id)).toEqual(ids);
});

test('of very much only the newest is told at first, of all accounts together', async () => {
  const mock = await started();
  const other = await mock.control.createAccount({ balance_usd: 100 });
  const image = await mock.upload('portrait.png');
  const theirs = await mock.upload('portrait.png', undefined, other.api_key);
  const submitOf = (key: string, from: string) =>
    mock.post('/face-swap-image', { image_key: from, face_key: from }, { key });
  for (let n = 0; n < 600; n++) await submitOf(other.api_key, theirs);
  await mock.clock.advance({ seconds: 1 });
  for (let n = 0; n < 600; n++) await submitOf(mock.apiKey, image);
  const { batch } = await (await listen(mock))(() => true);
  const own = batch.jobs.filter(({ account_id: id }) => id === 'a1');
  expect([batch.jobs.length, own.length]).toEqual([1_000, 600]);
});

test('what changes again is told again', async () => {
  const mock = await started();
  const until = await listen(mock);
  await until(({ batch }) => batch.fresh);
  const id = await submit(mock);
  await until(({ batch: { jobs } }) => jobs.some((job) => job.id === id && job.status === 'queued'));
  await mock.control.finishJob(id, 'content_rejected');
  const { batch } = await until(({ batch: { jobs } }) => jobs.some(({ status }) => status === 'failed'));
  expect(batch.jobs).toMatchObject([{ id, error_code: 'content_rejected', charged_usd: 0 }]);
});

test('after a reset everything is told anew, and of the old world nothing more', async () => {
  const mock = await started();
  await submit(mock);
  const until = await listen(mock);
  await until(({ batch }) => batch.fresh);
  await mock.control.reset();
  const { batch } = await until(({ batch: { fresh } }) => fresh);
  expect(batch).toMatchObject({ jobs: [], journal: [], accounts: [{ jobs: 0 }] });
});

test('whoever takes long is told how things stand, not each step on the way', async () => {
  const mock = await started();
  const image = await mock.upload('portrait.png');
  const until = await listen(mock);
  await until(({ batch }) => batch.fresh);
  for (let n = 0; n < 3_000; n++) await mock.post('/face-swap-image', { image_key: image, face_key: image });
  await mock.clock.advance({ seconds: 3_600 });
  const done = new Map<string, string>();
  await until(({ batch: { jobs } }) => {
    for (const { id, status } of jobs) done.set(id, status);
    return done.size >= 1_000 && [...done.values()].every((status) => status === 'succeeded' || status === 'failed');
  });
  expect(mock.failures).toEqual([]);
});

test('capacity and fault rules that change are told of', async () => {
  const mock = await started();
  const until = await listen(mock);
  await until(({ batch }) => batch.fresh);
  await mock.control.setCapacity({ saturated: true });
  expect((await until(({ batch: { changed } }) => changed.length > 0)).batch.changed).toEqual(['capacity']);
});

test('there are as many listeners as there may be, and then a refusal that says so', async () => {
  const mock = await started();
  for (let n = 0; n < 32; n++) await listen(mock);
  const { status, text } = await mock.steer('GET', '/events');
  expect([status, text]).toEqual([503, expect.stringContaining('close a console')]);
});

test('a mock that closes ends the streams, and does not wait for their listeners', async () => {
  const mock = await openMock({ port: 0 });
  const response = await fetch(`${mock.controlUrl}/events`, { headers: { 'x-understudy-token': mock.controlToken } });
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await mock.close({ graceMs: 60_000 });
  expect((await reader?.read())?.done).toBe(true);
});

test('a beat that fails is reported once, and the next one tells what there is', async () => {
  const reported: unknown[] = [];
  const engine = {
    atRest: () => [],
    follow: () => undefined,
    observe: () => undefined,
    world: { capacity: {}, faults: [] },
  } as unknown as Engine;
  let failing = 0;
  const feed = createFeed({
    engine: () => {
      if (failing-- > 0) throw new Error('there is no world');
      return engine;
    },
    levels: () => {
      throw new Error('nothing can be measured');
    },
    clock: () => ({ mode: 'manual', now: '2026-01-01T00:00:00.000Z', next_due: null }),
    journal: { list: () => ({ entries: [], next: 0 }) },
    name: 'x',
    reportFailure: (error) => reported.push(String(error)),
  });
  open.push({ close: async () => feed.close() });
  const reader = feed.open(undefined)?.getReader();
  failing = 3;
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"fresh":true');
  expect(reported).toEqual(['Error: there is no world', 'Error: nothing can be measured']);
});
