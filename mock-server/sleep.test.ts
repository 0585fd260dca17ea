/** A process that sleeps, with its machine or without: when it wakes, what was due is done once, and nothing is made up for in a burst. */
import { afterEach, expect, test, vi } from 'vitest';
import { openMock } from './http/client.case.ts';
import { openSocketMock } from './sockets/client.case.ts';
import { openReceiver } from './webhooks/receiver.case.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  vi.restoreAllMocks();
});

test('after an hour of sleep a delivery goes on with its next attempt, and not with all that it has missed (F15)', async () => {
  const sleep = sleeping();
  const receiver = await openReceiver(500);
  const mock = await openMock({ clock: 'real', jobTime: 0 });
  open.push(mock, receiver);
  const key = await mock.upload('portrait.png');
  await mock.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
  const attemptsMade = async () => {
    const [delivery] = await mock.control.deliveries({ limit: 1 });
    return delivery?.attempts.filter(({ ended_at }) => ended_at !== null) ?? [];
  };
  await expect.poll(async () => (await attemptsMade()).length).toBe(1);
  sleep(3_600);
  const woke = mock.clock.now().getTime();
  await mock.get('/balance');
  await expect.poll(async () => (await attemptsMade()).length).toBe(2);
  const [, attempt] = await attemptsMade();
  expect(attempt).toMatchObject({ status: 500, failure: null });
  expect(Date.parse(attempt?.started_at ?? '')).toBeGreaterThanOrEqual(woke);
  expect(receiver.received).toHaveLength(2);
  const [delivery] = await mock.control.deliveries({ limit: 1 });
  expect(delivery?.status).toBe('scheduled');
  expect(Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(attempt?.ended_at ?? '')).toBe(58_000);
});

test('a stream that slept an hour has stopped at its funded time, and is paid once (F15)', async () => {
  const sleep = sleeping();
  const mock = await openSocketMock({}, { clock: 'real' });
  open.push(mock);
  const session = await mock.voice({ duration_minutes: 1 });
  const stream = await mock.connect(session);
  await stream.received(1);
  sleep(3_600);
  expect(await mock.usage()).toMatchObject([{ charged_usd: session.max_cost_usd, reason: 'session_limit_reached' }]);
  expect((await stream.closed).code).toBe(1000);
  sleep(3_600);
  expect(await mock.usage()).toHaveLength(1);
});

/** Lets the machine's time pass all at once, as it seems to a process that did not run. */
const sleeping = (): ((seconds: number) => void) => {
  const machine = performance.now.bind(performance);
  let slept = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => machine() + slept);
  return (seconds) => {
    slept += seconds * 1_000;
  };
};
