/** Magic words: what a client can force without the control API. They refuse a call or end a job, and cost nothing but what succeeds. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpErrors } from '../../spec/errors.ts';
import { magicRefusals } from '../../spec/magic.ts';
import { type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

const ofJobs = magicRefusals.filter((code) => !code.startsWith('capacity_'));

test.each(ofJobs)('a submit with magic_%s in its script or in a file name is refused with it', async (code) => {
  const { image, audio } = await mock.files();
  const named = await mock.upload('portrait.png', `a magic_${code}.png`);
  const before = await mock.money();
  for (const [path, body] of [
    ['/avatar', { image_key: image, script: `Say magic_${code} now` }],
    ['/voice-clone', { voice_key: audio, script: `magic_${code}` }],
    ['/face-swap-image', { image_key: named, face_key: image }],
    ['/face-swap-image', { image_key: image, face_key: named }],
  ] as const) {
    const answer = await mock.post(path, body, { headers: { 'idempotency-key': 'k' } });
    expect([answer.status, answer.code]).toEqual([httpErrors[code].status, code]);
  }
  expect(await mock.money()).toBe(before);
  // A refused submit does not use up its key.
  const body = { image_key: image, face_key: image };
  expect((await mock.post('/face-swap-image', body, { headers: { 'idempotency-key': 'k' } })).status).toBe(202);
});

test.each(magicRefusals)('a session with magic_%s in its prompt or profile is refused with it', async (code) => {
  const before = await mock.money();
  for (const [path, body] of [
    ['/full-live-swap/session', { duration_minutes: 1, prompt: `as magic_${code}` }],
    ['/voice/session', { voice_profile_id: `magic_${code}` }],
  ] as const) {
    const answer = await mock.post(path, body);
    expect([answer.status, answer.code]).toEqual([httpErrors[code].status, code]);
  }
  await mock.clock.advance({ seconds: 3_600 });
  expect(await mock.money()).toBe(before);
});

test.each([
  ['succeeded', 'succeeded', undefined, null],
  ['face_not_detected', 'failed', 'face_not_detected', 'render_failed'],
  ['content_rejected', 'failed', 'content_rejected', 'render_failed'],
  ['processing_failed', 'failed', 'processing_failed', 'render_failed'],
  ['timed_out', 'failed', 'processing_failed', 'timed_out'],
  ['cancelled', 'failed', 'processing_failed', 'cancelled'],
])('a job ends as magic_%s: %s with error %s and usage reason %s', async (word, status, code, reason) => {
  const { image, audio } = await mock.files();
  const named = await mock.upload('clip.mp4', `magic_${word}.mp4`);
  for (const [path, body] of [
    ['/avatar', { image_key: image, script: `magic_${word}` }],
    ['/voice-clone', { voice_key: audio, script: `magic_${word}` }],
    ['/lip-sync', { video_key: named, audio_key: audio }],
  ] as const) {
    const { balance_usd: before } = (await mock.get('/balance')).body;
    const { id } = (await mock.post(path, body)).body;
    await mock.clock.advance({ seconds: 60 });
    const { body: job } = await mock.get(`/jobs/${id}`);
    const [record] = JSON.parse((await mock.get('/usage?limit=1')).text) as { reason: unknown; charged_usd: number }[];
    expect([job.status, job.error?.code, record?.reason]).toEqual([status, code, reason]);
    expect([job.charged_usd > 0, job.output_url !== null]).toEqual([code === undefined, code === undefined]);
    expect(record?.charged_usd).toBe(job.charged_usd);
    const { balance_usd: after } = (await mock.get('/balance')).body;
    expect(after).toBeCloseTo(before - job.charged_usd, 6);
  }
});

// session_limit_reached needs a stream that reaches its end.
test('no_stream: a session that nobody connects to ends with its token, and costs nothing', async () => {
  const before = (await mock.get('/balance')).text;
  await mock.post('/full-live-swap/session', { duration_minutes: 240, tier: 'standard' });
  await mock.post('/voice/session', {});
  expect((await mock.get('/usage')).text).toBe('[]');
  await mock.clock.advance({ seconds: 599.999 });
  expect((await mock.get('/usage')).text).toBe('[]');
  await mock.clock.advance({ seconds: 0.001 });
  const none = { status: 'succeeded', charged_usd: 0, reason: 'no_stream' };
  expect(JSON.parse((await mock.get('/usage')).text)).toMatchObject([
    { feature: 'voice_changer', ...none },
    { feature: 'full_live_swap_standard', ...none },
  ]);
  expect((await mock.get('/balance')).text).toBe(before);
});
