/** What the events of a store have made: the accounts, and what they share. */
import type { Account } from '../domain/account.ts';
import type { AccountEvent } from '../domain/events.ts';
import { evolve } from '../domain/evolve.ts';
import type { WorldEvent } from '../domain/world.ts';
import type { EventStore } from '../store/store.ts';
import { Accounts } from './accounts.ts';
import { latestInstant } from './clock.ts';
import type { SharedWorld } from './shared-world.ts';
import { type EngineEvent, accountIdOfStream } from './streams.ts';

export class Folded {
  readonly accounts = new Accounts();
  readonly #shared: SharedWorld;
  readonly #store: EventStore<EngineEvent>;
  /** Of the last event that was taken in. */
  #position = 0;

  constructor(store: EventStore<EngineEvent>, shared: SharedWorld) {
    this.#store = store;
    this.#shared = shared;
  }

  /**
   * Folds what is there and was not taken in. Throws if an event is missing.
   * @param taken told of each event at once: nothing else happens between, and finds an account that has changed unnoticed
   */
  async takeIn(taken: Taken): Promise<void> {
    for await (const { stream, version, position, event } of this.#store.follow(this.#position)) {
      if (!Number.isFinite(event.at) || event.at < 0 || event.at > latestInstant)
        throw new Error(`event ${version} of ${stream} has no instant`);
      const accountId = accountIdOfStream(stream);
      const folded = accountId === undefined ? this.#shared : this.accounts.ensure(accountId);
      // Its own are folded when they are committed.
      if (version <= folded.version) {
        this.#position = position;
        continue;
      }
      if (version > folded.version + 1) throw new Error(`${stream} has no event ${folded.version + 1}`);
      if (folded === this.#shared) {
        this.#shared.fold(event as WorldEvent);
        this.#position = position;
        taken.ofWorld?.(event as WorldEvent);
      } else {
        const account = folded as Account;
        evolve(account, event as AccountEvent);
        this.#position = position;
        taken.ofAccount(account, event as AccountEvent, version);
      }
    }
  }
}

export type Taken = {
  readonly ofAccount: (account: Account, event: AccountEvent, version: number) => void;
  readonly ofWorld?: (event: WorldEvent) => void;
};
