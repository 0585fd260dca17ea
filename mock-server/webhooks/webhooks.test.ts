/** Webhooks as a receiver meets them: what comes, when, and what an answer does. */
import { createHmac } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import { type TestMock, openMock, validBodies } from '../http/client.case.ts';
import type { MockOptions } from '../options.ts';
import { type Receiver, type ReceiverAnswer, openReceiver } from './receiver.case.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const one of open.splice(0)) await one.close();
});

type Scene = {
  readonly mock: TestMock;
  readonly receiver: Receiver;
  /** Submits a job of one image with this receiver; gives its id. */
  readonly submit: (magic?: string, more?: object) => Promise<string>;
  readonly deliveries: () => Promise<Delivery[]>;
};

type Delivery = {
  readonly id: string;
  readonly job_id: string;
  readonly status: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly extra: boolean;
    readonly started_at: string;
    readonly ended_at: string | null;
    readonly status: number | null;
    readonly failure: string | null;
    readonly request: { headers: Record<string, string>; body: string } | null;
  }[];
};

const openScene = async (answers: ReceiverAnswer[] = [200], options: MockOptions = {}): Promise<Scene> => {
  // An attempt is waited for as long as it takes, but where the receiver never answers.
  const settleMs = answers.includes('hang') ? 250 : 10_000;
  const mock = await openMock({ jobTime: 1, settleMs, signatureTime: 'clock', ...options });
  const receiver = await openReceiver(...answers);
  open.push(mock, receiver);
  return {
    mock,
    receiver,
    submit: async (magic = 'portrait', more = {}) => {
      const key = await mock.upload('portrait.png', `${magic}.png`);
      const body = { image_key: key, face_key: key, callback_url: receiver.url, ...more };
      return (await mock.post('/face-swap-image', body)).body.id;
    },
    deliveries: async () => (await mock.steer('GET', '/deliveries')).body as unknown as Delivery[],
  };
};

const hmac = (secret: string, t: string, raw: Buffer): string =>
  createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');

/** The parts of a signature header, and whether it fits the body. */
const judged = ({ headers, raw }: Receiver['received'][number], secret: string) => {
  const header = String(headers['service-signature']);
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  return { t: Number(t), fits: v1 !== '' && v1 === hmac(secret, t, raw) };
};

test('a finished job is delivered once, signed, with the job as it is polled', async () => {
  const { mock, receiver, submit, deliveries } = await openScene();
  const id = await submit();
  await mock.clock.advance({ seconds: 3_600 });

  expect(receiver.received).toHaveLength(1);
  const [delivery] = receiver.received;
  if (delivery === undefined) throw new Error('nothing was delivered');
  const polled = (await mock.get(`/jobs/${id}`)).body;
  expect(delivery.headers['content-type']).toBe('application/json');
  expect(Object.keys(delivery.body)).toEqual(['event', 'sent_at', 'delivery_id', 'data']);
  expect(delivery.body).toMatchObject({ event: 'job.succeeded', data: { id, status: 'succeeded', error: null } });
  const path = (link: unknown): string => new URL(String(link)).pathname;
  const data = delivery.body['data'] as typeof polled;
  expect({ ...data, output_url: path(data.output_url) }).toEqual({ ...polled, output_url: path(polled.output_url) });
  expect(judged(delivery, mock.webhookSecret)).toEqual({
    t: Math.floor(Date.parse(String(delivery.body['sent_at'])) / 1000),
    fits: true,
  });
  expect(await deliveries()).toMatchObject([
    {
      id: delivery.body['delivery_id'],
      job_id: id,
      status: 'delivered',
      next_attempt_at: null,
      attempts: [{ attempt: 1, extra: false, status: 200, failure: null, request: { body: delivery.raw.toString() } }],
    },
  ]);
});

test('a succeeded job has a null error in its webhook, also where it has none when it is polled', async () => {
  const { mock, receiver, submit } = await openScene([200], { choices: { 'succeeded-error': 'absent-when-polled' } });
  const id = await submit();
  await mock.clock.advance({ seconds: 60 });
  expect((await mock.get(`/jobs/${id}`)).body).not.toHaveProperty('error');
  expect(receiver.received[0]?.body['data']).toMatchObject({ id, error: null });
});

