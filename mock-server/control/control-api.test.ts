/** What only a mock can do, over the control API: start anew, take capacity away, look at jobs and end them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobOutcomes } from '../../spec/magic.ts';
import { type TestMock, openMock } from '../http/client.case.ts';
import type { CapacityState } from './capacity.ts';
import type { JobView } from './jobs.ts';

let mock: TestMock;
let image: string;
beforeEach(async () => {
  mock = await openMock();
  image = await mock.upload('portrait.png');
});
afterEach(() => mock.close());

const submit = async (key?: string, file = image): Promise<string> => {
  const body = { image_key: file, face_key: file };
  return (await mock.post('/face-swap-image', body, key === undefined ? {} : { key })).body.id;
};

test('health says that it is well, which version it is and what time', async () => {
  const { body, status } = await mock.steer('GET', '/health');
  expect([status, body]).toMatchObject([
    200,
    { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string },
  ]);
});

test('reset puts balance, clock, jobs, uploads, accounts, keys, capacity and rates back to the start', async () => {
  const before = await mock.money();
  const id = await submit();
  const { api_key } = await mock.control.createAccount({ balance_usd: 5 });
  await mock.steer('DELETE', '/accounts/a1/keys/key_a1_0');
  await mock.control.setCapacity({ saturated: true, voice: 'none' });
  await mock.steer('PUT', '/clock', { mode: '60x' });
  await mock.clock.advance({ seconds: 100_000 });

  expect(await mock.steer('POST', '/reset')).toMatchObject({ status: 200, text: '{}' });
  expect(await mock.money()).toBe(before);
  expect(mock.control.clock()).toEqual({ mode: 'manual', now: '2026-01-01T00:00:00.000Z', next_due: null });
  expect(mock.control.capacity()).toMatchObject({ saturated: false, voice: 'ready' });
  expect(await mock.control.jobs({ limit: 9 })).toEqual([]);
  expect((await mock.get(`/jobs/${id}`)).code).toBe('not_found');
  expect((await mock.get('/balance', api_key)).code).toBe('unauthorized');
  expect((await mock.post('/face-swap-image', { image_key: image, face_key: image })).code).toBe('invalid_input');
  // The same from here on as it was from the start.
  expect(await mock.upload('portrait.png')).toBe(image);
  expect(await submit()).toBe(id);
});

test('every part of the capacity can be changed alone, and what is left out stays', async () => {
  const put = async (body: object): Promise<CapacityState> =>
    JSON.parse((await mock.steer('PUT', '/capacity', body)).text) as CapacityState;
  const full = mock.control.capacity();
  expect(full).toMatchObject({ tiers: { pro: true, standard: true }, voice: 'ready', saturated: false });
  expect(Object.values(full.capabilities)).toEqual(Array.from({ length: 9 }, () => true));
  expect(await put({})).toEqual(full);
  expect(await put({ tiers: { pro: false } })).toEqual({ ...full, tiers: { pro: false, standard: true } });
  expect(await put({ saturated: true })).toMatchObject({ tiers: { pro: false, standard: true }, saturated: true });
  expect(await put({ capabilities: { avatar: false } })).toMatchObject({
    saturated: true,
    capabilities: { ...full.capabilities, avatar: false },
  });
  expect(await put({ voice: 'none' })).toMatchObject({ voice: 'none', tiers: { pro: false } });
  const whole = { tiers: { pro: true }, voice: 'ready', saturated: false, capabilities: { avatar: true } };
  expect(await put(whole)).toEqual(full);
  expect(JSON.parse((await mock.steer('GET', '/capacity')).text)).toEqual(full);
});

test('a warm-up lasts a minute from when it was set, whatever else is changed meanwhile', async () => {
  await mock.control.setCapacity({ voice: 'warming' });
  await mock.clock.advance({ seconds: 40 });
  await mock.control.setCapacity({ saturated: true });
  await mock.clock.advance({ seconds: 19.999 });
  expect(mock.control.capacity().voice).toBe('warming');
  await mock.clock.advance({ seconds: 0.001 });
  expect(mock.control.capacity().voice).toBe('ready');
  await mock.control.setCapacity({ voice: 'warming' });
  expect(mock.control.capacity().voice).toBe('warming');
});

test.each([
  [{ tiers: { gold: true } }],
  [{ tiers: { pro: 'no' } }],
  [{ voice: 'off' }],
  [{ voice: true }],
  [{ capabilities: { nothing: false } }],
  [{ capabilities: { avatar: null } }],
  [{ saturated: 1 }],
  [{ sockets: true }],
])('capacity cannot be set to %j', async (body) => {
  const before = mock.control.capacity();
  expect(await mock.steer('PUT', '/capacity', body)).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(mock.control.capacity()).toEqual(before);
});

test.each([
  ['/capacity', 'PUT', { sockets: true }, 'sockets is no field: there are tiers, voice, capabilities, saturated'],
  ['/capacity', 'PUT', { tiers: { gold: true } }, 'tiers/gold is no field: there are pro, standard'],
  ['/accounts', 'POST', { balance_usd: 1, plan: 1 }, 'plan is no field: there are balance_usd, rates, rate_limit'],
  [
    '/faults',
    'POST',
    { when: { nht: 1 }, then: { fault: 'job-slow' } },
    'when/nht is no field: there are on, operation, account_id, ',
  ],
  ['/capacity', 'PUT', { ['x'.repeat(900)]: 1 }, `${'x'.repeat(60)}… is no field`],
])('a field that %s does not have is said, with those that it has', async (path, method, body, message) => {
  const answer = await mock.steer(method, path, body);
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(message)]);
});

const list = async (query = ''): Promise<JobView[]> =>
  JSON.parse((await mock.steer('GET', `/jobs${query}`)).text) as JobView[];

test('jobs are listed newest first, of one account or of all', async () => {
  const { api_key: key } = await mock.control.createAccount({ balance_usd: 5 });
  const foreign = await mock.upload('portrait.png', 'b.png', key);
  const ids: string[] = [];
  for (let sent = 0; sent < 3; sent++) {
    ids.unshift(await submit(), await submit(key, foreign));
    await mock.clock.advance({ seconds: 5 });
  }
  expect((await list()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect((await list('?account_id=a1')).map(({ id }) => id)).toEqual(ids.filter((id) => id.startsWith('job_a1_')));
  expect((await list('?account_id=a2&limit=2')).map(({ id }) => id)).toEqual(
    ids.filter((id) => id.startsWith('job_a2_')).slice(0, 2),
  );
  expect(await list('?account_id=a9')).toEqual([]);
  expect((await list('?limit=1&account_id=a1'))[0]).toEqual({
    id: ids.find((id) => id.startsWith('job_a1_')),
    account_id: 'a1',
    endpoint: 'face-swap-image',
    status: 'succeeded',
    price_usd: 0.03,
    charged_usd: 0.03,
    error_code: null,
    submitted_at: '2026-01-01T00:00:10.000Z',
  });
});

test('of jobs that were submitted at the same instant the last one is the newest', async () => {
  const ids = [await submit(), await submit(), await submit()].reverse();
  expect((await list()).map(({ id }) => id)).toEqual(ids);
  expect((await list('?limit=2')).map(({ id }) => id)).toEqual(ids.slice(0, 2));
});

test.each(['jobs', 'sessions', 'deliveries'])(
  'a long list of %s is read page by page, and nothing twice',
  async (what) => {
    const { api_key: key } = await mock.control.createAccount({ balance_usd: 5 });
    const foreign = await mock.upload('portrait.png', 'b.png', key);
    const callback_url = 'http://127.0.0.1:9/hook';
    for (let sent = 0; sent < 3; sent++) {
      for (const one of [
        { file: image, key: mock.apiKey },
        { file: foreign, key },
      ]) {
        const body = { image_key: one.file, face_key: one.file, callback_url };
        await mock.post('/face-swap-image', body, { key: one.key });
        await mock.post('/voice/session', {}, { key: one.key });
      }
      await mock.clock.advance({ seconds: 5 });
    }
    const page = async (query: string) =>
      (JSON.parse((await mock.steer('GET', `/${what}?${query}`)).text) as { id: string }[]).map(({ id }) => id);
    const whole = await page('limit=1000');
    expect(whole).toHaveLength(6);
    const read: string[] = [];
    for (let next = await page('limit=4'); next.length > 0; next = await page(`limit=4&before=${read.at(-1)}`))
      read.push(...next);
    expect(read).toEqual(whole);
    const own = whole.filter((id) => id.includes('_a2_'));
    expect(await page(`account_id=a2&before=${own[0]}`)).toEqual(own.slice(1));
  },
);

test.each(['', 'job_a1_x'])('there is no page after what is not in the list: "%s"', async (before) => {
  const answer = await mock.steer('GET', `/jobs?before=${before}`);
  expect([answer.status, answer.code]).toEqual([400, 'invalid_input']);
});

test.each(['0', '-1', '1001', 'x', '1.5', '', ' '])('a list of jobs cannot have the length "%s"', async (limit) => {
  expect((await mock.steer('GET', `/jobs?limit=${encodeURIComponent(limit)}`)).code).toBe('invalid_input');
});

test.each(jobOutcomes)('a job can be ended as %s, waiting or running, and only once', async (outcome) => {
  const expected = outcome === 'succeeded' ? 'succeeded' : 'failed';
  const code = { timed_out: 'processing_failed', cancelled: 'processing_failed', succeeded: undefined }[
    outcome as string
  ];
  for (const seconds of [0, 0.3]) {
    const id = await submit();
    await mock.clock.advance({ seconds });
    const before = (await mock.get('/balance')).body.balance_usd;
    const answer = await mock.steer('POST', `/jobs/${id}/finish`, { outcome });
    expect(answer).toMatchObject({ status: 200, body: { id, status: expected } });
    const { body: job } = await mock.get(`/jobs/${id}`);
    expect(job.status).toBe(expected);
    if (expected === 'failed') expect(job.error.code).toBe(code ?? outcome);
    expect((await mock.get('/balance')).body.balance_usd).toBeCloseTo(
      before - (expected === 'succeeded' ? 0.03 : 0),
      6,
    );
    const money = await mock.money();
    for (const again of [{ outcome }, {}, { outcome: 'succeeded' }]) {
      expect((await mock.steer('POST', `/jobs/${id}/finish`, again)).code).toBe('invalid_input');
    }
    await mock.clock.advance({ seconds: 60 });
    expect(await mock.money()).toBe(money);
  }
});

test('a job that is ended without a word ends as it was planned', async () => {
  const file = await mock.upload('portrait.png', 'magic_content_rejected.png');
  const id = await submit(undefined, file);
  expect((await mock.steer('POST', `/jobs/${id}/finish`, {})).body.status).toBe('failed');
  expect((await mock.get(`/jobs/${id}`)).body.error.code).toBe('content_rejected');
});

test('a job may be ended without a body', async () => {
  const id = await submit();
  expect((await mock.steer('POST', `/jobs/${id}/finish`)).body.status).toBe('succeeded');
});

test.each(['job_a1_none', 'job_a9_none', 'x', '__proto__', '%2e%2e'])('there is no job %s to end', async (id) => {
  expect((await mock.steer('POST', `/jobs/${id}/finish`, {})).code).toBe('not_found');
});

test.each([[{ outcome: 'lost' }], [{ outcome: null }], [{ result: 'x' }]])(
  'a job cannot be ended by %j',
  async (body) => {
    const id = await submit();
    expect((await mock.steer('POST', `/jobs/${id}/finish`, body)).code).toBe('invalid_input');
    expect((await mock.get(`/jobs/${id}`)).body.status).toBe('queued');
  },
);

test.each([
  ['GET', '/reset'],
  ['GET', '/accounts'],
  ['POST', '/clock'],
  ['PATCH', '/capacity'],
  ['DELETE', '/jobs'],
  ['GET', '/nothing'],
])('there is no %s %s', async (method, path) => {
  expect(await mock.steer(method, path)).toMatchObject({ status: 404, code: 'not_found' });
});

test('a body of the control API is read as strictly as one of the service', async () => {
  const send = async (raw: string): Promise<number> => {
    const headers = { 'x-understudy-token': mock.controlToken, 'content-type': 'application/json' };
    const response = await mock.fetch(`${mock.controlUrl}/accounts`, { method: 'POST', headers, body: raw });
    await response.body?.cancel();
    return response.status;
  };
  for (const raw of [
    '',
    '[]',
    'null',
    '{"balance_usd":1',
    '{"balance_usd":1e999}',
    `{"a":${'['.repeat(100_000)}`,
    ' '.repeat(1_000_001),
  ]) {
    expect(await send(raw)).toBe(400);
  }
  expect(await send('{"balance_usd":1,"__proto__":{"polluted":1}}')).toBe(400);
  expect(await send('{"balance_usd":1,"rates":{"__proto__":1}}')).toBe(400);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
