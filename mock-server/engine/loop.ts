/**
 * The loop: decide, append, evolve, tell. What is due by itself is a command like any other, decided at its own instant before anything
 * later is. Who calls it sees to it that commands of one account come one after the other.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../domain/account.ts';
import type { Command, Reply } from '../domain/commands.ts';
import { due } from '../domain/due.ts';
import type { AccountEvent } from '../domain/events.ts';
import { evolve } from '../domain/evolve.ts';
import { type Refused, isRefused } from '../domain/refusal.ts';
import { type EventStore, VersionConflict } from '../store/store.ts';
import { type Debt, Debts } from './debts.ts';
import type { Driver } from './driver.ts';
import type { Decide } from './engine-options.ts';
import type { Folded } from './folded.ts';
import type { Chance } from './random.ts';
import type { SharedWorld } from './shared-world.ts';
import { type EngineEvent, streamOf } from './streams.ts';
import type { Telling } from './telling.ts';

export type LoopParts = {
  readonly store: EventStore<EngineEvent>;
  readonly chance: Chance;
  readonly decide: Decide;
  readonly shared: SharedWorld;
  readonly folded: Folded;
  readonly telling: Telling;
  readonly driver: Pick<Driver, 'changed' | 'isClosed'>;
};

export class Loop {
  readonly #parts: LoopParts;
  readonly #debts = new Debts();
  /** What the store has thrown, to tell it from bugs of ours, and of what it was told or asked then. */
  readonly #ofStore = new WeakMap<Error, 'append' | 'read'>();
  /** The store has failed with an append of theirs, which may stand in it all the same. */
  readonly #uncertain = new Set<Account>();

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** Decides a command at an instant, or a little later where the account is further on, and makes what was decided so. */
  async perform<C extends Command>(
    accountId: string,
    command: C,
    at: number,
  ): Promise<{ readonly reply: Reply<C> } | Refused> {
    const { store, chance, decide, shared, folded, telling } = this.#parts;
    const account = folded.accounts.known(accountId);
    for (;;) {
      if (this.#uncertain.has(account)) await this.#catchUp(account);
      // An account's events are in order of time, also when a command waited for another one.
      const now = Math.max(at, account.lastAt);
      const decision = decide(account, shared.now, command, chance.moment(accountId, account.ordinal, now));
      const { events = [] } = decision;
      if (events.length > 0) {
        const { version } = account;
        telling.begin(account, events.length);
        try {
          await store.append(streamOf(accountId), version, events);
        } catch (error) {
          telling.notTaken(account);
          this.#uncertain.add(account);
          if (error instanceof VersionConflict) continue;
          throw this.#storeFailed(error, 'append');
        }
        telling.taken(account);
        for (const [index, event] of events.entries()) {
          // What was read back meanwhile is folded already.
          if (account.version === version + index) evolve(account, event);
          telling.own(account, event);
        }
        this.reschedule(account);
      }
      // A refusal may leave a trace too: that its key is used up.
      if (isRefused(decision)) return decision;
      return { reply: decision.reply as Reply<C> };
    }
  }

  /** Does all that an account has to do until an instant: what is due, and what is owed, in the order of their instants. */
  async settle(accountId: string, until: number): Promise<void> {
    const { folded } = this.#parts;
    const account = folded.accounts.known(accountId);
    for (;;) {
      const debt = this.#debts.next(accountId, until);
      await this.#doWhatIsDue(account, debt?.at ?? until, until);
      if (debt === undefined) return;
      await this.#pay(account, debt);
    }
  }

  /** Has a command performed that must not be lost, before anything of its account that comes after its instant. */
  owe(accountId: string, command: Command, at: number): void {
    this.#debts.add(accountId, { command, at });
    this.reschedule(this.#parts.folded.accounts.known(accountId));
  }

  /** When an account has something to do next. */
  nextAt(account: Account): number | undefined {
    const debt = this.#debts.next(account.id);
    const next = account.agenda.next();
    return debt === undefined || (next !== undefined && next.at <= debt.at) ? next?.at : debt.at;
  }

  /** @param now where the clock is, which may be past what is due */
  async #doWhatIsDue(account: Account, until: number, now: number): Promise<void> {
    const { driver } = this.#parts;
    let done = 0;
    for (let next = due(account, until); next !== undefined && !driver.isClosed; next = due(account, until)) {
      const entry = account.agenda.next();
      const at = this.#isTooLate(next, now) ? now : next.at;
      const outcome = await this.perform(account.id, next.command, Math.max(at, account.lastAt));
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

  reschedule(account: Account): void {
    this.#parts.driver.changed(account.id);
  }

  /** Whether it was thrown since the store failed. */
  isOfStore(error: unknown): boolean {
    return error instanceof Error && this.#ofStore.has(error);
  }

  /** Whether it was thrown since the store failed with something that it was to keep. */
  isOfAppend(error: unknown): boolean {
    return error instanceof Error && this.#ofStore.get(error) === 'append';
  }

  /** What cannot be decided is not owed for ever: it is told of, and the account goes on. */
  async #pay(account: Account, debt: Debt): Promise<void> {
    try {
      await this.perform(account.id, debt.command, debt.at);
    } catch (error) {
      if (!this.isOfStore(error)) this.#debts.remove(account.id, debt);
      throw error;
    }
    this.#debts.remove(account.id, debt);
    this.reschedule(account);
  }

  /** After a sleep of the process an attempt of then would be over before it is sent, and so would all that follow: it is made now. */
  #isTooLate({ at, command }: { readonly at: number; readonly command: Command }, now: number): boolean {
    return command.type === 'start-delivery' && now - at >= this.#parts.shared.now.responseWaitMs;
  }

  /** Folds what the account's stream has beyond what is known. */
  async #catchUp(account: Account): Promise<void> {
    const { store, telling } = this.#parts;
    try {
      for await (const { version, event } of store.read(streamOf(account.id), account.version + 1)) {
        if (version !== account.version + 1) continue;
        evolve(account, event as AccountEvent);
        this.reschedule(account);
        telling.readBack(account, event as AccountEvent, version);
      }
    } catch (error) {
      throw this.#storeFailed(error, 'read');
    }
    this.#uncertain.delete(account);
  }

  #storeFailed(error: unknown, of: 'append' | 'read'): unknown {
    if (error instanceof Error) this.#ofStore.set(error, of);
    return error;
  }

  #forget(account: Account, key: string): void {
    account.agenda.drop(key);
    this.reschedule(account);
  }
}

/** How many commands are decided before the event loop turns. */
const turnLength = 100;