test('a failed job is delivered as job.failed, with its error', async () => {
  const { mock, receiver, submit } = await openScene();
  const id = await submit('magic_content_rejected');
  await mock.clock.advance({ seconds: 60 });
  expect(receiver.received.map(({ body }) => body)).toMatchObject([
    { event: 'job.failed', data: { id, status: 'failed', charged_usd: 0, error: { code: 'content_rejected' } } },
  ]);
});

const endpoints: JobEndpoint[] = [
  'character-swap',
  'face-swap',
  'face-swap-image',
  'motion-control',
  'avatar',
  'lip-sync',
  'voice-clone',
];

test.each(endpoints)('%s sends its webhook when it was asked to, and none when it was not', async (endpoint) => {
  const { mock, receiver } = await openScene();
  const body = validBodies(await mock.files())[endpoint];
  await mock.post(`/${endpoint}`, body);
  const asked = (await mock.post(`/${endpoint}`, { ...body, callback_url: receiver.url })).body.id;
  await mock.clock.advance({ seconds: 3_600 });
  expect(receiver.received.map((one) => (one.body['data'] as { id: string }).id)).toEqual([asked]);
});

test('real-time sessions send nothing', async () => {
  const { mock, receiver, submit } = await openScene();
  await mock.post('/voice/session', {});
  await submit();
  await mock.clock.advance({ seconds: 3_600 });
  expect(receiver.received).toHaveLength(1);
});

