/** Why something is as it is: each kind of id, with faults, with a moved clock, after a reset; and ids that nothing has. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Compile } from 'typebox/schema';
import { Explanation } from '../../spec/schemas/explain.ts';
import { type TestMock, openMock } from '../http/client.case.ts';
import { openSocketMock } from '../sockets/client.case.ts';
import { openReceiver } from '../webhooks/receiver.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock({ start: '2026-03-01T00:00:00Z', jobTime: 10 });
});
afterEach(() => mock.close());

const fits = Compile(Explanation);

const explain = async (id: string): Promise<Explanation> => {
  const { status, text } = await mock.steer('GET', `/explain/${id}`);
  expect([status, text]).toEqual([200, text]);
  const explanation = JSON.parse(text) as Explanation;
  expect(fits.Errors(explanation)).toEqual([true, []]);
  return explanation;
};

/** A job, and the body it was asked for with. */
const submit = async (more: object = {}, headers: Record<string, string> = {}, name = 'face.jpg') => {
  const { image } = await mock.files();
  const sent = { image_key: image, face_key: await mock.upload('face.jpg', name), ...more };
  const { body } = await mock.post('/face-swap-image', sent, { headers });
  return { id: body.id, sent };
};

const told = ({ timeline }: Explanation): string[] => timeline.map(({ at, what }) => `${at.slice(11, 23)} ${what}`);

const money = ({ postings }: Explanation): unknown[] =>
  postings.map(({ kind, amount_usd, balance_usd, available_usd }) => [kind, amount_usd, balance_usd, available_usd]);

test('a job: the request that made it, its repeats, its way by the moved clock, its money and its usage record', async () => {
  const { id: jobId, sent } = await submit({}, { 'idempotency-key': 'run-1' });
  await mock.post('/face-swap-image', sent, { headers: { 'idempotency-key': 'run-1' } });
  await mock.clock.advance({ seconds: 60 });
  const explanation = await explain(jobId);
  expect(explanation).toMatchObject({ id: jobId, kind: 'job', about: jobId, account_id: 'a1', faults: [] });
  expect(explanation.request).toMatchObject({
    method: 'POST',
    path: '/api/v1/face-swap-image',
    status: 202,
    idempotency_key: 'run-1',
    repeats: [{ seq: (explanation.request?.seq ?? 0) + 1 }],
  });
  expect(told(explanation)).toEqual([
    '00:00:00.000 submitted to POST /face-swap-image',
    '00:00:00.000 submitted once more with the same key',
    '00:00:00.050 processing',
    '00:00:10.050 succeeded',
  ]);
  expect(explanation.timeline[3]?.because).toBe(
    '10 s of rendering, as drawn; the clock was moved to 2026-03-01T00:01:00.000Z',
  );
  expect(money(explanation)).toEqual([
    ['hold', 0.03, 100, 99.97],
    ['charge', 0.03, 99.97, 99.97],
  ]);
  expect(explanation.charge).toEqual({ id: `use_${jobId}`, status: 'succeeded', charged_usd: 0.03, reason: null });
  expect(explanation.summary).toBe(`The face-swap-image job ${jobId} succeeded and cost 0.03 USD. It has no webhook.`);
});

test('a job that goes on says what is ahead, and one that was ended by hand says so', async () => {
  const { id } = await submit();
  const before = await explain(id);
  expect(before.timeline.at(-1)).toMatchObject({ what: 'processing', ahead: true });
  await mock.clock.advance({ seconds: 1 });
  expect((await explain(id)).timeline.at(-1)).toMatchObject({
    at: '2026-03-01T00:00:10.050Z',
    what: 'succeeds',
    ahead: true,
  });
  await mock.control.finishJob(id, 'content_rejected');
  const { timeline, summary } = await explain(id);
  expect(timeline.at(-1)).toMatchObject({
    at: '2026-03-01T00:00:01.000Z',
    what: 'failed with content_rejected',
    because: 'it was finished through the control API',
    ahead: false,
  });
  expect(timeline.at(-1)?.details).toContain('it was to end with success');
  expect(summary).toContain('failed with content_rejected and cost nothing');
});

