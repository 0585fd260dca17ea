/** What a stream costs and when it ends, on a clock that the test moves (and once on one that runs). */
import { expect, onTestFinished, test, vi } from 'vitest';
import { Clock } from '../engine/clock.ts';
import { type Session, frame, openSocketMock } from './client.case.ts';
import { createKeepAlive } from './keep-alive.ts';
import type { Stream } from './stream.ts';

const second = 0.0015;
const usd = (amount: number): unknown => expect.closeTo(amount, 9);

test('creating sessions costs nothing, nor does one that nobody connects to: it is recorded as no_stream (F57)', async () => {
  const mock = await openSocketMock();
  await mock.voice();
  await mock.liveSwap();
  expect([await mock.balance(), await mock.usage()]).toEqual([100, []]);
  await mock.clock.advance({ seconds: 600 });
  const record = { status: 'succeeded', reason: 'no_stream', charged_usd: 0 };
  expect(await mock.usage()).toMatchObject([record, record]);
  expect(await mock.balance()).toBe(100);
  await mock.close();
});

test('a stream is billed for the seconds between connect and close, whatever was sent, and never again (F61)', async () => {
  const mock = await openSocketMock();
  const stream = await mock.connect(await mock.voice());
  stream.send(...Array.from({ length: 50 }, () => Buffer.alloc(960)));
  await stream.received(51);
  await mock.clock.advance({ seconds: 7.2 });
  expect(await mock.balance()).toBe(100);
  await stream.close();
  const record = { feature: 'voice_changer', status: 'succeeded', reason: null, charged_usd: usd(8 * second) };
  expect(await mock.usage()).toMatchObject([record]);
  await mock.clock.advance({ seconds: 3_600 });
  expect(await mock.usage()).toMatchObject([record]);
  expect(await mock.balance()).toEqual(usd(100 - 8 * second));
  await mock.close();
});

test('a stream ends with the close of its client, though the connection lingers', async () => {
  const mock = await openSocketMock();
  const stream = await mock.raw(await mock.voice(), true);
  await mock.clock.advance({ seconds: 4 });
  stream.socket.write(frame(8, Buffer.from([0x03, 0xe8])));
  await vi.waitFor(() => expect(stream.bytes().includes(Buffer.from([0x88, 2, 0x03, 0xe8]))).toBe(true));
  expect(await mock.usage()).toMatchObject([{ charged_usd: usd(4 * second) }]);
  stream.socket.destroy();
  await mock.close();
});

test('a stream of no time costs nothing', async () => {
  const mock = await openSocketMock();
  await (await mock.connect(await mock.voice())).close();
  expect(await mock.usage()).toMatchObject([{ charged_usd: 0, reason: null }]);
  await mock.close();
});

test.each([
  ['voice', { duration_minutes: 1 }, 60],
  ['voice', { duration_minutes: 120 }, 7_200],
  ['liveSwap', { duration_minutes: 240, tier: 'standard' }, 14_400],
] as const)(
  '%s with %o stops by itself after its seconds, and costs its max_cost_usd (F62)',
  async (kind, body, seconds) => {
    const mock = await openSocketMock({}, { balance: 200 });
    const session = await mock[kind](body);
    expect(session.max_duration_sec).toBe(seconds);
    const stream = await mock.connect(session);
    await mock.clock.advance({ seconds: seconds - 1 });
    stream.send(Buffer.from('here'));
    await stream.received(kind === 'voice' ? 2 : 1);
    await mock.clock.advance({ seconds: 1 });
    expect(await stream.closed).toEqual({ code: 1000, reason: 'max_duration_sec is reached' });
    expect(await mock.usage()).toMatchObject([
      { status: 'succeeded', reason: 'session_limit_reached', charged_usd: usd(session.max_cost_usd) },
    ]);
    expect(await mock.balance()).toEqual(usd(200 - session.max_cost_usd));
    await mock.close();
  },
);

