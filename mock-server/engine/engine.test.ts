import { afterEach, expect, test, vi } from 'vitest';
import type { AccountEvent } from '../domain/events.ts';
import { isRefused } from '../domain/refusal.ts';
import { MemoryStore } from '../store/memory.ts';
import { Clock } from './clock.ts';
import type { EngineEvent } from './streams.ts';
import { type Bench, open, submitVoiceClone } from './simulation/bench.case.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('what is due happens at its own instant and in order over all accounts, however far the clock is moved (F18)', async () => {
  const store = new MemoryStore<EngineEvent>();
  const one = await open({ store });
  const two = await one.openAccount(100_000_000);
  for (const bench of [one, two, one, two, one]) await bench.submit(submitVoiceClone(bench));
  const before = one.engine.clock.now();
  await one.engine.advanceTo(before + 60_000);

  const happened: { at: number; type: string; jobId: string }[] = [];
  for await (const { stream, event } of store.follow(0, AbortSignal.timeout(50))) {
    if (stream !== 'world' && 'jobId' in event) happened.push({ at: event.at, type: event.type, jobId: event.jobId });
  }
  const planned = [];
  for (const bench of [one, two]) {
    for (const { id, submittedAt, plan } of (await bench.account()).jobs.values()) {
      const started = submittedAt + plan.startMs;
      planned.push({ at: started, type: 'job.started', jobId: id });
      planned.push({ at: started + plan.durationMs, type: 'job.succeeded', jobId: id });
    }
  }
  expect(happened).toEqual(planned.sort((a, b) => a.at - b.at));
  expect(happened).toHaveLength(10);
  expect(one.engine.clock.now()).toBe(before + 60_000);
});

test('a job ends although nobody asks for it, on a clock that runs', async () => {
  const bench = await open({ clock: new Clock('1000x') });
  const jobId = jobIdOf(await bench.submit(submitVoiceClone(bench)));
  await until(async () => (await typesOf(bench)).includes('job.succeeded'));
  const [submitted, started, ended] = (await bench.events()).filter(({ type }) => type.startsWith('job.'));
  const plan = (await bench.account()).jobs.get(jobId)?.plan;
  expect((started?.at ?? 0) - (submitted?.at ?? 0)).toBe(plan?.startMs);
  expect((ended?.at ?? 0) - (started?.at ?? 0)).toBe(plan?.durationMs);
  bench.engine.close();
});

test('a manual clock sets no timer; a running one sets a single timer, whatever is due', async () => {
  const timers = watchTimers();
  const still = await open({ clock: new Clock('manual') });
  for (let count = 0; count < 20; count++) await still.submit(submitVoiceClone(still));
  expect(timers.running()).toBe(0);

  const moving = await open({ clock: new Clock('0.001x') });
  const other = await moving.openAccount(100_000_000);
  for (let count = 0; count < 20; count++) {
    await Promise.all([moving.submit(submitVoiceClone(moving)), other.submit(submitVoiceClone(other))]);
    expect(timers.running()).toBe(1);
  }
  moving.engine.close();
  expect(timers.running()).toBe(0);
});

test('after a jump of a running clock what is left is waited for from the new time', async () => {
  const bench = await open({ clock: new Clock('real') });
  await bench.execute({ type: 'create-session', capability: 'voice_changer', durationMinutes: 1 });
  const [session] = (await bench.account()).sessions.values();
  await bench.engine.advanceTo((session?.tokenExpiresAt ?? 0) - 30);
  await until(async () => (await typesOf(bench)).includes('session.expired'));
  bench.engine.close();
});

test('when the pace changes, what is due is waited for at the new pace', async () => {
  const bench = await open({ clock: new Clock('manual') });
  await bench.submit(submitVoiceClone(bench));
  bench.engine.clock.setMode('1000x');
  bench.engine.rearm();
  await until(async () => (await typesOf(bench)).includes('job.succeeded'));
  bench.engine.close();
});

test('a wait that is longer than a timer can hold is cut into pieces', async () => {
  const delays = vi.spyOn(globalThis, 'setTimeout');
  const bench = await open({ clock: new Clock('real'), jobSeconds: 3_000_000 });
  await bench.submit(submitVoiceClone(bench));
  await bench.engine.advanceTo(bench.engine.clock.now() + 1_000);
  expect(await typesOf(bench)).toContain('job.started');
  expect(Math.max(...delays.mock.calls.map(([, delay = 0]) => delay))).toBe(2 ** 31 - 1);
  bench.engine.close();
});

