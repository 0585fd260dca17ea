/**
 * Drives a real engine through a program on a manual clock, and checks after every step what must hold at every step.
 * Two accounts share the server, so that each can be seen to be left alone by the other.
 */
import { limits } from '../../../spec/limits.ts';
import { emptyAccount } from '../../domain/account.ts';
import type { Command } from '../../domain/commands.ts';
import type { Ending } from '../../domain/job.ts';
import { isRefused } from '../../domain/refusal.ts';
import { type Capacity, type Settings, fullCapacity } from '../../domain/world.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { EventStore } from '../../store/store.ts';
import { Clock } from '../clock.ts';
import { type Decide, Engine, type EngineEvent } from '../engine.ts';
import { createChance } from '../random.ts';
import { type Outcome, checkAnswer, checkMade } from './answer.case.ts';
import { auditPeriods, auditRest } from './audit.case.ts';
import { Books, type Told, untold } from './books.case.ts';
import { commandOf } from './command.case.ts';
import { hold, same } from './hold.case.ts';
import { endingFor, foretell } from './oracle.case.ts';
import type { AccountStep, Program, Step, Who } from './program.case.ts';
import { settingsOf } from './settings.case.ts';
import { type Side, collect, replay } from './side.case.ts';

export type Tally = { steps: number; events: number; virtualMs: number; readonly answers: Map<string, number> };

export type Ports = {
  readonly decide?: Decide;
  /** Wraps the store that the engine is given; the checks read the store itself. */
  readonly wrapStore?: (store: EventStore<EngineEvent>) => EventStore<EngineEvent>;
};

/** The logs of the two accounts, and what every command was answered. */
export type Course = { readonly tally: Tally; readonly logs: readonly string[][]; readonly answers: readonly string[] };

export const simulate = async (program: Program, ports: Ports = {}): Promise<Course> => {
  const simulation = await Simulation.start(program, ports);
  for (const step of program.steps) await simulation.step(step);
  return simulation.end();
};

/** Runs the steps in batches: each batch at once, without waiting for an answer, or one command after the other. */
export const simulateBatches = async (
  program: Omit<Program, 'steps'>,
  batches: readonly { readonly steps: readonly AccountStep[]; readonly pauseMs: number }[],
  how: 'at once' | 'one by one',
  ports: Ports = {},
): Promise<Course> => {
  const simulation = await Simulation.start(program, ports);
  for (const { steps, pauseMs } of batches) {
    await simulation.batch(steps, how);
    await simulation.step({ do: 'advance', ms: pauseMs });
  }
  return simulation.end();
};

class Simulation {
  readonly #engine: Engine;
  readonly #store: EventStore<EngineEvent>;
  readonly #settings: Settings;
  readonly #seed: number;
  readonly #sides: readonly [Side, Side];
  readonly #start: number;
  readonly #answers: string[] = [];
  readonly #tally: Tally = { steps: 0, events: 0, virtualMs: 0, answers: new Map() };

  static async start({ seed, server, balances, rates }: Omit<Program, 'steps'>, ports: Ports): Promise<Simulation> {
    const store = new MemoryStore<EngineEvent>();
    const settings = settingsOf(server);
    const engine = new Engine({
      store: ports.wrapStore?.(store) ?? store,
      clock: new Clock('manual'),
      chance: createChance(seed, 'seed'),
      settings,
      onFailure: (error) => {
        throw error;
      },
      ...(ports.decide && { decide: ports.decide }),
    });
    const open = async (who: Who): Promise<Side> => {
      const id = engine.nextAccountId();
      const { pro, avatar } = rates[who];
      await engine.createAccount(id, {
        type: 'create-account',
        balanceMicros: balances[who],
        rates: {
          ...(pro !== undefined && { full_live_swap: { unit: 'second', micros: pro } }),
          ...(avatar !== undefined && { avatar: { unit: 'second', micros: avatar } }),
        },
        key: { keyId: `key_${id}_0`, digest: `digest_${id}_0` },
        webhookSecret: `whsec_${id}`,
      });
      const live = await engine.account(id);
      hold(live !== undefined, 'start', () => `no account ${id}`);
      return {
        id,
        live,
        folded: emptyAccount(id),
        books: new Books(id, settings.choices),
        agreed: rates[who],
        log: [],
        states: new Map(),
        snapshot: '',
      };
    };
    const simulation = new Simulation(engine, store, settings, seed, [await open(0), await open(1)]);
    for (const who of [0, 1] as const) {
      await simulation.#collect(simulation.#sides[who]);
      for (const kind of ['image', 'audio', 'video'] as const) {
        await simulation.step({ do: 'upload', who, kind, name: 'clip', seconds: 2.5, side: undefined });
      }
    }
    return simulation;
  }

  constructor(
    engine: Engine,
    store: EventStore<EngineEvent>,
    settings: Settings,
    seed: number,
    sides: readonly [Side, Side],
  ) {
    this.#engine = engine;
    this.#store = store;
    this.#settings = settings;
    this.#seed = seed;
    this.#sides = sides;
    this.#start = engine.clock.now();
  }

