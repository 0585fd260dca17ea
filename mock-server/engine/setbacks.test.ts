/** Work that fails: it is tried again, others do not wait for it, and what the store took without saying so is found. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AccountEvent } from '../domain/events.ts';
import { MemoryStore } from '../store/memory.ts';
import { WorldReplaced } from '../store/store.ts';
import { Clock } from './clock.ts';
import type { Decide } from './engine-options.ts';
import { decide as usual } from '../domain/decide.ts';
import { type Bench, open, submitVoiceClone } from './simulation/bench.case.ts';
import type { EngineEvent } from './streams.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an account whose work fails does not hold up others on a clock that runs, and is tried again later and later', async () => {
  const broken = failingFor('a1');
  const [one, two] = await twoAccounts(new Clock('1000x'), broken.decide);
  await one.submit(submitVoiceClone(one));
  await two.submit(submitVoiceClone(two));
  await vi.advanceTimersByTimeAsync(500);
  expect(await endsOf(two)).toEqual(['job.succeeded']);
  expect(broken.tries).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  // One, two, four and eight seconds after the one before.
  expect(broken.tries).toBe(5);
  broken.isWell = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await endsOf(one)).toEqual(['job.succeeded']);
  expect(one.failures.map(String)).toEqual(['Error: a bug']);
  one.engine.close();
});

test('a clock that is moved goes past an account whose work fails, and comes back to it', async () => {
  const broken = failingFor('a1');
  const [one, two] = await twoAccounts(new Clock('manual'), broken.decide);
  await one.submit(submitVoiceClone(one));
  await two.submit(submitVoiceClone(two));
  const target = one.engine.clock.now() + 60_000;
  await one.engine.advanceTo(target);
  expect(one.engine.clock.now()).toBe(target);
  expect(await endsOf(two)).toEqual(['job.succeeded']);
  expect(one.failures.map(String)).toEqual(['Error: a bug']);
  broken.isWell = true;
  await one.engine.advanceTo(target + 1);
  expect(await endsOf(one)).toEqual(['job.succeeded']);
  one.engine.close();
});

test('what fails alike in many accounts is told once, and told again when it was well meanwhile', async () => {
  const store = new LossyStore();
  const [one, two] = await twoAccounts(new Clock('1000x'), usual, store);
  for (const round of [1, 2]) {
    await one.submit(submitVoiceClone(one));
    await two.submit(submitVoiceClone(two));
    store.loses = 'before';
    await vi.advanceTimersByTimeAsync(10_000);
    store.loses = undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await endsOf(one)).toHaveLength(round);
    expect(await endsOf(two)).toHaveLength(round);
    expect(one.failures.map(String)).toEqual(Array.from({ length: round }, () => 'Error: the line is cut'));
  }
  one.engine.close();
});

test('an engine that is closed tries nothing again', async () => {
  const broken = failingFor('a1');
  const [one] = await twoAccounts(new Clock('1000x'), broken.decide);
  await one.submit(submitVoiceClone(one));
  await vi.advanceTimersByTimeAsync(500);
  one.engine.close();
  expect([broken.tries, vi.getTimerCount()]).toEqual([1, 0]);
});

test('a command that is insisted on is performed as of when it was given, before what came later, once the store is well', async () => {
  const store = new LossyStore();
  const bench = await open({ store });
  const began = bench.engine.clock.now();
  store.loses = 'before';
  await expect(bench.engine.insist(bench.accountId, { type: 'top-up', micros: 1 })).rejects.toThrow('the line is cut');
  await expect(bench.engine.advanceTo(began + 1_000)).rejects.toThrow('the line is cut');
  expect(bench.engine.clock.now()).toBe(began);
  store.loses = undefined;
  await bench.execute({ type: 'top-up', micros: 2 });
  const topUps = (await bench.events()).flatMap((event) => (event.type === 'account.topped-up' ? [event] : []));
  expect(topUps.map(({ micros, at }) => [micros, at])).toEqual([
    [1, began],
    [2, began],
  ]);
});

test('an append that the store took and did not tell of is found, told of once, and not made again', async () => {
  const store = new LossyStore();
  const bench = await open({ store, clock: new Clock('1000x') });
  const heard: AccountEvent[] = [];
  bench.engine.follow((_account, event) => heard.push(event));
  await bench.submit(submitVoiceClone(bench));
  store.loses = 'after';
  store.losses = 1;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard.map(({ type }) => type)).toEqual(['job.submitted', 'job.started', 'job.succeeded']);
  expect((await bench.events()).slice(-3)).toEqual(heard);
  bench.engine.close();
});

test('a command whose append was taken without a word is decided again with it in view', async () => {
  const store = new LossyStore();
  const bench = await open({ store });
  const command = { ...submitVoiceClone(bench), idempotencyKey: 'k' };
  store.loses = 'after';
  store.losses = 1;
  await expect(bench.submit(command)).rejects.toThrow('the line is cut');
  expect(await bench.submit(command)).toMatchObject({ reply: { replayed: true } });
  expect((await bench.account()).jobs.size).toBe(1);
});

test('where another world takes the place of its own nothing happens: a command is told so, and an account is read as it was', async () => {
  const store = new LossyStore();
  const bench = await open({ store, isShared: true });
  await bench.submit(submitVoiceClone(bench));
  const heard: AccountEvent[] = [];
  bench.engine.follow((_account, event) => heard.push(event));
  store.loses = 'before';
  store.reason = new WorldReplaced();
  await expect(bench.execute({ type: 'top-up', micros: 1 })).rejects.toThrow(WorldReplaced);
  bench.engine.clock.moveTo(bench.engine.clock.now() + 60_000);
  expect([...(await bench.account()).jobs.values()]).toMatchObject([{ state: { status: 'queued' } }]);
  expect(heard).toEqual([]);
});

/** Fails with the work of one account that is due. */
const failingFor = (accountId: string) => {
  const broken = {
    tries: 0,
    isWell: false,
    decide: ((account, world, command, moment) => {
      if (!broken.isWell && account.id === accountId && command.type === 'start-job') {
        broken.tries++;
        throw new Error('a bug');
      }
      return usual(account, world, command, moment);
    }) satisfies Decide,
  };
  return broken;
};

const twoAccounts = async (
  clock: Clock,
  decide: Decide,
  store = new MemoryStore<EngineEvent>(),
): Promise<[Bench, Bench]> => {
  const one = await open({ clock, store, decide });
  return [one, await one.openAccount(100_000_000)];
};

/** How the jobs of an account have ended, by what stands in its stream: nobody asks the engine for it. */
const endsOf = async (bench: Bench): Promise<string[]> =>
  (await bench.events()).map(({ type }) => type).filter((type) => /^job\.(succeeded|failed)$/.test(type));

/** A store over a line that is cut: before it hears of an append, or after it has taken it. */
class LossyStore extends MemoryStore<EngineEvent> {
  loses: 'before' | 'after' | undefined;
  losses = Number.POSITIVE_INFINITY;
  reason = new Error('the line is cut');

  override async append(stream: string, version: number, events: readonly EngineEvent[]): Promise<void> {
    const loses = this.losses > 0 ? this.loses : undefined;
    if (loses !== undefined) this.losses--;
    if (loses !== 'before') await super.append(stream, version, events);
    if (loses !== undefined) throw this.reason;
  }
}