test('what falls due while a command is on its way comes at its own instant, not after the command', async () => {
  const clock = new WaveringClock('manual');
  const bench = await open({ clock });
  const jobId = jobIdOf(await bench.submit(submitVoiceClone(bench)));
  const job = (await bench.account()).jobs.get(jobId);
  const start = (job?.submittedAt ?? 0) + (job?.plan.startMs ?? 0);
  // A millisecond before the start when it is first read, ten after it from then on.
  clock.readings = [start - 1, start + 10];
  await bench.execute({ type: 'top-up', micros: 1 });
  await bench.account();
  expect((await bench.events()).find(({ type }) => type === 'job.started')?.at).toBe(start);
});

test('a reader finds the account as it is at that moment', async () => {
  const bench = await open();
  const jobId = jobIdOf(await bench.submit(submitVoiceClone(bench)));
  bench.engine.clock.moveTo(bench.engine.clock.now() + 60_000);
  expect((await bench.account()).jobs.get(jobId)?.state.status).toBe('succeeded');
  expect(await bench.engine.account('a99')).toBeUndefined();
});

test('when another process was faster, the command is decided again on what it left behind', async () => {
  const store = new RacedStore();
  const bench = await open({ store, balanceMicros: 5_000 });
  const submit = { ...submitVoiceClone(bench), idempotencyKey: 'k' };
  const twin = await open({ balanceMicros: 5_000 });
  await twin.submit({ ...submitVoiceClone(twin), idempotencyKey: 'k' });
  store.overtakeWith((await twin.events()).filter(({ type }) => type === 'job.submitted'));

  const outcome = await bench.submit(submit);
  expect(outcome).toEqual({ reply: { jobId: [...(await twin.account()).jobs.keys()][0], replayed: true } });
  expect((await bench.account()).ledger.spent).toBe(5_000);
  expect(await bench.submit(submitVoiceClone(bench))).toMatchObject({ refusal: { code: 'insufficient_balance' } });

  // The work that the other process began is due here too.
  await bench.engine.advanceTo(bench.engine.clock.now() + 60_000);
  expect(await typesOf(bench)).toEqual([
    'account.created',
    'upload.stored',
    'job.submitted',
    'job.started',
    'job.succeeded',
  ]);
});

test('money that another process took is not spent again', async () => {
  const store = new RacedStore();
  const bench = await open({ store, balanceMicros: 5_000 });
  const twin = await open({ seed: 2, balanceMicros: 5_000 });
  await twin.submit(submitVoiceClone(twin));
  store.overtakeWith((await twin.events()).filter(({ type }) => type === 'job.submitted'));
  expect(await bench.submit(submitVoiceClone(bench))).toMatchObject({ refusal: { code: 'insufficient_balance' } });
  expect((await bench.account()).jobs.size).toBe(1);
});

test('a store that fails refuses that command with its error and changes nothing; the next one works (F07)', async () => {
  const store = new FailingStore();
  const bench = await open({ store });
  const before = JSON.stringify((await bench.account()).ledger);
  store.failures = 1;
  await expect(bench.submit({ ...submitVoiceClone(bench), idempotencyKey: 'k' })).rejects.toThrow('no space left');
  expect(JSON.stringify((await bench.account()).ledger)).toBe(before);
  expect(await bench.submit({ ...submitVoiceClone(bench), idempotencyKey: 'k' })).toMatchObject({
    reply: { replayed: false },
  });
});

test('while a store fails an account is read as it was, and what was due is done when the store is well again (F07)', async () => {
  const store = new FailingStore();
  const clock = new WaveringClock('manual');
  const bench = await open({ store, clock });
  const jobId = jobIdOf(await bench.submit(submitVoiceClone(bench)));
  clock.readings = [clock.now() + 60_000];
  store.failures = 1;
  expect((await bench.account()).jobs.get(jobId)?.state.status).toBe('queued');
  expect((await bench.account()).jobs.get(jobId)?.state.status).toBe('succeeded');
});

test('commands that wait behind one that fails are done all the same', async () => {
  const store = new FailingStore();
  const bench = await open({ store });
  store.failures = 1;
  const outcomes = await Promise.allSettled([1, 2, 3].map((micros) => bench.execute({ type: 'top-up', micros })));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect((await bench.account()).version).toBe(4);
});

