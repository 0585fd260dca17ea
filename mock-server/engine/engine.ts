/**
 * The loop: command, decide, append, evolve, reply. Commands of one account run one after the other; accounts do not wait for each other.
 * What is due by itself is a command like any other, decided at its own instant before anything later is.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Account, emptyAccount } from '../domain/account.ts';
import type { Command, CreateAccount, Decision, Moment, Reply } from '../domain/commands.ts';
import { decide as decideCommand } from '../domain/decide.ts';
import { due } from '../domain/due.ts';
import type { AccountEvent } from '../domain/events.ts';
import { evolve } from '../domain/evolve.ts';
import type { Past } from '../domain/explain/subject.ts';
import { type Refused, isRefused } from '../domain/refusal.ts';
import type { Capacity, Settings, World, WorldEvent } from '../domain/world.ts';
import { type EventStore, VersionConflict } from '../store/store.ts';
import { Alarm } from './alarm.ts';
import type { Clock } from './clock.ts';
import { Lanes } from './lanes.ts';
import type { Chance } from './random.ts';
import { SharedWorld } from './shared-world.ts';
import { type EngineEvent, historyOf, historyOfWorld, streamOf } from './streams.ts';
import { Timeline } from './timeline.ts';

/** A port: callers may wrap it, so that a judge can be shown a mock that decides wrongly. */
export type Decide = (account: Account, world: World, command: Command, moment: Moment) => Decision;

/** Told of what has happened in an account, for the effects that follow outside. */
export type Listener = (account: Account, event: AccountEvent) => void;

export type EngineOptions = {
  readonly store: EventStore<EngineEvent>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly settings: Settings;
  readonly decide?: Decide;
  /** Waits for what runs outside because of an event, before the clock jumps past it; undefined if nothing does. */
  readonly settleOutside?: () => Promise<void> | undefined;
  /** Told when something that was due could not be done: a bug of ours, or a broken store. */
  readonly onFailure: (error: unknown) => void;
};

export class Engine {
  readonly clock: Clock;
  readonly #store: EventStore<EngineEvent>;
  readonly #chance: Chance;
  readonly #decide: Decide;
  readonly #onFailure: (error: unknown) => void;
  readonly #settleOutside: () => Promise<void> | undefined;
  readonly #listeners: Listener[] = [];
  readonly #accounts = new Map<string, Account>();
  readonly #lanes = new Lanes();
  readonly #shared: SharedWorld;
  readonly #timeline = new Timeline();
  readonly #alarm: Alarm;
  #accountsNamed = 0;
  #closed = false;

  constructor({
    store,
    clock,
    chance,
    settings,
    decide = decideCommand,
    settleOutside = () => undefined,
    onFailure,
  }: EngineOptions) {
    this.clock = clock;
    this.#shared = new SharedWorld(store, clock, settings);
    this.#alarm = new Alarm(clock, () => this.#wake());
    this.#settleOutside = settleOutside;
    this.#store = store;
    this.#chance = chance;
    this.#decide = decide;
    this.#onFailure = onFailure;
  }

  get world(): World {
    return this.#shared.now;
  }

