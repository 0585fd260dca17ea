/** Faults of jobs, sessions and their words, as a client meets them: by a header, by a rule, and by a magic word in an input. */
import { request as send } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultName, faultNames, familyOf, faults } from '../../spec/faults.ts';
import { type Answer, type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
let image: string;
beforeEach(async () => {
  mock = await openMock({ port: 0, jobTime: 2, concurrency: 1 });
  image = await mock.upload('portrait.png');
});
afterEach(() => mock.close());

const script = (words = ''): object => ({ image_key: image, script: `Hello ${words}` });
const submit = async (fault: string, body = script()): Promise<string> =>
  (await mock.post('/avatar', body, { headers: { 'x-understudy-fault': fault } })).body.id;
const job = async (id: string): Promise<Answer['body']> => (await mock.get(`/jobs/${id}`)).body;
const wait = (seconds: number) => mock.clock.advance({ seconds });

test.each([
  ['face_not_detected', 'face_not_detected', 'render_failed'],
  ['content_rejected', 'content_rejected', 'render_failed'],
  ['processing_failed', 'processing_failed', 'render_failed'],
  ['timed_out', 'processing_failed', 'timed_out'],
  ['cancelled', 'processing_failed', 'cancelled'],
])('job-fails; code=%s: the job fails with %s, is refunded, and its usage says %s', async (told, code, reason) => {
  const { balance_usd: before } = (await mock.get('/balance')).body;
  const id = await submit(`job-fails; code=${told}`);
  expect((await job(id)).status).toBe('queued');
  await wait(60);
  expect(await job(id)).toMatchObject({ status: 'failed', charged_usd: 0, error: { code } });
  expect((await mock.get('/balance')).body.balance_usd).toBe(before);
  expect(JSON.parse((await mock.get('/usage?limit=1')).text)).toMatchObject([{ reason }]);
});

test.each([
  ['job-stuck-queued', 'queued'],
  ['job-stuck-processing', 'processing'],
])('%s: the job stays %s for days, keeps its place, and the control API can end it', async (fault, status) => {
  const id = await submit(fault);
  const next = await submit('request-delay; ms=0');
  await wait(1);
  await wait(200_000);
  expect([(await job(id)).status, (await job(next)).status]).toEqual([status, 'queued']);
  expect((await mock.steer('POST', `/jobs/${id}/finish`, { outcome: 'succeeded' })).status).toBe(200);
  expect((await job(id)).status).toBe('succeeded');
  await wait(3);
  expect((await job(next)).status).toBe('succeeded');
});

test('job-slow: the render takes so many times as long', async () => {
  const id = await submit('job-slow; factor=10');
  await wait(19);
  expect((await job(id)).status).toBe('processing');
  await wait(2);
  expect((await job(id)).status).toBe('succeeded');
});

test.each([
  ['job-at-once', 'succeeded'],
  ['job-at-once, job-fails', 'failed'],
])('%s: acknowledged as queued, and %s when it is first asked for', async (fault, status) => {
  const answer = await mock.post('/avatar', script(), { headers: { 'x-understudy-fault': fault } });
  expect(answer.body.status).toBe('queued');
  expect((await job(answer.body.id)).status).toBe(status);
});

test('job-at-once with its webhook before the reply: the job has ended by itself', async () => {
  const body = { ...script(), callback_url: 'http://127.0.0.1:9/' };
  expect((await job(await submit('webhook-before-reply', body))).status).toBe('succeeded');
});

test('job-link-expired: every link has expired when it is given out, and the job is as good as any', async () => {
  const id = await submit('job-link-expired');
  await wait(60);
  const { output_url: link, charged_usd: charged } = await job(id);
  expect((await mock.fetch(link ?? '')).status).toBe(403);
  expect((await mock.fetch((await job(id)).output_url ?? '')).status).toBe(403);
  expect(charged).toBeGreaterThan(0);
});

test('job-link-broken; how=missing: the link leads nowhere', async () => {
  const id = await submit('job-link-broken');
  await wait(60);
  expect((await mock.fetch((await job(id)).output_url ?? '')).status).toBe(404);
});

test('job-link-broken; how=truncated: the download breaks off after half of its length', async () => {
  const id = await submit('job-link-broken; how=truncated');
  await wait(60);
  const link = (await job(id)).output_url ?? '';
  const [got, length, code] = await new Promise<[number, number, string]>((resolve) => {
    send(link, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', (error: NodeJS.ErrnoException) =>
        resolve([bytes, Number(response.headers['content-length']), error.code ?? '']),
      );
    }).end();
  });
  expect([Math.abs(got - length / 2) <= 1, code]).toEqual([true, 'ECONNRESET']);
  await expect(mock.fetch(link).then((response) => response.arrayBuffer())).rejects.toThrow('terminated');
});

