/**
 * Drives a real engine through a program on a manual clock, and checks after every step what must hold at every step.
 * Two accounts share the server, so that each can be seen to be left alone by the other.
 */
import { limits } from '../../../spec/limits.ts';
import { emptyAccount } from '../../domain/account.ts';
import type { Command, FinishDelivery } from '../../domain/commands.ts';
import type { Ending } from '../../domain/job.ts';
import { isRefused } from '../../domain/refusal.ts';
import { type Capacity, type Settings, fullCapacity } from '../../domain/world.ts';
import type { EventStore } from '../../store/store.ts';
import type { Engine } from '../engine.ts';
import type { EngineEvent } from '../streams.ts';
import { type Outcome, checkAnswer, checkMade } from './answer.case.ts';
import { auditPeriods, auditRest, auditSecrets, auditState } from './audit.case.ts';
import { Books, type Told, untold } from './books.case.ts';
import type { AccountEvent } from '../../domain/events.ts';
import { commandOf } from './command.case.ts';
import { hold, same } from './hold.case.ts';
import { type Order, answerOf } from './jumps.case.ts';
import { type Server, type ServerPorts, nextLeap, openServer } from './opening.case.ts';
import { endingFor, foretell } from './oracle.case.ts';
import type { AccountStep, Program, Step, Who } from './program.case.ts';
import { type Side, collect, lookAt, replay } from './side.case.ts';
import type { Closing } from './stream-books.case.ts';
import { Ticks } from './ticks.case.ts';

export type Tally = {
  steps: number;
  events: number;
  /** Attempts to deliver a webhook. */
  attempts: number;
  virtualMs: number;
  /** How often the clock has gone on by a little, and how long it took all together. */
  ticks: number;
  tickedMs: number;
  readonly answers: Map<string, number>;
  /** How streams and attempts have ended. */
  readonly ends: Set<string>;
};

export type Ports = ServerPorts & {
  /** After how many steps the whole of both accounts is compared; after the others a glance at them, and what has changed. By default one. */
  readonly thoroughEvery?: number;
  /** Time goes on in small ticks, of which there are at least so many. By default it jumps to where a step has it. */
  readonly ticks?: number;
};

