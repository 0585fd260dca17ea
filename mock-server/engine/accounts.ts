/** The accounts that there are, by id. Ids count on: `a1`, `a2`, … */
import { type Account, emptyAccount } from '../domain/account.ts';

export class Accounts {
  readonly #byId = new Map<string, Account>();
  #named = 0;

  get(id: string): Account | undefined {
    return this.#byId.get(id);
  }

  /** Throws for an id that no account has. */
  known(id: string): Account {
    const account = this.#byId.get(id);
    if (account === undefined) throw new Error(`no account ${id}`);
    return account;
  }

  /** That account, or a new one without events. */
  ensure(id: string): Account {
    let account = this.#byId.get(id);
    if (account === undefined) {
      this.#byId.set(id, (account = emptyAccount(id)));
      this.#named = Math.max(this.#named, Number(id.slice(1)));
    }
    return account;
  }

  /** One that was never created. */
  forget(id: string): void {
    this.#byId.delete(id);
  }

  all(): IterableIterator<Account> {
    return this.#byId.values();
  }

  ids(): string[] {
    return [...this.#byId.keys()];
  }

  /** Reserves the id of an account that is about to be created. */
  nextId(): string {
    return `a${++this.#named}`;
  }
}