  async step(step: Step): Promise<void> {
    this.#tally.steps++;
    switch (step.do) {
      case 'advance':
        return this.#advanceTo(this.#engine.clock.now() + step.ms);
      case 'advance-to':
        return this.#advanceTo(this.#instant(step.what, step.pick));
      case 'capacity': {
        const { off, tiers, voice, saturated } = step;
        const capacity: Capacity = {
          tiers: { pro: tiers[0], standard: tiers[1] },
          voice,
          voiceReadyAt:
            voice === 'warming' ? this.#engine.clock.now() + limits.voiceWarmingMinutes * 60_000 : undefined,
          capabilities: { ...fullCapacity.capabilities, ...(off !== undefined && { [off]: false }) },
          saturated,
        };
        await this.#engine.changeCapacity(() => capacity);
        same(this.#engine.world.capacity, capacity, 'world', 'the capacity');
        return;
      }
      default:
        return this.#perform(step);
    }
  }

  async batch(steps: readonly AccountStep[], how: 'at once' | 'one by one'): Promise<void> {
    await this.#settle();
    this.#tally.steps += steps.length;
    const orders = steps.map((step, place) => {
      const side = this.#sides[step.who];
      return { side, command: commandOf(step, side.books, this.#others(step), place) };
    });
    const outcomes: Outcome[] = [];
    const execute = ({ side, command }: (typeof orders)[number]): Promise<Outcome> =>
      this.#engine.execute(side.id, command);
    if (how === 'at once') outcomes.push(...(await Promise.all(orders.map(execute))));
    else for (const order of orders) outcomes.push(await execute(order));

    const told = new Map(orders.flatMap(({ command }, index) => toldBy(command, outcomes[index])));
    for (const side of this.#sides) await this.#collect(side, told);
    for (const [index, outcome] of outcomes.entries()) this.#note(answerOf(outcome), orders[index]?.side.id ?? '');
  }

  /** Lets everything come to its end, and checks what must hold of the whole. */
  async end(): Promise<Course> {
    for (let next = this.#engine.nextDue(); next !== undefined; next = this.#engine.nextDue())
      await this.#advanceTo(next);
    this.#engine.close();
    for (const side of this.#sides) {
      auditRest(side.live);
      await replay(side, this.#store, this.#seed);
    }
    this.#tally.virtualMs = this.#engine.clock.now() - this.#start;
    return { tally: this.#tally, logs: this.#sides.map(({ log }) => log), answers: this.#answers };
  }

  async #perform(step: AccountStep): Promise<void> {
    await this.#settle();
    const { books, agreed, id } = this.#sides[step.who];
    const [side, other] = step.who === 0 ? this.#sides : [this.#sides[1], this.#sides[0]];
    const command = commandOf(step, books, this.#others(step));
    const now = this.#engine.clock.now();
    const { world } = this.#engine;
    const expected = foretell(command, { books, agreed, capacity: world.capacity, settings: this.#settings, now });
    const before = { snapshot: side.snapshot, version: books.version };

    const outcome: Outcome = await this.#engine.execute(id, command);
    this.#note(isRefused(outcome) ? outcome.refusal.code : expected.is, id);
    await this.#collect(side, new Map(toldBy(command, outcome)));
    await this.#collect(other);

    checkAnswer(outcome, expected, JSON.stringify(step));
    if (isRefused(outcome) || expected.is === 'repeat') {
      same(side.snapshot, before.snapshot, 'L8', `the account after ${JSON.stringify(step)}`);
    } else {
      hold(
        books.version === before.version + 1,
        'L3',
        () => `${command.type} made ${books.version - before.version} events`,
      );
      checkMade(side, this.#sides, command, outcome.reply, expected);
    }
  }

  async #advanceTo(target: number): Promise<void> {
    await this.#engine.advanceTo(target);
    same(this.#engine.clock.now(), target, 'due', 'the clock');
    const next = this.#engine.nextDue();
    hold(next === undefined || next > target, 'due', () => `what was due at ${next} has not happened by ${target}`);
    for (const side of this.#sides) {
      await this.#collect(side);
      auditPeriods(side.live, side.books, target, this.#settings.choices);
    }
  }

  /** What is due at the present instant has happened, before a command is judged. */
  async #settle(): Promise<void> {
    const next = this.#engine.nextDue();
    if (next === undefined || next > this.#engine.clock.now()) return;
    for (const side of this.#sides) {
      await this.#engine.account(side.id);
      await this.#collect(side);
    }
  }

  async #collect(side: Side, told: Told = untold): Promise<void> {
    this.#tally.events += await collect(side, this.#store, told);
  }

  #instant(what: Extract<Step, { do: 'advance-to' }>['what'], pick: number): number {
    const now = this.#engine.clock.now();
    if (what === 'next') return Math.max(now, this.#engine.nextDue() ?? now);
    const edges = this.#sides.flatMap(({ books }) => [...books.submits.values()].map(({ until }) => until));
    const edge = edges[pick % edges.length] ?? now;
    return Math.max(now, what === 'a key is forgotten' ? edge : edge - 1);
  }

  /** The books of the account that a step refers to, where that is another one. */
  #others(step: AccountStep): Books {
    return this.#sides[step.do === 'finish' ? step.whose : step.who === 0 ? 1 : 0].books;
  }

  #note(answer: string, id: string): void {
    this.#answers.push(`${id} ${answer}`);
    this.#tally.answers.set(answer, (this.#tally.answers.get(answer) ?? 0) + 1);
  }
}

const toldBy = (command: Command, outcome: Outcome | undefined): [string, Ending | 'as planned'][] => {
  if (command.type !== 'finish-job' || outcome === undefined || isRefused(outcome)) return [];
  return [[command.jobId, command.outcome === undefined ? 'as planned' : endingFor(command.outcome)]];
};

const answerOf = (outcome: Outcome): string =>
  isRefused(outcome) ? `${outcome.refusal.code}: ${outcome.refusal.message}` : JSON.stringify(outcome.reply);
