/**
 * Two processes over one store, and clients of theirs that do not wait for one another: they submit with one key, poll, move clocks and
 * replace the world. Every wait of the store is a scheduler's, so that any order of them may come. What must be so whatever the order is
 * checked when all is done.
 */
import { type Scheduler, constantFrom, record } from 'fast-check';
import { expect } from 'vitest';
import { type Account, emptyAccount } from '../../domain/account.ts';
import type { AccountEvent } from '../../domain/events.ts';
import { evolve } from '../../domain/evolve.ts';
import { isRefused } from '../../domain/refusal.ts';
import { WorldReplaced } from '../../store/store.ts';
import { Clock } from '../clock.ts';
import type { Decide } from '../engine-options.ts';
import { Engine } from '../engine.ts';
import { createChance } from '../random.ts';
import type { EngineEvent } from '../streams.ts';
import { open, submitVoiceClone } from './bench.case.ts';
import { ScheduledStore, type Turn } from './scheduled-store.case.ts';
import { settingsOf } from './settings.case.ts';

export const raceStep = record({
  process: constantFrom<0 | 1>(0, 1),
  do: constantFrom('submit', 'submit', 'poll', 'catch up', 'move the clock', 'reset'),
});
export type RaceStep = ReturnType<(typeof raceStep)['generate']>['value'];

/** What may be wrong with it, for canaries. */
export type RaceFlaws = { readonly decide?: Decide; readonly store?: new (turn: Turn) => ScheduledStore };

/** Lets clients do their steps at once, each its own one after the other, and judges what has come of it. */
export const race = async (
  scheduler: Pick<Scheduler, 'schedule' | 'waitFor'>,
  clients: readonly (readonly RaceStep[])[],
  flaws: RaceFlaws = {},
): Promise<void> => {
  const scene = new Scene((name) => scheduler.schedule(Promise.resolve(), name), flaws);
  await scheduler.waitFor(scene.begin());
  await scheduler.waitFor(Promise.all(clients.map((steps) => scene.play(steps))));
  await scheduler.waitFor(scene.judge());
};

const accountId = 'a1';
const stream = `account:${accountId}`;
/** An account with money for some jobs and a voice, as any of its worlds begins. */
const bench = await open({ balanceMicros: 100_000 });
const beginning = await bench.events();
const submit = { ...submitVoiceClone(bench), idempotencyKey: 'the key' };
const jobMicros = 5_000;

type Told = { own: number; others: number };

/** A process's engine in one world, and what it has told of. */
class Process {
  readonly engine: Engine;
  readonly told = new Map<EngineEvent, Told>();

  constructor(store: ScheduledStore, name: string, decide: Decide | undefined) {
    this.engine = new Engine({
      store,
      clock: new Clock('manual'),
      chance: createChance(1, 'seed'),
      settings: { ...settingsOf(), process: name },
      ...(decide !== undefined && { decide }),
      isShared: true,
      onFailure: (error) => {
        throw error;
      },
    });
    const note = (whose: keyof Told) => (_account: Account, event: AccountEvent) => {
      const told = this.told.get(event) ?? { own: 0, others: 0 };
      told[whose]++;
      this.told.set(event, told);
    };
    this.engine.follow(note('own'));
    this.engine.observe(note('others'));
  }
}

class World {
  readonly store: ScheduledStore;
  readonly processes: readonly [Process, Process];
  /** The jobs that submits were answered with. */
  readonly answers: { readonly jobId: string; readonly replayed: boolean }[] = [];

  constructor(turn: Turn, { decide, store: Store = ScheduledStore }: RaceFlaws) {
    this.store = new Store(turn);
    this.processes = [new Process(this.store, 'one', decide), new Process(this.store, 'other', decide)];
  }

  async begin(): Promise<this> {
    await this.store.begin(stream, beginning);
    for (const { engine } of this.processes) await engine.recover();
    return this;
  }
}

class Scene {
  readonly #turn: Turn;
  readonly #flaws: RaceFlaws;
  readonly #worlds: World[] = [];

