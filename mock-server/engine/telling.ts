/**
 * Who is told of what has happened: of each event once, as one that this process has appended or as another's. While the store has not
 * answered an append, what is read back in its place may be either, and is told of when it has.
 */
import type { Account } from '../domain/account.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Listener } from './engine-options.ts';

export class Telling {
  readonly #process: string | undefined;
  readonly #listeners: Listener[] = [];
  readonly #observers: Listener[] = [];
  readonly #appends = new Map<Account, OpenAppend>();

  /** @param process the name of this one, where several serve the same accounts */
  constructor(process: string | undefined) {
    this.#process = process;
  }

  follow(listener: Listener): void {
    this.#listeners.push(listener);
  }

  observe(listener: Listener): void {
    this.#observers.push(listener);
  }

  /** So many events are on their way to the store, after those that are folded. One append of an account at a time. */
  begin(account: Account, count: number): void {
    this.#appends.set(account, { last: account.version + count, readBack: [] });
  }

  /** The store has taken them: `own` is to be told of each. */
  taken(account: Account): void {
    this.#appends.delete(account);
  }

  /** The store has not taken them, or nobody knows. */
  notTaken(account: Account): void {
    const { readBack = [] } = this.#appends.get(account) ?? {};
    this.#appends.delete(account);
    for (const event of readBack) this.#tellReadBack(account, event);
  }

  /** Of one that this process has appended, and that is folded. */
  own(account: Account, event: AccountEvent): void {
    tell(this.#listeners, account, event);
  }

  /** Of one that was appended by the process before this one. */
  past(account: Account, event: AccountEvent): void {
    tell(this.#observers, account, event);
  }

  /** Of one that was folded from the store: of another process, or of this one, which was not told that it was taken. */
  readBack(account: Account, event: AccountEvent, version: number): void {
    const append = this.#appends.get(account);
    if (append !== undefined && version <= append.last) append.readBack.push(event);
    else this.#tellReadBack(account, event);
  }

  #tellReadBack(account: Account, event: AccountEvent): void {
    tell(this.#isOwn(event) ? this.#listeners : this.#observers, account, event);
  }

  /** An event that nobody but this process can have appended: alone it has appended all, beside others those that carry its name. */
  #isOwn(event: AccountEvent): boolean {
    return this.#process === undefined || ('process' in event && event.process === this.#process);
  }
}

/** `last` is the version that the account has if they are taken. */
type OpenAppend = { readonly last: number; readonly readBack: AccountEvent[] };

const tell = (listeners: readonly Listener[], account: Account, event: AccountEvent): void => {
  for (const listener of listeners) listener(account, event);
};