test('a fault says where it came from: a header, a rule by its id, or a magic word', async () => {
  await mock.control.addFault({
    id: 'mine',
    when: { feature: 'face_swap_image' },
    then: { fault: 'job-slow', factor: 2 },
  });
  const { id } = await submit({}, { 'x-understudy-fault': 'job-stuck-processing' }, 'magic_job_fails.jpg');
  await mock.control.clearFaults();
  const { faults, drawn } = await explain(id);
  expect(faults.map(({ name, source }) => [name, source.replace(/file_\w+/, 'F')])).toEqual([
    ['job-stuck-processing', 'the header X-Understudy-Fault of its request'],
    ['job-slow', 'the fault rule mine'],
    ['job-fails', 'the magic word magic_job_fails in the name of the file F'],
  ]);
  expect(faults[1]?.params).toEqual({ factor: 2 });
  expect(drawn.join()).toContain('it is to end with processing_failed: the magic word magic_job_fails');
});

test.each(['manual', '10000x'] as const)(
  'a job whose answer was lost on the way finds the request that made it, by a clock that is %s',
  async (clock) => {
    await mock.close();
    mock = await openMock({ clock, jobTime: 1_000 });
    const { image, image: face } = await mock.files();
    const body = { image_key: image, face_key: face };
    const headers = { 'x-understudy-fault': 'request-drop-after-commit', 'idempotency-key': 'run-7' };
    await expect(mock.post('/face-swap-image', body, { headers })).rejects.toThrow('fetch failed');
    const [job] = await mock.control.jobs({ limit: 1 });
    expect((await explain(job?.id ?? '')).request).toMatchObject({ status: null, idempotency_key: 'run-7' });
  },
);

test('a webhook: every attempt, what came of it, and why the next one is when it is', async () => {
  const receiver = await openReceiver(500, 'reset', 204);
  const { id } = await submit({ callback_url: `${receiver.url}?token=a-token-of-theirs&code=another-of-theirs` });
  await mock.clock.advance({ seconds: 45 });
  const [delivery] = await mock.control.deliveries({ limit: 1 });
  const deliveryId = delivery?.id ?? '';
  const running = await explain(deliveryId);
  expect(running).toMatchObject({ id: deliveryId, kind: 'delivery', about: id });
  expect(told(running).slice(3)).toEqual([
    `00:00:10.050 attempt 1 to deliver ${deliveryId}`,
    '00:00:10.050 attempt 1 was answered with 500',
    `00:00:39.050 attempt 2 to deliver ${deliveryId}`,
    '00:00:39.050 attempt 2 failed: reset, other side closed',
    `00:01:37.050 attempt 3 to deliver ${deliveryId}`,
  ]);
  expect(running.timeline.at(-1)).toMatchObject({
    ahead: true,
    because: 'the ladder: 58 s after the attempt before had ended',
  });
  expect(running.timeline[4]?.details).toEqual(['no 2xx: the next attempt is 29 s later, as the ladder has it']);
  expect(running.timeline[4]?.seq).toBeGreaterThan(0);
  expect(running.timeline[3]?.details).toEqual([
    expect.stringMatching(/^to http:\/\/\S+\?token=\[redacted:\w{8}\]&code=\[redacted:\w{8}\]$/),
  ]);
  expect(JSON.stringify(running)).not.toMatch(/a-token-of-theirs|another-of-theirs/);
  await mock.clock.advance({ seconds: 60 });
  await mock.control.resendDelivery(deliveryId);
  await receiver.until(4);
  // What is shown is all that is hidden.
  expect(new Set(receiver.received.map(({ path }) => path.split('?')[1]))).toEqual(
    new Set(['token=a-token-of-theirs&code=another-of-theirs']),
  );
  const { summary, timeline } = await explain(deliveryId);
  expect(summary).toContain(`The webhook ${deliveryId} was delivered after`);
  expect(timeline.map(({ because }) => because)).toContain(
    'asked for by hand or by a fault: it counts as none of the six',
  );
  await receiver.close();
});