  constructor(turn: Turn, flaws: RaceFlaws) {
    this.#turn = async (name) => {
      await turn(name);
      this.#judgeDue();
    };
    this.#flaws = flaws;
  }

  async begin(): Promise<void> {
    this.#worlds.push(await new World(this.#turn, this.#flaws).begin());
  }

  async play(steps: readonly RaceStep[]): Promise<void> {
    for (const step of steps) {
      const world = this.#worlds.at(-1) ?? never();
      try {
        await this.#do(step, world, world.processes[step.process].engine);
      } catch (error) {
        // What comes too late for its world is told so, and nothing else goes wrong.
        if (!(error instanceof WorldReplaced) || !world.store.isReplaced) throw error;
      }
    }
  }

  async #do(step: RaceStep, world: World, engine: Engine): Promise<void> {
    switch (step.do) {
      case 'submit': {
        const outcome = await engine.execute(accountId, submit);
        if (isRefused(outcome)) throw new Error(outcome.refusal.message);
        world.answers.push(outcome.reply);
        // Whoever was answered finds the job where he was answered.
        if ((await engine.account(accountId))?.jobs.has(outcome.reply.jobId) !== true)
          throw new Error('a process does not know the job that it has answered with');
        return;
      }
      case 'poll':
        assertPaidFor((await engine.account(accountId)) ?? never());
        return;
      case 'catch up':
        return engine.catchUp();
      case 'move the clock':
        return engine.advanceTo(engine.clock.now() + 1_000);
      case 'reset': {
        const next = await new World(this.#turn, this.#flaws).begin();
        (this.#worlds.at(-1) ?? never()).store.isReplaced = true;
        this.#worlds.push(next);
        return;
      }
      default:
        return step.do satisfies never;
    }
  }

  /** At any moment a process waits for what its account says, and for nothing that is done. */
  #judgeDue(): void {
    for (const { processes } of this.#worlds)
      for (const { engine } of processes)
        for (const { agenda } of engine.atRest())
          if (engine.nextDue() !== agenda.next()?.at)
            throw new Error('a process waits for what is done, or not for what is due');
  }

  async judge(): Promise<void> {
    for (const { store, processes, answers } of this.#worlds) {
      const isLast = !store.isReplaced;
      // What is still to do is done by both at once, and each finds what the other has done.
      const until = Math.max(...processes.map(({ engine }) => engine.clock.now())) + 600_000;
      if (isLast) await Promise.all(processes.map(({ engine }) => engine.advanceTo(until)));
      if (isLast) for (const { engine } of processes) await engine.catchUp();
      store.isReplaced = false;
      const events: AccountEvent[] = [];
      for await (const { event } of store.read(stream)) events.push(event as AccountEvent);
      judgeLog(events, answers, isLast);
      if (isLast) judgeTold(events.slice(beginning.length), processes);
      if (isLast) for (const { engine } of processes) judgeState(engine, folded(events));
      for (const { engine } of processes) engine.close();
    }
  }
}

/** One key is one job, whoever is answered, and it is paid for once. */
const judgeLog = (events: readonly AccountEvent[], answers: World['answers'], isLast: boolean): void => {
  const types = events.map(({ type }) => type);
  const instants = events.map(({ at }) => at);
  expect(instants).toEqual(instants.toSorted((one, other) => one - other));
  const submitted = events.flatMap((event) => (event.type === 'job.submitted' ? [event.job.id] : []));
  expect(submitted.length).toBeLessThanOrEqual(1);
  expect(new Set(answers.map(({ jobId }) => jobId))).toEqual(new Set(answers.length > 0 ? submitted : []));
  expect(answers.filter(({ replayed }) => !replayed).length).toBeLessThanOrEqual(1);
  const ends = types.filter((type) => type === 'job.succeeded').length;
  expect(ends).toBe(isLast ? submitted.length : Math.min(ends, submitted.length));
  assertPaidFor(folded(events));
};

/** Each process is told of each event once, and one of them that it is its own. */
const judgeTold = (events: readonly AccountEvent[], processes: World['processes']): void => {
  for (const event of events) {
    const told = processes.map((process) => process.told.get(event) ?? { own: 0, others: 0 });
    expect(
      told.map(({ own, others }) => own + others),
      `how often ${event.type} is told of`,
    ).toEqual([1, 1]);
    expect(
      told.reduce((sum, { own }) => sum + own, 0),
      `by whom ${event.type} is done`,
    ).toBe(1);
  }
};

/** What a process has folded bit by bit is what the log says. */
const judgeState = (engine: Engine, account: Account): void => expect([...engine.atRest()]).toEqual([account]);

const assertPaidFor = ({ ledger, jobs }: Account): void =>
  expect([ledger.available, ledger.spent + ledger.held]).toEqual([
    100_000 - jobs.size * jobMicros,
    jobs.size * jobMicros,
  ]);

const folded = (events: readonly AccountEvent[]): Account => {
  const account = emptyAccount(accountId);
  for (const event of events) evolve(account, event);
  return account;
};

const never = (): never => {
  throw new Error('there is no world');
};