test('a clock that is moved while the store fails says so, and what was due is done later at its own instant', async () => {
  const store = new FailingStore();
  const bench = await open({ store });
  const jobId = jobIdOf(await bench.submit(submitVoiceClone(bench)));
  const target = bench.engine.clock.now() + 60_000;
  store.failures = 1;
  await expect(bench.engine.advanceTo(target)).rejects.toThrow('no space left');
  await bench.engine.advanceTo(target);
  const job = (await bench.account()).jobs.get(jobId);
  const end = (job?.submittedAt ?? 0) + (job?.plan.startMs ?? 0) + (job?.plan.durationMs ?? 0);
  expect(job?.state).toEqual({ status: 'succeeded', at: end });
});

test('what was due and failed is told, and done without being asked for when the store is well again', async () => {
  const store = new FailingStore();
  const bench = await open({ store, clock: new Clock('1000x') });
  await bench.submit(submitVoiceClone(bench));
  store.failures = 1;
  await until(async () => (await typesOf(bench)).includes('job.succeeded'));
  expect(bench.failures).toMatchObject([{ message: 'no space left' }]);
  bench.engine.close();
});

test('an account that could not be stored is none, and an id is not given twice', async () => {
  const store = new FailingStore();
  const bench = await open({ store });
  store.failures = 1;
  await expect(bench.openAccount(1)).rejects.toThrow('no space left');
  expect(bench.engine.accountIds()).toEqual(['a1']);
  const again = {
    type: 'create-account',
    balanceMicros: 9,
    rates: {},
    key: { keyId: 'k', digest: 'd' },
    webhookSecret: 's',
  };
  expect(await bench.engine.createAccount('a1', { ...again, type: 'create-account' })).toBe(false);
  expect((await bench.account()).ledger.available).toBe(100_000_000);
});

test('a command for an account that is none is an error', async () => {
  const bench = await open();
  await expect(bench.engine.execute('a99', { type: 'top-up', micros: 1 })).rejects.toThrow('no account a99');
});

test('what was decided at an earlier instant is never stored after a later one', async () => {
  const bench = await open();
  const orders = Array.from({ length: 30 }, (_, index) =>
    index % 3 === 0
      ? bench.engine.advanceTo(bench.engine.clock.now() + 40)
      : bench.submit(submitVoiceClone(bench)).then(() => undefined),
  );
  await Promise.all(orders);
  const instants = (await bench.events()).map(({ at }) => at);
  expect(instants).toEqual([...instants].sort((a, b) => a - b));
});

/** A store in which others are faster once: their events are there before ours. */
class RacedStore extends MemoryStore<EngineEvent> {
  #others: readonly AccountEvent[] = [];

  overtakeWith(events: readonly AccountEvent[]): void {
    this.#others = events;
  }

  override async append(stream: string, expectedVersion: number, events: readonly EngineEvent[]): Promise<void> {
    const others = this.#others;
    if (others.length > 0) {
      this.#others = [];
      await super.append(stream, expectedVersion, others);
    }
    await super.append(stream, expectedVersion, events);
  }
}

/** A store whose next appends fail. */
class FailingStore extends MemoryStore<EngineEvent> {
  failures = 0;

  override async append(stream: string, expectedVersion: number, events: readonly EngineEvent[]): Promise<void> {
    if (this.failures > 0) {
      this.failures--;
      throw new Error('no space left');
    }
    await super.append(stream, expectedVersion, events);
  }
}

/** A clock that says what it is told to, and goes on with the last of it. */
class WaveringClock extends Clock {
  readings: number[] = [];

  override now(): number {
    const next = this.readings.length > 1 ? this.readings.shift() : this.readings[0];
    return next ?? super.now();
  }
}

/** Counts the timers that are set and neither cleared nor over. */
const watchTimers = (): { running: () => number } => {
  const set = globalThis.setTimeout;
  const clear = globalThis.clearTimeout;
  const running = new Set<unknown>();
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number) => {
    const handle = set(() => {
      running.delete(handle);
      run();
    }, ms);
    running.add(handle);
    return handle;
  });
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((handle) => {
    running.delete(handle);
    clear(handle);
  });
  return { running: () => running.size };
};

const typesOf = async (bench: Bench): Promise<string[]> => (await bench.events()).map(({ type }) => type);

const jobIdOf = (outcome: Awaited<ReturnType<Bench['submit']>>): string => {
  if (isRefused(outcome)) throw new Error(outcome.refusal.message);
  return outcome.reply.jobId;
};

/** Waits for something to come true; five seconds are far more than it needs. */
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 1_000; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it did not come true within 5 seconds');
};