test('session-no-capacity and session-warming refuse the call, and nothing is charged', async () => {
  const before = await mock.money();
  const call = (path: string, fault: string) =>
    mock.post(path, { duration_minutes: 1 }, { headers: { 'x-understudy-fault': fault } });
  for (const [path, fault, code] of [
    ['/full-live-swap/session', 'session-no-capacity', 'capacity_unavailable'],
    ['/voice/session', 'session-no-capacity', 'capacity_unavailable'],
    ['/voice/session', 'session-warming', 'capacity_warming'],
  ] as const) {
    const answer = await call(path, fault);
    expect([answer.status, answer.code]).toEqual([503, code]);
  }
  await wait(3_600);
  expect(await mock.money()).toBe(before);
});

const wordOf = (name: FaultName): string => `magic_${name.replaceAll('-', '_')}`;
const named = (...families: string[]): FaultName[] => faultNames.filter((name) => families.includes(familyOf(name)));

test.each([
  ['job-fails', 60, 'failed'],
  ['job-stuck-queued', 60, 'queued'],
  ['job-stuck-processing', 60, 'processing'],
  ['job-slow', 3, 'processing'],
  ['job-at-once', 0, 'succeeded'],
] as const)('the word for %s in a script or a file name: after %i s the job is %s', async (name, seconds, status) => {
  const file = await mock.upload('portrait.png', `a ${wordOf(name)}.png`);
  for (const body of [script(wordOf(name)), { image_key: file, script: 'Hello' }]) {
    const { id } = (await mock.post('/avatar', body)).body;
    await wait(seconds);
    expect((await job(id)).status).toBe(status);
    await mock.steer('POST', `/jobs/${id}/finish`, { outcome: 'succeeded' });
  }
});

test.each(named('job', 'webhook'))('a submit with the word for %s is taken, by a script', async (name) => {
  expect((await mock.post('/avatar', script(wordOf(name)))).status).toBe(202);
});

test.each(named('session', 'socket'))(
  'a voice session with the word for %s as its profile is no unknown voice',
  async (name) => {
    const answer = await mock.post('/voice/session', { voice_profile_id: wordOf(name) });
    const code = { 'session-no-capacity': 'capacity_unavailable', 'session-warming': 'capacity_warming' }[
      name as string
    ];
    expect(answer.code).toBe(code);
  },
);

test.each(named('session', 'socket').filter((name) => !('only' in faults[name])))(
  'a live swap with the word for %s in its prompt keeps its prompt',
  async (name) => {
    const prompt = `As a pirate, ${wordOf(name)}.`;
    const answer = await mock.post('/full-live-swap/session', { duration_minutes: 1, prompt });
    if (name === 'session-no-capacity') expect(answer.code).toBe('capacity_unavailable');
    else expect([answer.status, answer.body.prompt]).toEqual([201, prompt]);
  },
);

test('a word of voice sessions has no effect in a prompt, and one of sessions none in a script', async () => {
  const prompt = 'magic_session_warming';
  expect((await mock.post('/full-live-swap/session', { duration_minutes: 1, prompt })).status).toBe(201);
  expect((await mock.post('/avatar', script('magic_session_no_capacity'))).status).toBe(202);
});

test('two words in one script are two faults', async () => {
  const { id } = (await mock.post('/avatar', script('magic_job_at_once magic_job_fails'))).body;
  expect(await job(id)).toMatchObject({ status: 'failed', error: { code: 'processing_failed' } });
});

test('a header goes before a word that says otherwise', async () => {
  const id = await submit('job-fails; code=content_rejected', script('magic_job_fails'));
  await wait(60);
  expect((await job(id)).error.code).toBe('content_rejected');
});
