/** A prepared world moves from one mock to another, by the control API. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type TestMock, openMock, validBodies } from './http/client.case.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
const opened = async (...args: Parameters<typeof openMock>): Promise<TestMock> => {
  const mock = await openMock(...args);
  open.push(mock);
  return mock;
};

const token = (mock: TestMock): { readonly 'x-understudy-token': string } => ({
  'x-understudy-token': mock.controlToken,
});

const saved = async (mock: TestMock): Promise<string> => {
  const answer = await mock.fetch(`${mock.controlUrl}/snapshot`, { headers: token(mock) });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  return answer.text();
};

const loaded = async (mock: TestMock, text: string, type = 'application/x-ndjson') => {
  const answer = await mock.fetch(`${mock.controlUrl}/snapshot`, {
    method: 'PUT',
    headers: { ...token(mock), 'content-type': type },
    body: text,
  });
  return { status: answer.status, body: (await answer.json()) as { readonly error?: { readonly message: string } } };
};

/** With a finished job, one that runs, a second account, a fault and a moved clock. */
const prepared = async (): Promise<{ readonly mock: TestMock; readonly file: string; readonly second: string }> => {
  const mock = await opened({ jobTime: 60, balance: 50 });
  const files = await mock.files();
  await mock.post('/face-swap', validBodies(files)['face-swap']);
  await mock.clock.advance({ seconds: 90 });
  await mock.post('/lip-sync', validBodies(files)['lip-sync']);
  const made = (await mock.steer('POST', '/accounts', { balance_usd: 7 })).body as unknown as { api_key: string };
  await mock.steer('PUT', '/capacity', { saturated: true });
  return { mock, file: files.image, second: made.api_key };
};

test('the world that was saved is the world that is loaded: money, jobs, files, accounts, capacity and clock', async () => {
  const { mock, file, second } = await prepared();
  const other = await opened({ jobTime: 60 });
  const result = await loaded(other, await saved(mock));
  expect(result).toEqual({ status: 200, body: { accounts: 2, now: '2026-01-01T00:01:30.000Z' } });
  expect(await other.money()).toBe(await mock.money());
  expect((await other.get('/balance', second)).body.balance_usd).toBe(7);
  const jobs = (await other.get('/usage')).body as unknown as { job_id: string }[];
  expect(jobs).toHaveLength(1);
  const refused = await other.post('/face-swap-image', { image_key: file, face_key: file });
  expect([refused.status, refused.code]).toEqual([429, 'at_capacity']);
  await other.steer('PUT', '/capacity', { saturated: false });
  expect((await other.post('/face-swap-image', { image_key: file, face_key: file })).status).toBe(202);
  await other.clock.advance({ seconds: 150 });
  expect((await other.get('/usage')).body).toHaveLength(3);
});

test('a snapshot is loaded also where the folder for what is unfinished is gone, as after this process was taken for dead', async () => {
  const { mock } = await prepared();
  const data = await mkdtemp(join(tmpdir(), 'snapshots-'));
  open.push({ close: () => rm(data, { recursive: true }) });
  const other = await opened({ data });
  await rm(join(data, 'blobs', 'partial'), { recursive: true });
  expect(await loaded(other, await saved(mock))).toMatchObject({ status: 200, body: { accounts: 2 } });
});

test('the key and the secret that the loading mock has told of go on working, also where its seed is another', async () => {
  const { mock } = await prepared();
  const other = await opened({ seed: 7 });
  await loaded(other, await saved(mock));
  expect((await other.get('/balance')).body.balance_usd).toBe((await mock.get('/balance')).body.balance_usd);
  expect((await other.get('/balance', mock.apiKey)).status).toBe(200);
});