test('whatever the time and the rate, a stream costs no more than max_cost_usd', async () => {
  for (const choices of [{ 'session-rounding': 'up' }, { 'session-rounding': 'exact' }] as const) {
    for (const seconds of [0.5, 59.4, 59.999, 61, 9_000]) {
      const mock = await openSocketMock(choices);
      const session = await mock.voice({ duration_minutes: 1 });
      const stream = await mock.connect(session);
      await mock.clock.advance({ seconds });
      stream.ws.close();
      await stream.closed;
      const [record] = await mock.usage();
      expect(record?.['charged_usd']).toBeLessThanOrEqual(session.max_cost_usd);
      expect(record?.['reason']).toBe(seconds < 60 ? null : 'session_limit_reached');
      await mock.close();
    }
  }
});

test('no message is delivered after the close of a hard stop, and what is sent later has no effect (F62)', async () => {
  const mock = await openSocketMock({}, {}, { socketTimes: { handshake: 300 } });
  const stream = await mock.raw(await mock.liveSwap());
  await mock.clock.advance({ seconds: 60 });
  stream.socket.write(Buffer.concat([frame(2, 'LATE'), frame(2, 'LATER')]));
  await stream.closed;
  expect(stream.bytes().toString('latin1')).not.toContain('LATE');
  expect(await mock.usage()).toHaveLength(1);
  await mock.close();
});

test('what streams have set aside is never more than the balance, and is free again after them (F63)', async () => {
  const mock = await openSocketMock({}, { balance: 2 });
  const sessions = await Promise.all(Array.from({ length: 5 }, () => mock.liveSwap()));
  const entries = await Promise.allSettled(sessions.map((session) => mock.connect(session)));
  const streams = entries.flatMap((entry) => (entry.status === 'fulfilled' ? [entry.value] : []));
  // A minute of Pro is 0.60 USD.
  expect(streams).toHaveLength(3);
  await mock.clock.advance({ seconds: 10 });
  await Promise.all(streams.map((stream) => stream.close()));
  expect(await mock.balance()).toEqual(usd(2 - 3 * 0.1));
  expect(await mock.liveSwap()).toMatchObject({ max_cost_usd: 0.6 });
  await mock.close();
});

test('several streams of one account are settled each for itself', async () => {
  const mock = await openSocketMock();
  const one = await mock.connect(await mock.voice());
  await mock.clock.advance({ seconds: 10 });
  const two = await mock.connect(await mock.liveSwap({ duration_minutes: 2 }));
  await mock.clock.advance({ seconds: 20 });
  await one.close();
  await mock.clock.advance({ seconds: 100 });
  await two.closed;
  expect(await mock.balance()).toEqual(usd(100 - 30 * second - 120 * 0.01));
  await mock.close();
});

test('an open stream is written down after five seconds of the clock and every five from then on, not sooner and not later (F05)', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const clock = new Clock('10x', 0);
  const told: number[] = [];
  const stream: Pick<Stream, 'keepAlive'> = { keepAlive: () => Promise.resolve(void told.push(clock.now())) };
  const keepAlive = createKeepAlive(
    clock,
    () => [stream as Stream],
    (error) => {
      throw error;
    },
  );
  keepAlive.arm();
  await vi.advanceTimersByTimeAsync(499);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([5_000]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([5_000, 10_000, 15_000]);
});

test('while it is open a stream writes down every five seconds of the clock that it lives, and never on a clock that stands still', async () => {
  const told: string[] = [];
  const mock = await openSocketMock(
    {},
    {},
    {
      ports: {
        decide: (decide) => (account, world, command, moment) => {
          if (command.type === 'keep-session-alive') told.push(new Date(moment.now).toISOString());
          return decide(account, world, command, moment);
        },
      },
    },
  );
  // Long enough that none of them ends meanwhile.
  const session = (): Promise<Session> => mock.voice({ duration_minutes: 120 });
  const streams = [await mock.connect(await session()), await mock.connect(await session())];
  await mock.clock.advance({ seconds: 30 });
  expect(told).toEqual([]);
  // The timer that the streams share follows the change at once.
  await mock.control.setClockMode('500x');
  await vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(6), { timeout: 3_000 });
  await mock.control.setClockMode('manual');
  await Promise.all(streams.map((stream) => stream.close()));
  const [first = '', , third = ''] = told;
  expect(Date.parse(third) - Date.parse(first)).toBeGreaterThanOrEqual(5_000);
  await mock.close();
});
