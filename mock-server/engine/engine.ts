/**
 * The loop: command, decide, append, evolve, reply. Commands of one account run one after the other; accounts do not wait for each other.
 * What is due by itself is a command like any other, decided at its own instant before anything later is.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../domain/account.ts';
import type { Command, CreateAccount, Reply } from '../domain/commands.ts';
import { decide as decideCommand } from '../domain/decide.ts';
import { due } from '../domain/due.ts';
import type { AccountEvent } from '../domain/events.ts';
import { evolve } from '../domain/evolve.ts';
import type { Past } from '../domain/explain/subject.ts';
import { interrupted, lostStreams } from '../domain/interrupted.ts';
import { type Refused, isRefused } from '../domain/refusal.ts';
import type { Capacity, World, WorldEvent } from '../domain/world.ts';
import { type EventStore, type Stored, VersionConflict } from '../store/store.ts';
import type { Accounts } from './accounts.ts';
import type { Clock } from './clock.ts';
import { Driver } from './driver.ts';
import type { Decide, EngineOptions, Listener } from './engine-options.ts';
import { Folded } from './folded.ts';
import { Lanes } from './lanes.ts';
import type { Chance } from './random.ts';
import { SharedWorld } from './shared-world.ts';
import { type EngineEvent, historyOf, historyOfWorld, streamOf } from './streams.ts';

export type { Decide, EngineOptions, Listener } from './engine-options.ts';

export class Engine {
  readonly clock: Clock;
  readonly #store: EventStore<EngineEvent>;
  readonly #chance: Chance;
  readonly #decide: Decide;
  readonly #listeners: Listener[] = [];
  readonly #observers: Listener[] = [];
  readonly #accounts: Accounts;
  readonly #lanes = new Lanes();
  readonly #shared: SharedWorld;
  readonly #folded: Folded;
  readonly #driver: Driver;
  readonly #isShared: boolean;
  /** What the store has thrown, to tell it from bugs of ours. */
  readonly #notStored = new WeakSet<Error>();

  constructor({
    store,
    clock,
    chance,
    settings,
    decide = decideCommand,
    isShared = false,
    settleOutside = () => undefined,
    onFailure,
  }: EngineOptions) {
    this.clock = clock;
    this.#shared = new SharedWorld(store, clock, settings);
    this.#folded = new Folded(store, this.#shared);
    this.#accounts = this.#folded.accounts;
    this.#isShared = isShared;
    this.#store = store;
    this.#chance = chance;
    this.#decide = decide;
    this.#driver = new Driver({
      clock,
      settle: (accountId, until) => this.#lanes.run(accountId, () => this.#settle(accountId, until)),
      settleOutside,
      onFailure,
    });
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

  /**
   * An account as it is now: what was due has happened. Undefined if there is none. While the store of this process takes nothing, as on a
   * full disk, it is the account as it was: what is due is told of and tried again elsewhere, and reads go on.
   */
  async account(accountId: string): Promise<Account | undefined> {
    const account = this.#accounts.get(accountId);
    if (account && due(account, this.clock.now())) {
      try {
        await this.#lanes.run(accountId, () => this.#settle(accountId, this.clock.now()));
      } catch (error) {
        if (this.#isShared || !(error instanceof Error && this.#notStored.has(error))) throw error;
      }
    }
    return account;
  }

  /** Tells of every event that this process has appended, once it is durable and folded. Listeners must not throw. */
  follow(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Tells of every event that another process has appended, once it is folded. Listeners must not throw. */
  observe(listener: Listener): void {
    this.#observers.push(listener);
  }

  /**
   * Goes on with the world that the store holds: folds what has happened, at the later of now and the last event, and ends what was under
   * way when the process before ended, unless others go on with it. To be called once, before anything else; what is due waits for `start`.
   */
  async recover(): Promise<void> {
    this.#driver.hold();
    let lastAt = 0;
    for await (const { event } of this.#folded.takeIn()) lastAt = Math.max(lastAt, event.at);
    this.clock.moveTo(lastAt);
    for (const account of this.#accounts.all()) {
      // As of its last event, before all that has become due since: a stream is paid for until its last sign of life, not until its hard stop.
      const cutOff = this.#isShared ? [] : interrupted(account);
      for (const command of cutOff) await this.#perform(account.id, command, account.lastAt);
      this.#reschedule(account);
    }
  }

  /** Does what has become due while the world was at rest, and from now on what is due. */
  start(): void {
    this.#driver.start();
  }

  /** Folds what other processes have appended. */
  async catchUp(): Promise<void> {
    const changed = new Set<Account>();
    try {
      for await (const { account, event } of this.#folded.takeIn()) {
        if (account === undefined) continue;
        changed.add(account);
        for (const observer of this.#observers) observer(account, event as AccountEvent);
      }
    } finally {
      // Also of what was folded before the database went away.
      for (const account of changed) this.#reschedule(account);
    }
  }

  /** Settles streams whose process is gone, as of their last sign of life. */
  async endStreamsOf(isGone: (process: string | undefined) => boolean): Promise<void> {
    for (const id of this.#accounts.ids()) {
      await this.#lanes.run(id, async () => {
        const account = this.#accounts.known(id);
        for (const command of lostStreams(account, isGone)) await this.#perform(id, command, account.lastAt);
      });
    }
  }

  /** All that has happened in an account until now, in order, with its place among the events of all streams. */
  history(accountId: string): AsyncIterable<Past<AccountEvent>> {
    return historyOf(this.#store, accountId);
  }

  /** The same of what all accounts share. */
  worldHistory(): AsyncIterable<Past<WorldEvent>> {
    return historyOfWorld(this.#store);
  }

  /** All that has happened until now, of all streams, in order of commit. */
  everything(): AsyncIterable<Stored<EngineEvent>> {
    return this.#store.follow(0);
  }

  /** All accounts as their events have made them: nothing that is due is done for it. */
  atRest(): Iterable<Account> {
    return this.#accounts.all();
  }

  accountIds(): string[] {
    return this.#accounts.ids();
  }

  /** Reserves the id of an account that is about to be created. */
  nextAccountId(): string {
    return this.#accounts.nextId();
  }

  /** @returns false if another process was faster, and has made one of that id */
  async createAccount(accountId: string, command: CreateAccount): Promise<boolean> {
    const account = this.#accounts.ensure(accountId);
    try {
      return !isRefused(await this.execute(accountId, command));
    } catch (error) {
      if (account.version === 0) this.#accounts.forget(accountId);
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

  /** Does something at an instant of the clock, before what is due then by itself. It must not throw, nor wait for the clock. */
  plan(at: number, work: () => Promise<void>): void {
    this.#driver.plan(at, work);
  }

  /** Moves the clock to an instant, and runs all that is due until then, in order, each at its own instant. */
  async advanceTo(target: number): Promise<void> {
    const from = this.clock.now();
    if (!(await this.#driver.moveTo(target))) return;
    await this.#shared.append(() => ({ type: 'clock.moved', at: this.clock.now(), from }));
    this.rearm();
  }

  /** The next instant at which something happens by itself. */
  nextDue(): number | undefined {
    return this.#driver.next();
  }

  /** Follows a change of the clock: its pace, or a jump. */
  rearm(): void {
    this.#driver.rearm();
  }

  close(): void {
    this.#driver.close();
  }

  /** Until nothing is on its way to the store any more. */
  quiet(): Promise<void> {
    return this.#lanes.quiet();
  }

  async #settle(accountId: string, until: number): Promise<void> {
    const account = this.#accounts.known(accountId);
    let done = 0;
    for (let next = due(account, until); next !== undefined && !this.#driver.isClosed; next = due(account, until)) {
      const entry = account.agenda.next();
      const at = this.#isTooLate(next, until) ? until : next.at;
      const outcome = await this.#perform(accountId, next.command, Math.max(at, account.lastAt));
      // Another process may have done it meanwhile. Otherwise only a wrapped `decide` leaves what is due as it was: then it is never done,
      // and must not be due for ever.
      if (entry !== undefined && account.agenda.next() === entry) {
        this.#forget(account, entry.key);
        if (isRefused(outcome)) throw new Error(`${next.command.type} was due and refused: ${outcome.refusal.message}`);
      }
      // Thousands may be due at once: what follows from the first goes out, and others are answered, before the last is decided.
      if (++done % turnLength === 0) await nextTurn();
    }
  }

  /** After a sleep of the process an attempt of then would be over before it is sent, and so would all that follow: it is made now. */
  #isTooLate({ at, command }: { readonly at: number; readonly command: Command }, until: number): boolean {
    return command.type === 'start-delivery' && until - at >= this.world.responseWaitMs;
  }

  async #perform<C extends Command>(accountId: string, command: C, at: number): Promise<{ reply: Reply<C> } | Refused> {
    const account = this.#accounts.known(accountId);
    for (;;) {
      // An account's events are in order of time, also when a command waited for another one.
      const now = Math.max(at, account.lastAt);
      const decision = this.#decide(account, this.world, command, this.#chance.moment(accountId, account.ordinal, now));
      const { events = [] } = decision;
      if (events.length > 0) {
        const { version } = account;
        try {
          await this.#store.append(streamOf(accountId), version, events);
        } catch (error) {
          if (!(error instanceof VersionConflict)) {
            if (error instanceof Error) this.#notStored.add(error);
            throw error;
          }
          await this.#catchUp(account);
          continue;
        }
        for (const [index, event] of events.entries()) {
          // What was read back meanwhile is folded already.
          if (account.version === version + index) evolve(account, event);
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
    for await (const { version, event } of this.#store.read(streamOf(account.id), account.version + 1)) {
      if (version !== account.version + 1) continue;
      evolve(account, event as AccountEvent);
      for (const observer of this.#observers) observer(account, event as AccountEvent);
    }
    this.#reschedule(account);
  }

  #forget(account: Account, key: string): void {
    account.agenda.drop(key);
    this.#reschedule(account);
  }

  #reschedule(account: Account): void {
    this.#driver.set(account.id, account.agenda.next()?.at);
  }
}

/** How many commands are decided before the event loop turns. */
const turnLength = 100;