/** The logs of the two accounts, what every command was answered, and the commands one by one as they were given. */
export type Course = {
  readonly tally: Tally;
  readonly logs: readonly string[][];
  readonly answers: readonly string[];
  readonly orders: readonly Order[];
};

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
  readonly #thoroughEvery: number;
  readonly #ticksMin: number | undefined;
  readonly #ticks: Ticks;
  readonly #answers: string[] = [];
  readonly #orders: Order[] = [];
  readonly #tally: Tally = {
    steps: 0,
    events: 0,
    attempts: 0,
    virtualMs: 0,
    ticks: 0,
    tickedMs: 0,
    answers: new Map(),
    ends: new Set(),
  };

  static async start(program: Omit<Program, 'steps'>, ports: Ports): Promise<Simulation> {
    const { seed, rates, receivers: answers } = program;
    const { afterEvolve = () => undefined } = ports;
    const heard = new Map<string, string[]>();
    const server = await openServer(program, ports, ({ id }, event) => {
      const lines = heard.get(id) ?? [];
      heard.set(id, lines);
      lines.push(JSON.stringify(event));
    });
    const sideOf = async (who: Who): Promise<Side> => {
      const id = server.accountIds[who];
      const live = await server.engine.account(id);
      hold(live !== undefined, 'start', () => `no account ${id}`);
      const books = new Books(id, server.settings.choices);
      server.receivers.open(id, answers[who], books);
      return {
        id,
        live,
        folded: emptyAccount(id),
        books,
        agreed: rates[who],
        log: [],
        heard: heard.get(id) ?? [],
        results: new Map(),
        afterEvolve,
        states: new Map(),
        seen: { thoroughly: false, text: '' },
      };
    };
    const sides = [await sideOf(0), await sideOf(1)] as const;
    const simulation = new Simulation(server, seed, sides, ports);
    for (const side of simulation.#sides) await simulation.#collect(side, untold);
    for (const who of [0, 1] as const) {
      for (const kind of ['image', 'audio', 'video'] as const) {
        await simulation.step({ do: 'upload', who, kind, name: 'clip', seconds: 2.5, side: undefined });
      }
    }
    return simulation;
  }

  constructor(
    { engine, store, settings }: Server,
    seed: number,
    sides: readonly [Side, Side],
    { thoroughEvery = 1, ticks }: Ports,
  ) {
    this.#engine = engine;
    this.#store = store;
    this.#settings = settings;
    this.#seed = seed;
    this.#sides = sides;
    this.#start = engine.clock.now();
    this.#thoroughEvery = thoroughEvery;
    this.#ticksMin = ticks;
    this.#ticks = new Ticks(engine, sides, (side) => this.#collect(side), seed);
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
        this.#orders.push({ do: 'capacity', capacity });
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
      const now = this.#engine.clock.now();
      const command = commandOf(step, side.books, this.#others(step), now, place);
      if (command.type === 'finish-delivery') noteAnswer(side.books, command, now);
      return { side, command };
    });
    const outcomes: Outcome[] = [];
    const execute = ({ side, command }: (typeof orders)[number]): Promise<Outcome> =>
      this.#engine.execute(side.id, command);
    if (how === 'at once') outcomes.push(...(await Promise.all(orders.map(execute))));
    else for (const order of orders) outcomes.push(await execute(order));

    const told = toldBy(orders.map(({ command }, index) => ({ command, outcome: outcomes[index] })));
    for (const side of this.#sides) await this.#collect(side, told);
    for (const [index, outcome] of outcomes.entries()) this.#note(answerOf(outcome), orders[index]?.side.id ?? '');
  }

  /** Lets everything come to its end, and checks what must hold of the whole. */
  async end(): Promise<Course> {
    await this.#ticks.upTo(this.#ticksMin ?? 0);
    for (let leap = nextLeap(this.#engine); leap !== undefined; leap = nextLeap(this.#engine)) {
      await this.#engine.advanceTo(leap);
      await this.#moved(leap);
    }
    this.#engine.close();
    for (const side of this.#sides) {
      auditState(side.live, side.books);
      auditRest(side.live, side.books);
      await replay(side, this.#store, this.#seed);
    }
    this.#tally.virtualMs = this.#engine.clock.now() - this.#start;
    this.#tally.ticks = this.#ticks.made;
    this.#tally.tickedMs = this.#ticks.virtualMs;
    const logs = this.#sides.map(({ log }) => log);
    return { tally: this.#tally, logs, answers: this.#answers, orders: this.#orders };
  }

  async #perform(step: AccountStep): Promise<void> {
    await this.#settle();
    const { books, agreed, id } = this.#sides[step.who];
    const [side, other] = step.who === 0 ? this.#sides : [this.#sides[1], this.#sides[0]];
    const now = this.#engine.clock.now();
    const command = commandOf(step, books, this.#others(step), now);
    if (command.type === 'finish-delivery') noteAnswer(books, command, now);
    const { world } = this.#engine;
    const expected = foretell(command, { books, agreed, capacity: world.capacity, settings: this.#settings, now });
    const { thoroughly } = this;
    const { seen } = side;
    const before = {
      version: books.version,
      text: (seen.thoroughly === thoroughly ? seen : lookAt(side.live, thoroughly)).text,
    };

    const outcome: Outcome = await this.#engine.execute(id, command);
    this.#orders.push({ do: 'command', accountId: id, command, answer: answerOf(outcome) });
    this.#note(isRefused(outcome) ? outcome.refusal.code : expected.is, id);
    await this.#collect(side, toldBy([{ command, outcome }]));
    await this.#collect(other);

    checkAnswer(outcome, expected, step);
    if (isRefused(outcome) || expected.is === 'repeat') {
      same(side.seen.text, before.text, 'L8', () => `the account after ${JSON.stringify(step)}`);
    } else {
      const makes = expected.is === 'accepted' ? (expected.makes ?? 1) : 0;
      same(books.version - before.version, makes, 'L3', `the number of events that ${command.type} made`);
      if (makes === 0) same(side.seen.text, before.text, 'L3', () => `the account after ${JSON.stringify(step)}`);
      checkMade(side, this.#sides, command, outcome.reply, expected);
    }
  }

  async #advanceTo(target: number): Promise<void> {
    if (this.#ticksMin === undefined) await this.#engine.advanceTo(target);
    else await this.#ticks.to(target);
    this.#orders.push({ do: 'advance', to: target });
    return this.#moved(target);
  }

  async #moved(target: number): Promise<void> {
    same(this.#engine.clock.now(), target, 'due', 'the clock');
    const next = this.#engine.nextDue();
    hold(next === undefined || next > target, 'due', () => `what was due at ${next} has not happened by ${target}`);
    for (const side of this.#sides) {
      await this.#collect(side);
      auditPeriods(side.live, side.books, target, this.#settings.choices);
      auditSecrets(side.live, side.books, target, this.#settings.choices);
    }
  }

  get thoroughly(): boolean {
    return this.#tally.steps % this.#thoroughEvery === 0;
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

  /** @param told undefined where nothing was asked of the account. */
  async #collect(side: Side, told?: Told): Promise<readonly AccountEvent[]> {
    const events = await collect(side, this.#store, told, this.thoroughly);
    this.#tally.events += events.length;
    for (const event of events) {
      if (event.type === 'session.ended') this.#tally.ends.add(event.by);
      if (event.type === 'delivery.started') this.#tally.attempts++;
      if (event.type === 'delivery.finished') this.#tally.ends.add(endOfAttempt(event));
    }
    return events;
  }

  #instant(what: Extract<Step, { do: 'advance-to' }>['what'], pick: number): number {
    const now = this.#engine.clock.now();
    const next = this.#engine.nextDue() ?? now;
    if (what === 'next') return Math.max(now, next);
    if (what === 'before the next') return Math.max(now, next - 1);
    if (what === 'before a stream stops') {
      const stops = this.#sides.flatMap(({ books }) => books.streams.stops());
      return Math.max(now, (stops[pick % stops.length] ?? now) - 1);
    }
    const edges = this.#sides.flatMap(({ books }) => [...books.submits.values()].map(({ until }) => until));
    const edge = edges[pick % edges.length] ?? now;
    return Math.max(now, what === 'a key is forgotten' ? edge : edge - 1);
  }

  /** The books of the account that a step refers to, where that is another one. */
  #others(step: AccountStep): Books {
    return this.#sides['whose' in step ? step.whose : step.who === 0 ? 1 : 0].books;
  }

  #note(answer: string, id: string): void {
    this.#answers.push(`${id} ${answer}`);
    this.#tally.answers.set(answer, (this.#tally.answers.get(answer) ?? 0) + 1);
  }
}

const toldBy = (orders: readonly { readonly command: Command; readonly outcome: Outcome | undefined }[]): Told => {
  const endings = new Map<string, Ending | 'as planned'>();
  const closings = new Map<string, Closing[]>();
  for (const { command, outcome } of orders) {
    if (command.type === 'finish-job' && outcome !== undefined && !isRefused(outcome)) {
      endings.set(command.jobId, command.outcome === undefined ? 'as planned' : endingFor(command.outcome));
    }
    if (command.type === 'close-session') {
      closings.set(command.sessionId, [...(closings.get(command.sessionId) ?? []), command]);
    }
  }
  const resends = orders.flatMap(({ command }) => (command.type === 'resend-delivery' ? [command.deliveryId] : []));
  return { endings, closings, resends: new Set(resends) };
};

const noteAnswer = ({ deliveries }: Books, { deliveryId, attempt, outcome }: FinishDelivery, now: number): void => {
  if (deliveries.isOpen(deliveryId, attempt)) deliveries.answered(deliveryId, attempt, outcome, now);
};

const endOfAttempt = ({ outcome, nextAt }: Extract<AccountEvent, { type: 'delivery.finished' }>): string => {
  const how = outcome.kind === 'failed' ? outcome.failure : `${Math.floor(outcome.status / 100)}xx`;
  return nextAt === undefined ? `${how}, the last` : how;
};
