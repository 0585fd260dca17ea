/**
 * What the faces of the mock ask: commands, accounts, the clock's moves, and what has happened. Commands of one account run one after the
 * other; accounts do not wait for each other. How a command is carried out is `loop.ts`.
 */
import type { Account } from '../domain/account.ts';
import type { Command, CreateAccount, Reply } from '../domain/commands.ts';
import { decide as decideCommand } from '../domain/decide.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Past } from '../domain/explain/subject.ts';
import { type Refused, isRefused } from '../domain/refusal.ts';
import type { Capacity, StoryProgress, World, WorldEvent } from '../domain/world.ts';
import { type EventStore, type Stored, WorldReplaced } from '../store/store.ts';
import type { Accounts } from './accounts.ts';
import type { Clock } from './clock.ts';
import { Driver } from './driver.ts';
import type { EngineOptions, Listener } from './engine-options.ts';
import { Folded } from './folded.ts';
import { Lanes } from './lanes.ts';
import { Loop } from './loop.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { Recovery } from './recovery.ts';
import { SharedWorld } from './shared-world.ts';
import { type EngineEvent, historyOf, historyOfWorld } from './streams.ts';
import { Telling } from './telling.ts';

export type { Decide, EngineOptions, Listener } from './engine-options.ts';

export class Engine {
  readonly clock: Clock;
  /** Where its events are: another engine may go on with them. */
  readonly store: EventStore<EngineEvent>;
  readonly #accounts: Accounts;
  readonly #lanes = new Lanes();
  readonly #shared: SharedWorld;
  readonly #loop: Loop;
  readonly #telling: Telling;
  readonly #recovery: Recovery;
  readonly #driver: Driver;
  readonly #isShared: boolean;

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
    const shared = new SharedWorld(store, clock, settings);
    const folded = new Folded(store, shared);
    const telling = new Telling(settings.process);
    const driver = new Driver({
      clock,
      settle: (accountId, until) => lanes.run(accountId, () => loop.settle(accountId, until)),
      dueAt: (accountId) => {
        const account = folded.accounts.get(accountId);
        return account && loop.nextAt(account);
      },
      settleOutside,
      isOfStore: (error) => loop.isOfStore(error),
      onFailure,
    });
    const lanes = this.#lanes;
    const loop = new Loop({ store, chance, decide, shared, folded, telling, driver });
    this.clock = clock;
    this.store = store;
    this.#shared = shared;
    this.#accounts = folded.accounts;
    this.#driver = driver;
    this.#loop = loop;
    this.#telling = telling;
    this.#recovery = new Recovery({ clock, folded, loop, telling, lanes, driver, isShared });
    this.#isShared = isShared;
  }

  get world(): World {
    return this.#shared.now;
  }

  /**
   * Runs a command at the present instant, after everything that was due before it. Throws what the store throws, and `OutcomeUnknown`
   * where it may have taken it all the same, as a database may whose answer is lost.
   */
  execute<C extends Command>(accountId: string, command: C): Promise<{ reply: Reply<C> } | Refused> {
    return this.#lanes.run(accountId, async () => {
      // One instant for both: nothing becomes due between what was due before the command and the command.
      const now = this.clock.now();
      await this.#loop.settle(accountId, now);
      try {
        return await this.#loop.perform(accountId, command, now);
      } catch (error) {
        // A file is this process's own: what it has not taken it does not have. Nor has a world that another has taken the place of.
        const isOpen = this.#isShared && this.#loop.isOfAppend(error) && !(error instanceof WorldReplaced);
        throw isOpen ? new OutcomeUnknown(error) : error;
      }
    });
  }

  /**
   * Runs a command that must not be lost, as of now. While the store does not take it, it is tried again, before anything else of its
   * account, until the engine is closed.
   * @returns when it was tried once; throws what came of that
   */
  async insist(accountId: string, command: Command): Promise<void> {
    const at = this.clock.now();
    this.#loop.owe(accountId, command, at);
    await this.#lanes.run(accountId, () => this.#loop.settle(accountId, at));
  }

  /**
   * An account as it is now: what was due has happened. Undefined if there is none. While the store of this process takes nothing, as on a
   * full disk, it is the account as it was: what is due is told of and tried again elsewhere, and reads go on. So it is where another world
   * is about to take the place of this one.
   */
  async account(accountId: string): Promise<Account | undefined> {
    const account = this.#accounts.get(accountId);
    const next = account && this.#loop.nextAt(account);
    if (next !== undefined && next <= this.clock.now()) {
      try {
        await this.#lanes.run(accountId, () => this.#loop.settle(accountId, this.clock.now()));
      } catch (error) {
        if (error instanceof WorldReplaced) return account;
        if (this.#isShared || !this.#loop.isOfStore(error)) throw error;
      }
    }
    return account;
  }

  /** Tells of every event that this process has appended, once it is durable and folded. Listeners must not throw. */
  follow(listener: Listener): void {
    this.#telling.follow(listener);
  }

  /** Tells of every event that another process has appended, or the one before this, once it is folded. Listeners must not throw. */
  observe(listener: Listener): void {
    this.#telling.observe(listener);
  }

  /**
   * Goes on with the world that the store holds: folds what has happened, at the later of now and the last event, and ends what was under
   * way when the process before ended, unless others go on with it. To be called once, before anything else; what is due waits for `start`.
   * @param clockStays for a world that is made while another one has the clock
   */
  recover(clockStays = false): Promise<void> {
    return this.#recovery.recover(clockStays);
  }

  /** Does what has become due while the world was at rest, and from now on what is due. Also after it was closed. */
  start(): void {
    this.#driver.start();
  }

  /** Folds what other processes have appended. */
  catchUp(): Promise<void> {
    return this.#recovery.catchUp();
  }

  /** Settles streams whose process is gone, as of their last sign of life. */
  endStreamsOf(isGone: (process: string | undefined) => boolean): Promise<void> {
    return this.#recovery.endStreamsOf(isGone);
  }

  /** All that has happened in an account until now, in order, with its place among the events of all streams. */
  history(accountId: string): AsyncIterable<Past<AccountEvent>> {
    return historyOf(this.store, accountId);
  }

  /** The same of what all accounts share. */
  worldHistory(): AsyncIterable<Past<WorldEvent>> {
    return historyOfWorld(this.store);
  }

  /** All that has happened until now, of all streams, in order of commit. */
  everything(): AsyncIterable<Stored<EngineEvent>> {
    return this.store.follow(0);
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
      faults: change(this.world.faults).map((rule) => ({ since: this.#shared.version + 1, ...rule })),
    }));
  }

  /** Notes how far the story is that is played. */
  moveStory(story: () => StoryProgress): Promise<void> {
    return this.#shared.append(() => ({ type: 'story.moved', at: this.clock.now(), story: story() }));
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
}
