/** What other processes append to the same store, while it is read and while this one appends: folded, due, and told of once. */
import { expect, test } from 'vitest';
import type { AccountEvent } from '../domain/events.ts';
import { MemoryStore } from '../store/memory.ts';
import type { Stored } from '../store/store.ts';
import { Clock } from './clock.ts';
import { Engine } from './engine.ts';
import { createChance } from './random.ts';
import { type Bench, open, submitVoiceClone } from './simulation/bench.case.ts';
import { settingsOf } from './simulation/settings.case.ts';
import type { EngineEvent } from './streams.ts';

test('an account is due where its last event says, also in the middle of what is read', async () => {
  const store = new PausedStore();
  const one = await open({ store, isShared: true });
  const other = await joined(store, 'other');
  await one.submit(submitVoiceClone(one));
  await other.catchUp();
  const startsAt = other.nextDue() ?? 0;
  const added = store.pauseAfter(1);
  await one.engine.advanceTo(startsAt + 60_000);
  const reading = other.catchUp();
  await added.reached;
  expect(other.nextDue()).toBe(one.engine.clock.now() - 60_000 + (await durationOf(one)));
  added.goOn();
  await reading;
  expect(other.nextDue()).toBeUndefined();
});

test('a clock is moved past an account that is read just then', async () => {
  const store = new PausedStore();
  const one = await open({ store, isShared: true });
  let turns = 0;
  const other = await joined(store, 'other', () => {
    // One that asks for ever would let no test go on.
    if (++turns > 20) throw new Error('it is asked for ever');
  });
  await one.submit(submitVoiceClone(one));
  await other.catchUp();
  const startsAt = other.nextDue() ?? 0;
  await one.engine.advanceTo(startsAt);
  const added = store.pauseAfter(1);
  const reading = other.catchUp();
  await added.reached;
  await other.advanceTo(startsAt + 100);
  added.goOn();
  await reading;
  expect(other.clock.now()).toBe(startsAt + 100);
});

test('what is read back before the store has answered for it is told of once, as of this process', async () => {
  const store = new PausedStore();
  const { accountId } = await open({ store, isShared: true });
  const engine = await joined(store, 'one');
  const told = listen(engine);
  const answer = store.holdAnswer('taken');
  const done = engine.execute(accountId, { type: 'top-up', micros: 1 });
  await answer.reached;
  await engine.catchUp();
  expect(told).toEqual([]);
  answer.goOn();
  await done;
  expect(told).toEqual(['own account.topped-up 1']);
});

test('what another process has appended in its place is told of once, as of another, and comes first', async () => {
  const store = new PausedStore();
  const { accountId } = await open({ store, isShared: true });
  const engine = await joined(store, 'one');
  const other = await joined(store, 'other');
  const told = listen(engine);
  const answer = store.holdAnswer('to come');
  const done = engine.execute(accountId, { type: 'top-up', micros: 1 });
  await answer.reached;
  await other.execute(accountId, { type: 'top-up', micros: 2 });
  await engine.catchUp();
  answer.goOn();
  await done;
  expect(told).toEqual(['another account.topped-up 2', 'own account.topped-up 1']);
});

test('of an append whose answer is lost, what was read back meanwhile is told of once', async () => {
  const store = new PausedStore();
  const { accountId } = await open({ store, isShared: true });
  const engine = await joined(store, 'one');
  const told = listen(engine);
  const answer = store.holdAnswer('taken');
  const done = engine.execute(accountId, { type: 'top-up', micros: 1 }).catch(String);
  await answer.reached;
  await engine.catchUp();
  answer.fail(new Error('the line is cut'));
  expect(await done).toContain('it is not known whether');
  await engine.execute(accountId, { type: 'top-up', micros: 2 });
  expect(told).toEqual(['another account.topped-up 1', 'own account.topped-up 2']);
});

/** Another process over the same store, at the clock's start. */
const joined = async (store: PausedStore, process: string, settleOutside = (): void => undefined): Promise<Engine> => {
  const engine = new Engine({
    store,
    clock: new Clock('manual'),
    chance: createChance(1, 'seed'),
    settings: { ...settingsOf(), process },
    isShared: true,
    settleOutside: () => {
      settleOutside();
      return undefined;
    },
    onFailure: (error) => {
      throw error;
    },
  });
  await engine.recover();
  return engine;
};

/** What an engine tells of from now on, and of whom. */
const listen = (engine: Engine): string[] => {
  const told: string[] = [];
  const note = (whose: string) => (_account: unknown, event: AccountEvent) =>
    told.push(`${whose} ${event.type} ${'micros' in event ? event.micros : ''}`);
  engine.follow(note('own'));
  engine.observe(note('another'));
  return told;
};

const durationOf = async (bench: Bench): Promise<number> => {
  const [job] = (await bench.account()).jobs.values();
  return job?.plan.durationMs ?? 0;
};

/** A store that stops in the middle of what it is asked to read, or before it answers for what it was told. */
class PausedStore extends MemoryStore<EngineEvent> {
  #reading: { left: number; readonly gate: Gate } | undefined;
  #answering: { readonly is: 'taken' | 'to come'; readonly gate: Gate } | undefined;

  /** The next who reads gets so many events and waits then. */
  pauseAfter(left: number): Gate {
    const gate = new Gate();
    this.#reading = { left, gate };
    return gate;
  }

  /** The next who appends waits for the answer: what is appended is there already, or comes when the wait is over. */
  holdAnswer(is: 'taken' | 'to come'): Gate {
    const gate = new Gate();
    this.#answering = { is, gate };
    return gate;
  }

  override async append(stream: string, version: number, events: readonly EngineEvent[]): Promise<void> {
    const answering = this.#answering;
    this.#answering = undefined;
    if (answering?.is !== 'to come') await super.append(stream, version, events);
    await answering?.gate.wait();
    if (answering?.is === 'to come') await super.append(stream, version, events);
  }

  override async *follow(after: number, signal?: AbortSignal): AsyncIterable<Stored<EngineEvent>> {
    const reading = this.#reading;
    this.#reading = undefined;
    for await (const stored of super.follow(after, signal)) {
      if (reading?.left === 0) await reading.gate.wait();
      if (reading !== undefined) reading.left--;
      yield stored;
    }
    if (reading?.left === 0) await reading.gate.wait();
  }
}

/** Holds up whoever comes, until it is opened. */
class Gate {
  readonly reached: Promise<void>;
  #reach = (): void => undefined;
  #open: { readonly goOn: () => void; readonly fail: (error: Error) => void } | undefined;

  constructor() {
    this.reached = new Promise((resolve) => (this.#reach = resolve));
  }

  wait(): Promise<void> {
    return new Promise((goOn, fail) => {
      this.#open = { goOn, fail };
      this.#reach();
    });
  }

  goOn(): void {
    this.#open?.goOn();
  }

  fail(error: Error): void {
    this.#open?.fail(error);
  }
}