test('a world with a data folder keeps what was loaded into it', async () => {
  const { mock, file } = await prepared();
  const data = await mkdtemp(join(tmpdir(), 'snapshot-'));
  open.unshift({ close: () => rm(data, { recursive: true }) });
  const before = await openMock({ data });
  await before.upload('portrait.png');
  await loaded(before, await saved(mock));
  await before.close();
  const after = await opened({ data });
  expect(await after.money()).toBe(await mock.money());
  await after.steer('PUT', '/capacity', { saturated: false });
  expect((await after.post('/face-swap-image', { image_key: file, face_key: file })).status).toBe(202);
  expect((await readdir(join(data, 'blobs'))).filter((name) => name !== 'partial')).toHaveLength(3);
});

test('a snapshot of what was loaded is the same snapshot', async () => {
  const { mock } = await prepared();
  const text = await saved(mock);
  const other = await opened();
  await loaded(other, text);
  expect(await saved(other)).toBe(text);
});

const wrong: readonly [what: string, spoil: (text: string) => string, reason: string][] = [
  ['nothing', () => '', 'it was cut short: its end is missing'],
  ['no JSON', () => 'x\n', 'line 1 is no JSON'],
  ['JSON of something else', () => '{"a":1}\n', 'line 1 is not the beginning of a snapshot in form 1'],
  ['a newer form', (text) => text.replace('"understudy_snapshot":1', '"understudy_snapshot":2'), 'line 1 is not'],
  ['a missing end', (text) => text.split('\n').slice(0, -2).join('\n'), 'it was cut short: its end is missing'],
  ['half a line', (text) => text.slice(0, -9), 'is no JSON'],
  ['a missing event', (text) => without(text, 3), 'is none of a snapshot'],
  ['something behind the end', (text) => `${text}{"stream":"x","event":{}}\n`, 'comes after the end'],
  ['a path for a name', (text) => text.replaceAll(/"blob":"[^"]+"/g, '"blob":"../x"'), 'is none of a snapshot'],
  ['a line without an end', () => `{"a":"${'x'.repeat(4_100_000)}`, 'a line that is longer than any'],
  [
    'events that do not go together',
    (text) => text.replace('"type":"job.started"', '"type":"job.succeeded"'),
    'its events do not go together',
  ],
  [
    'an event of a type that nobody knows',
    (text) => text.replace('"type":"job.started"', '"type":"job.danced"'),
    'there is no event job.danced',
  ],
  ['an event without an instant', (text) => text.replace(/"at":\d+/, '"at":null'), 'has no instant'],
  ['an event beyond the last year', (text) => text.replace(/"at":\d+/, '"at":1e300'), 'has no instant'],
  ['a stream of nobody', (text) => text.replaceAll('account:a2', 'account:evil'), 'there is no stream account:evil'],
  ['an instant that no clock has', (text) => text.replace('"now":"2026', '"now":"+275000'), 'line 1 is not'],
  ['another first account', (text) => text.replaceAll('account:a1', 'account:a9'), 'it has no account a1'],
];

test.each(wrong)('%s is refused with a reason, and the world stays as it was (F13)', async (_what, spoil, reason) => {
  const { mock } = await prepared();
  const before = await saved(mock);
  const { status, body } = await loaded(mock, spoil(before));
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining(reason)]);
  expect(await saved(mock)).toBe(before);
});

test('it takes the token and the type of a snapshot (A4)', async () => {
  const { mock } = await prepared();
  const text = await saved(mock);
  expect((await loaded(mock, text, 'text/plain')).status).toBe(400);
  const without = await mock.fetch(`${mock.controlUrl}/snapshot`, { method: 'PUT', body: text });
  expect(without.status).toBe(401);
  expect((await mock.fetch(`${mock.controlUrl}/snapshot`)).status).toBe(401);
  expect(await saved(mock)).toBe(text);
});

test('loads and resets at the same time come one after the other', async () => {
  const { mock } = await prepared();
  const text = await saved(mock);
  const outcomes = await Promise.all([loaded(mock, text), mock.control.reset(), loaded(mock, text)]);
  expect(outcomes.map((outcome) => outcome?.status)).toEqual([200, undefined, 200]);
  expect((await mock.get(`/jobs/${randomUUID()}`)).status).toBe(404);
});

const without = (text: string, line: number): string =>
  text
    .split('\n')
    .filter((_, index) => index !== line)
    .join('\n');
