/** A store that fails just when a stream ends or begins: what was streamed is billed all the same, and nothing beyond it. */
import { afterEach, expect, test, vi } from 'vitest';
import type { EngineEvent } from '../engine/streams.ts';
import { MemoryStore } from '../store/memory.ts';
import { type SocketMock, openSocketMock } from './client.case.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const second = 0.0015;
const usd = (amount: number): unknown => expect.closeTo(amount, 9);

/**
 * Lets the store fail with the events of a type, until it is well again.
 * @param how `taken`: it has taken them all the same; `from`: the first of them that it fails with; `before`: what it waits for with each
 */
const failWith = (
  type: EngineEvent['type'],
  { taken = false, from = 1, before = async (): Promise<void> => undefined } = {},
) => {
  let isWell = false;
  let met = 0;
  const failed: string[] = [];
  const written: string[] = [];
  const own = MemoryStore.prototype.append;
  vi.spyOn(MemoryStore.prototype, 'append').mockImplementation(async function (this: unknown, stream, version, events) {
    const isOfType = (events as EngineEvent[]).some((event) => event.type === type);
    if (isOfType) await before();
    const fails = isOfType && !isWell && ++met >= from;
    if (!fails || taken) await own.call(this as MemoryStore<unknown>, stream, version, events);
    if (!fails) return void written.push(...(events as EngineEvent[]).map((event) => event.type));
    failed.push(type);
    throw new Error('no space left');
  });
  return { failed, written, beWell: () => (isWell = true) };
};

const deferred = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};

/** The mock has told of the failures, once. */
const toldOnce = (mock: SocketMock): void => {
  expect([...new Set(mock.failures.map(String))]).toEqual(['Error: no space left']);
  mock.failures.splice(0);
};

test('the end of a stream that could not be written is written when the store is well, as of the close (F07)', async () => {
  const mock = await openSocketMock();
  const stream = await mock.connect(await mock.voice());
  await mock.clock.advance({ seconds: 5 });
  const store = failWith('session.ended');
  await stream.close();
  expect(await mock.usage()).toEqual([]);
  await expect(mock.clock.advance({ seconds: 20 })).rejects.toThrow('no space left');
  expect(store.failed.length).toBeGreaterThan(1);
  store.beWell();
  await mock.clock.advance({ seconds: 3_600 });
  expect(await mock.usage()).toMatchObject([{ reason: null, charged_usd: usd(5 * second) }]);
  expect(await mock.balance()).toEqual(usd(100 - 5 * second));
  toldOnce(mock);
  await mock.close();
});

test('on a clock that runs the end of a stream is tried again by itself (F07)', async () => {
  const mock = await openSocketMock({}, { clock: 'real' });
  const stream = await mock.connect(await mock.voice());
  const store = failWith('session.ended');
  await stream.close();
  store.beWell();
  // Nobody asks for anything meanwhile.
  await vi.waitFor(() => expect(store.written).toContain('session.ended'), { timeout: 8_000 });
  expect(await mock.usage()).toMatchObject([{ reason: null, charged_usd: usd(second) }]);
  toldOnce(mock);
  await mock.close();
});

test('a stream whose beginning was written, and not told of, is over before it began; its client is turned away (F07)', async () => {
  const mock = await openSocketMock();
  const session = await mock.voice();
  const store = failWith('session.connected', { taken: true });
  expect((await mock.refusal(session)).status).toBe(500);
  store.beWell();
  await mock.clock.advance({ seconds: 600 });
  expect(await mock.usage()).toMatchObject([{ charged_usd: 0 }]);
  expect(await mock.balance()).toBe(100);
  toldOnce(mock);
  await mock.close();
});

test('a client whose connect could not be written connects again, and is billed from then', async () => {
  const mock = await openSocketMock();
  const session = await mock.voice();
  const store = failWith('session.connected');
  expect((await mock.refusal(session)).status).toBe(500);
  await mock.clock.advance({ seconds: 10 });
  store.beWell();
  const stream = await mock.connect(session);
  await mock.clock.advance({ seconds: 3 });
  await stream.close();
  expect(await mock.usage()).toMatchObject([{ charged_usd: usd(3 * second), reason: null }]);
  toldOnce(mock);
  await mock.close();
});

/** A session that two clients connect to at once: the store is not done with the first when the second is looked at. */
const twoAtOnce = async (options: { readonly taken?: boolean }) => {
  const bothAsk = deferred();
  let asking = 0;
  const mock = await openSocketMock(
    { 'socket-second': 'replaces' },
    {},
    {
      ports: {
        admit: (admit) => (knock) => {
          const answer = admit(knock);
          if (++asking === 2) setImmediate(bothAsk.resolve);
          return answer;
        },
      },
    },
  );
  const session = await mock.voice();
  const store = failWith('session.connected', { ...options, from: 2, before: () => bothAsk.promise });
  const clients = await Promise.allSettled([mock.connect(session), mock.connect(session)]);
  store.beWell();
  const streams = clients.flatMap((client) => (client.status === 'fulfilled' ? [client.value] : []));
  expect(streams).toHaveLength(1);
  return { mock, streams };
};

test('of two clients that connect at once the first streams on where the store fails with the second', async () => {
  const { mock, streams } = await twoAtOnce({});
  await mock.clock.advance({ seconds: 7 });
  for (const stream of streams) await stream.close();
  expect(await mock.usage()).toMatchObject([{ charged_usd: usd(7 * second), reason: null }]);
  toldOnce(mock);
  await mock.close();
});

test('a second client whose connect was written, and not told of, leaves no stream behind that nobody has', async () => {
  const { mock } = await twoAtOnce({ taken: true });
  await mock.clock.advance({ seconds: 7 });
  expect(await mock.usage()).toMatchObject([{ charged_usd: 0 }]);
  toldOnce(mock);
  await mock.close();
});
