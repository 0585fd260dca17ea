/** What was under way when the process before ended, where the store takes nothing just then: it is owed, and the world is there meanwhile. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '../store/memory.ts';
import { Clock } from './clock.ts';
import { Engine } from './engine.ts';
import { createChance } from './random.ts';
import { open } from './simulation/bench.case.ts';
import { settingsOf } from './simulation/settings.case.ts';
import type { EngineEvent } from './streams.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream lives for twenty seconds; then the process is gone. */
const leaveStream = async (store: MemoryStore<EngineEvent>) => {
  const bench = await open({ store });
  await bench.execute({ type: 'create-session', capability: 'voice_changer', durationMinutes: 1 });
  const [sessionId = ''] = (await bench.account()).sessions.keys();
  await bench.execute({ type: 'connect-session', sessionId });
  await bench.engine.advanceTo(bench.engine.clock.now() + 20_000);
  await bench.execute({ type: 'keep-session-alive', sessionId, connection: 1 });
  return { accountId: bench.accountId, aliveAt: bench.engine.clock.now() };
};

const next = async (store: MemoryStore<EngineEvent>, failures: unknown[] = []): Promise<Engine> => {
  const engine = new Engine({
    store,
    clock: new Clock('1000x'),
    chance: createChance(1, 'seed'),
    settings: settingsOf(),
    onFailure: (error) => failures.push(error),
  });
  await engine.recover();
  return engine;
};

const endOf = async (store: MemoryStore<EngineEvent>, accountId: string) => {
  for await (const { event } of store.read(`account:${accountId}`)) if (event.type === 'session.ended') return event;
  return undefined;
};

test('a stream whose process ended is over at once, as of its last sign of life', async () => {
  const store = new MemoryStore<EngineEvent>();
  const { accountId, aliveAt } = await leaveStream(store);
  const engine = await next(store);
  expect(await endOf(store, accountId)).toMatchObject({ at: aliveAt, by: 'lost', streamedMs: 20_000 });
  engine.close();
});

test('where the store takes nothing yet the world is read as it was, and the stream is over, as of then, once it does', async () => {
  const store = new FullStore();
  const failures: unknown[] = [];
  const { accountId, aliveAt } = await leaveStream(store);
  store.isFull = true;
  const engine = await next(store, failures);
  expect([...((await engine.account(accountId))?.sessions.values() ?? [])]).toMatchObject([
    { state: { status: 'streaming' } },
  ]);
  engine.start();
  await vi.advanceTimersByTimeAsync(500);
  expect(failures.map(String)).toEqual(['Error: no space left']);
  store.isFull = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await endOf(store, accountId)).toMatchObject({ at: aliveAt, by: 'lost', streamedMs: 20_000 });
  engine.close();
});

class FullStore extends MemoryStore<EngineEvent> {
  isFull = false;

  override async append(stream: string, version: number, events: readonly EngineEvent[]): Promise<void> {
    if (this.isFull) throw new Error('no space left');
    await super.append(stream, version, events);
  }
}