  /** Runs a command at the present instant, after everything that was due before it. */
  execute<C extends Command>(accountId: string, command: C): Promise<{ reply: Reply<C> } | Refused> {
    return this.#lanes.run(accountId, async () => {
      // One instant for both: nothing becomes due between what was due before the command and the command.
      const now = this.clock.now();
      await this.#settle(accountId, now);
      return this.#perform(accountId, command, now);
    });
  }

  /** An account as it is now: what was due has happened. Undefined if there is none. */
  async account(accountId: string): Promise<Account | undefined> {
    const account = this.#accounts.get(accountId);
    if (account && due(account, this.clock.now())) {
      await this.#lanes.run(accountId, () => this.#settle(accountId, this.clock.now()));
    }
    return account;
  }

  /** Tells of every event that this process has appended, once it is durable and folded. Listeners must not throw. */
  follow(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** All that has happened in an account until now, in order, with its place among the events of all streams. */
  history(accountId: string): AsyncIterable<Past<AccountEvent>> {
    return historyOf(this.#store, accountId);
  }

  /** The same of what all accounts share. */
  worldHistory(): AsyncIterable<Past<WorldEvent>> {
    return historyOfWorld(this.#store);
  }

  accountIds(): string[] {
    return [...this.#accounts.keys()];
  }

  /** Reserves the id of an account that is about to be created. */
  nextAccountId(): string {
    return `a${++this.#accountsNamed}`;
  }

  async createAccount(accountId: string, command: CreateAccount): Promise<void> {
    if (!this.#accounts.has(accountId)) this.#accounts.set(accountId, emptyAccount(accountId));
    try {
      const outcome = await this.execute(accountId, command);
      if (isRefused(outcome)) throw new Error(outcome.refusal.message);
    } catch (error) {
      if (this.#known(accountId).version === 0) this.#accounts.delete(accountId);
      throw error;
    }
  }

  /** Changes what is available to everyone. */
  changeCapacity(change: (capacity: Capacity) => Capacity): Promise<void> {
    return this.#shared.append(() => ({
      type: 'capacity.changed',
      at: this.clock.now(),
      capacity: change(this.world.capacity),
    }));
  }

  /** Changes the rules that inject faults. */
  changeFaults(change: (rules: World['faults']) => World['faults']): Promise<void> {
    return this.#shared.append(() => ({
      type: 'faults.changed',
      at: this.clock.now(),
      faults: change(this.world.faults),
    }));
  }

  /** Moves the clock to an instant, and runs all that is due until then, in order, each at its own instant. */
  async advanceTo(target: number): Promise<void> {
    const from = this.clock.now();
    for (;;) {
      await this.#settleOutside();
      // Another world has the clock by now.
      if (this.#closed) return;
      const next = this.#timeline.next();
      if (next === undefined || next.at > target) break;
      const { accountId, at } = next;
      this.clock.moveTo(at);
      await this.#lanes.run(accountId, () => this.#settle(accountId, at));
    }
    this.clock.moveTo(target);
    await this.#shared.append(() => ({ type: 'clock.moved', at: this.clock.now(), from }));
    this.rearm();
  }

  /** The next instant at which something happens by itself. */
  nextDue(): number | undefined {
    return this.#timeline.next()?.at;
  }

  /** Follows a change of the clock: its pace, or a jump. */
  rearm(): void {
    this.#alarm.clear();
    this.#arm();
  }

  close(): void {
    this.#closed = true;
    this.#alarm.clear();
  }

  async #settle(accountId: string, until: number): Promise<void> {
    const account = this.#known(accountId);
    let done = 0;
    for (let next = due(account, until); next !== undefined && !this.#closed; next = due(account, until)) {
      const entry = account.agenda.next();
      const at = this.#isTooLate(next, until) ? until : next.at;
      const outcome = await this.#perform(accountId, next.command, Math.max(at, account.lastAt));
      // Only a wrapped `decide` leaves what is due as it was: then it is never done, and must not be due for ever.
      if (entry !== undefined && account.agenda.next() === entry) this.#forget(account, entry.key);
      if (isRefused(outcome)) throw new Error(`${next.command.type} was due and refused: ${outcome.refusal.message}`);
      // Thousands may be due at once: what follows from the first goes out, and others are answered, before the last is decided.
      if (++done % turnLength === 0) await nextTurn();
    }
  }

  /** After a sleep of the process an attempt of then would be over before it is sent, and so would all that follow: it is made now. */
  #isTooLate({ at, command }: { readonly at: number; readonly command: Command }, until: number): boolean {
    return command.type === 'start-delivery' && until - at >= this.world.responseWaitMs;
  }

  async #perform<C extends Command>(accountId: string, command: C, at: number): Promise<{ reply: Reply<C> } | Refused> {
    const account = this.#known(accountId);
    for (;;) {
      // An account's events are in order of time, also when a command waited for another one.
      const now = Math.max(at, account.lastAt);
      const decision = this.#decide(account, this.world, command, this.#chance.moment(accountId, account.ordinal, now));
      const { events = [] } = decision;
      if (events.length > 0) {
        try {
          await this.#store.append(streamOf(accountId), account.version, events);
        } catch (error) {
          if (!(error instanceof VersionConflict)) throw error;
          await this.#catchUp(account);
          continue;
        }
        for (const event of events) {
          evolve(account, event);
          for (const listener of this.#listeners) listener(account, event);
        }
        this.#reschedule(account);
      }
      // A refusal may leave a trace too: that its key is used up.
      if (isRefused(decision)) return decision;
      return { reply: decision.reply as Reply<C> };
    }
  }

  /** Folds what another process has added to the account's stream. */
  async #catchUp(account: Account): Promise<void> {
    for await (const { event } of this.#store.read(streamOf(account.id), account.version + 1)) {
      evolve(account, event as AccountEvent);
    }
    this.#reschedule(account);
  }

  #forget(account: Account, key: string): void {
    account.agenda.drop(key);
    this.#reschedule(account);
  }

  #reschedule(account: Account): void {
    this.#timeline.set(account.id, account.agenda.next()?.at);
    this.#arm();
  }

  #arm(waitMinMs?: number): void {
    if (!this.#closed) this.#alarm.set(this.#timeline.next()?.at, waitMinMs);
  }

  #wake(): void {
    this.#runDue().catch((error: unknown) => {
      this.#onFailure(error);
      this.#arm(failurePauseMs);
    });
  }

  async #runDue(): Promise<void> {
    const now = this.clock.now();
    for (let next = this.#timeline.next(); next !== undefined && next.at <= now; next = this.#timeline.next()) {
      if (this.#closed) return;
      const { accountId } = next;
      await this.#lanes.run(accountId, () => this.#settle(accountId, now));
    }
    this.#arm();
  }

  #known(accountId: string): Account {
    const account = this.#accounts.get(accountId);
    if (account === undefined) throw new Error(`no account ${accountId}`);
    return account;
  }
}

/** How many commands are decided before the event loop turns. */
const turnLength = 100;

/** What was due and failed is tried again after this: a store that is broken now may soon be well. */
const failurePauseMs = 1_000;