test('a session: what it may cost, who connected, what was streamed and how that became money', async () => {
  const live = await openSocketMock({}, { start: '2026-03-01T00:00:00Z' });
  const session = await live.voice({ duration_minutes: 1 });
  const waiting = await live.control.explain(session.session_id);
  expect(waiting).toMatchObject({ kind: 'session', timeline: [{}, { ahead: true }], postings: [], charge: null });
  const client = await live.connect(session);
  await client.received(1);
  client.send(Buffer.alloc(960));
  await client.received(2);
  await live.clock.advance({ seconds: 90 });
  await client.closed;
  const ended = (await live.control.explain(`use_${session.session_id}`)) as Explanation;
  expect(fits.Errors(ended)).toEqual([true, []]);
  expect(ended).toMatchObject({
    kind: 'charge',
    about: session.session_id,
    request: { path: '/api/v1/voice/session' },
  });
  expect(ended.price).toBe(
    '0.09 USD: 60 s streamed, at 0.0015 USD a second of voice_changer, as priced when it was created; the ceiling is 0.09 USD for 60 s',
  );
  const steps = told(ended);
  expect(steps.slice(0, 2)).toEqual([
    '00:00:00.000 created for voice_changer',
    '00:00:00.000 connection 1 was accepted',
  ]);
  expect(steps).toContain('00:01:00.000 the stream ended after 60 s');
  expect(ended.timeline.find(({ what }) => what.startsWith('the stream ended'))?.because).toBe(
    'its funded time was over; the clock was moved to 2026-03-01T00:01:30.000Z',
  );
  expect(money(ended)).toEqual([
    ['hold', 0.09, 100, 99.91],
    ['charge', 0.09, 99.91, 99.91],
  ]);
  expect(ended.summary).toMatch(/^The usage record use_sess_\w+ says succeeded and 0.09 USD/);
  expect(JSON.stringify(ended)).not.toContain(session.session_token);
  await live.close();
});

test('a session that nobody connects to is over with its token, and costs nothing', async () => {
  const { body } = await mock.post('/full-live-swap/session', { duration_minutes: 5 });
  await mock.clock.advance({ seconds: 3_600 });
  const { summary, price, charge, timeline } = await explain(body.session_id);
  expect(summary).toContain('nobody connected before its token had expired');
  expect(price).toMatch(/^nothing: nobody connected/);
  expect(charge).toMatchObject({ charged_usd: 0, reason: 'no_stream' });
  expect(timeline.at(-1)?.because).toContain('the clock was moved');
});

test('ids in the other form are explained too, and records by ids of their own', async () => {
  const other = await openMock({ choices: { 'id-form': 'uuid', 'usage-id': 'own' }, jobTime: 1 });
  const { image } = await other.files();
  const { body } = await other.post('/face-swap-image', { image_key: image, face_key: image });
  await other.clock.advance({ seconds: 5 });
  const { text } = await other.get('/usage');
  const [record] = JSON.parse(text) as { id: string }[];
  expect(await other.control.explain(body.id)).toMatchObject({ kind: 'job', charge: { id: record?.id } });
  expect(await other.control.explain(record?.id ?? '')).toMatchObject({ kind: 'charge', about: body.id });
  await other.close();
});

test('after a reset the old ids are unknown, and nothing of another account is told', async () => {
  const { id } = await submit();
  const { api_key } = await mock.control.createAccount({ balance_usd: 10 });
  await mock.get(`/jobs/${id}`, api_key);
  expect((await explain(id)).timeline.map(({ what }) => what)).not.toContain(
    'its state was asked for the last time until now',
  );
  await mock.control.reset();
  const { status, text } = await mock.steer('GET', `/explain/${id}`);
  expect([status, text]).toEqual([404, expect.stringContaining(`nothing here has the id \\"${id}\\"`)]);
});

test.each([
  'job_a1_none',
  'job_a9_7rk2m9x4c3pt',
  'use_job_a1_none',
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-8000-8000-000000000001',
  'account:a1',
  'world',
  '__proto__',
  'constructor',
  '..%2F..%2Fjournal',
  '%00',
  '%1b%5B31m',
  '%F0%9F%98%80',
  `use_${'x'.repeat(5_000)}`,
])('%s has no explanation, and the answer says what ids look like', async (id) => {
  const { status, text } = await mock.steer('GET', `/explain/${id}`);
  expect([status, text]).toEqual([404, expect.stringContaining('An id looks like job_a1_')]);
  expect(text.length).toBeLessThan(1_000);
  expect(text).not.toMatch(/\p{Cc}/u);
  expect(mock.failures).toEqual([]);
});