test('a receiver that refuses gets six attempts, 29, 58, 116, 232 and 464 seconds apart; the job stays as it is (F16, F25, F26)', async () => {
  const { mock, receiver, submit, deliveries } = await openScene([500]);
  const id = await submit();
  await mock.clock.advance({ seconds: 20 });
  const before = (await mock.get(`/jobs/${id}`)).text;
  await mock.clock.advance({ seconds: 20_000 });
  await mock.clock.advance({ seconds: 20_000 });

  const [delivery] = await deliveries();
  const starts = (delivery?.attempts ?? []).map(({ started_at }) => Date.parse(started_at));
  expect(starts.slice(1).map((at, index) => (at - (starts[index] ?? 0)) / 1000)).toEqual([29, 58, 116, 232, 464]);
  expect(delivery).toMatchObject({ status: 'abandoned', next_attempt_at: null });
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500]);
  expect(receiver.received).toHaveLength(6);
  expect(new Set(receiver.received.map(({ body }) => body['delivery_id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers['service-signature'])).size).toBe(6);
  for (const one of receiver.received) {
    // Made anew for each attempt: the last would be a quarter of an hour too old with the time of the first.
    const t = Math.floor(Date.parse(String(one.body['sent_at'])) / 1000);
    expect(judged(one, mock.webhookSecret)).toEqual({ t, fits: true });
  }
  const withoutLink = (text: string) => ({ ...(JSON.parse(text) as object), output_url: '' });
  expect(withoutLink((await mock.get(`/jobs/${id}`)).text)).toEqual(withoutLink(before));
});

test.each([
  ['a success', [204] as ReceiverAnswer[], 1],
  ['a success after two refusals', [500, 404, 299] as ReceiverAnswer[], 3],
  ['a redirect, which is not followed', [301, 200] as ReceiverAnswer[], 2],
  ['a line that breaks', ['reset', 200] as ReceiverAnswer[], 2],
  ['a 410 and a 429, which mean nothing special', [410, 429, 200] as ReceiverAnswer[], 3],
])('attempts end with %s (F21)', async (_what, answers, attempts) => {
  const { mock, receiver, submit, deliveries } = await openScene(answers);
  await submit();
  await mock.clock.advance({ seconds: 3_600 });
  expect(receiver.received).toHaveLength(attempts);
  expect(receiver.received.map(({ path }) => path)).toEqual(Array(attempts).fill('/hook'));
  expect(await deliveries()).toMatchObject([{ status: 'delivered' }]);
});

test('a receiver that does not answer has ten seconds of the clock, then the attempt has failed (F20) (O5)', async () => {
  const { mock, receiver, submit, deliveries } = await openScene(['hang', 200]);
  await submit();
  await mock.clock.advance({ seconds: 1.2 });
  await receiver.until(1);
  expect(await deliveries()).toMatchObject([{ status: 'running', attempts: [{ ended_at: null }] }]);
  await mock.clock.advance({ seconds: 10 });
  const [running] = await deliveries();
  expect(running).toMatchObject({ status: 'scheduled', attempts: [{ failure: 'timeout', status: null }] });
  const [first] = running?.attempts ?? [];
  expect(Date.parse(first?.ended_at ?? '') - Date.parse(first?.started_at ?? '')).toBe(10_000);
  expect(Date.parse(running?.next_attempt_at ?? '') - Date.parse(first?.ended_at ?? '')).toBe(29_000);
  await mock.clock.advance({ seconds: 60 });
  expect(await deliveries()).toMatchObject([{ status: 'delivered' }]);
});

test.each(['real', 'manual', '0.001x'])(
  'an attempt that runs while a fast clock is made %s has ten real seconds, not the hours that its time was on the fast one',
  async (mode) => {
    // The machine's time stands still: on a fast clock the attempt would be over in a second.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const { mock, receiver, submit, deliveries } = await openScene(['hang'], { clock: '3600x', jobTime: 0 });
    await submit();
    await receiver.until(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await mock.steer('PUT', '/clock', { mode });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await deliveries()).toMatchObject([{ status: 'running' }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await deliveries()).toMatchObject([{ status: 'scheduled', attempts: [{ failure: 'timeout' }] }]);
  },
);

test('nobody listening is a failed attempt like any other (F19)', async () => {
  const { mock, receiver, submit, deliveries } = await openScene();
  await receiver.close();
  await submit();
  await mock.clock.advance({ seconds: 3_600 });
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: 'abandoned' });
  expect(delivery?.attempts.map(({ failure }) => failure?.split(':')[0])).toEqual(Array(6).fill('refused'));
});

test('a target outside loopback is a visible failed attempt, and nothing is sent (F28) (O1)', async () => {
  const { mock, submit, deliveries } = await openScene();
  await submit('portrait', { callback_url: 'http://169.254.169.254/latest/meta-data' });
  await mock.clock.advance({ seconds: 3_600 });
  const [delivery] = await deliveries();
  expect(delivery?.status).toBe('abandoned');
  expect(delivery?.attempts[0]?.failure).toMatch(/^blocked: /);
});

test('a webhook that is sent to the mock itself does nothing there (O3)', async () => {
  const { mock, submit, deliveries } = await openScene([200], { port: 0 });
  const balance = await mock.money();
  for (const url of [`${mock.url}/voice/session`, `${mock.url}/uploads`, `${mock.controlUrl}/reset`, mock.controlUrl]) {
    await submit('portrait', { callback_url: url });
  }
  await mock.clock.advance({ seconds: 3_600 });
  const all = await deliveries();
  expect(all.map(({ status }) => status)).toEqual(['abandoned', 'abandoned', 'abandoned', 'abandoned']);
  const statuses = all.flatMap(({ attempts }) => attempts.map(({ status }) => status));
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect((await mock.get('/usage/summary')).body.count).toBe(4);
  expect(await mock.money()).not.toBe(balance);
});

test('after a rotation of the secret the next attempt is signed with the new one', async () => {
  const { mock, receiver, submit } = await openScene([500]);
  await submit();
  await mock.clock.advance({ seconds: 5 });
  const rotated = (await mock.steer('POST', '/accounts/a1/webhook-secret')).body as unknown as {
    webhook_secret: string;
  };
  await mock.clock.advance({ seconds: 30 });
  const [first, second] = receiver.received;
  if (first === undefined || second === undefined) throw new Error('two attempts are expected');
  expect([judged(first, mock.webhookSecret).fits, judged(second, mock.webhookSecret).fits]).toEqual([true, false]);
  expect(judged(second, rotated.webhook_secret).fits).toBe(true);
});

test('a delivery is sent again at will: same id, new signature, none of the six (F16)', async () => {
  const { mock, receiver, submit, deliveries } = await openScene([500]);
  await submit();
  await mock.clock.advance({ seconds: 3_600 });
  const [abandoned] = await deliveries();
  const again = await mock.steer('POST', `/deliveries/${abandoned?.id}/resend`);
  expect(again.status).toBe(202);
  await receiver.until(7);
  await mock.clock.advance({ seconds: 1 });
  const [after] = await deliveries();
  expect(after).toMatchObject({ status: 'abandoned' });
  expect(after?.attempts.map(({ extra }) => extra)).toEqual([false, false, false, false, false, false, true]);
  const last = receiver.received[6];
  if (last === undefined) throw new Error('nothing was sent again');
  expect(last.body['delivery_id']).toBe(abandoned?.id);
  expect(judged(last, mock.webhookSecret).fits).toBe(true);
  expect((await mock.steer('POST', '/deliveries/dlv_a1_unknown/resend')).status).toBe(404);
});

test('a delivery is sent again a thousand times at the most, also by calls at the same time; after a reset anew', async () => {
  const { mock, submit, deliveries } = await openScene();
  const first = async (): Promise<Delivery | undefined> => {
    // Nothing is sent there, so that a thousand attempts cost no connection.
    await submit('portrait', { callback_url: 'http://169.254.169.254/' });
    await mock.clock.advance({ seconds: 2 });
    return (await deliveries())[0];
  };
  const delivery = await first();
  const again = () => mock.control.resendDelivery(delivery?.id ?? '');
  const answers = await Promise.all(Array.from({ length: 1_010 }, again));
  expect(answers.filter((answer) => 'refusal' in answer)).toHaveLength(10);
  expect(await mock.steer('POST', `/deliveries/${delivery?.id}/resend`)).toMatchObject({
    status: 400,
    code: 'invalid_input',
    body: { error: { message: `a delivery is sent again 1000 times at the most: ${delivery?.id} was` } },
  });
  expect((await deliveries())[0]?.attempts.filter(({ extra }) => extra)).toHaveLength(1_000);
  await mock.steer('POST', '/reset');
  expect((await first())?.id).toBe(delivery?.id);
  expect(await again()).toMatchObject({ id: delivery?.id });
});

test('one receiver that hangs delays no other (F24)', async () => {
  const { mock, receiver, submit } = await openScene(['hang']);
  const other = await openReceiver(200);
  open.push(other);
  for (let index = 0; index < 100; index++) await submit();
  await submit('portrait', { callback_url: other.url });
  await mock.clock.advance({ seconds: 30 });
  expect(other.received).toHaveLength(1);
  expect(receiver.received.length).toBeGreaterThan(0);
});

test('a reset in the middle of many deliveries ends them: none is sent after it, and time begins anew', async () => {
  const { mock, receiver, submit, deliveries } = await openScene(['hang'], { concurrency: 200 });
  const start = mock.clock.now();
  for (let index = 0; index < 200; index++) await submit();
  const advanced = mock.clock.advance({ seconds: 3_600 });
  await receiver.until(64);
  await mock.steer('POST', '/reset');
  await advanced;
  expect(mock.clock.now()).toEqual(start);
  expect(await deliveries()).toEqual([]);
  expect(receiver.received).toHaveLength(64);
});

test('what was running when the mock is reset or closed leaves nothing behind (F26)', async () => {
  const { mock, receiver, submit, deliveries } = await openScene(['hang']);
  await submit();
  await mock.clock.advance({ seconds: 1.2 });
  await receiver.until(1);
  await mock.steer('POST', '/reset');
  expect(await deliveries()).toEqual([]);
  await submit();
  await mock.clock.advance({ seconds: 1.2 });
  await receiver.until(2);
});
