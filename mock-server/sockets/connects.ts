/**
 * The connections of sessions as occasions for fault rules. Each is counted by its event, whoever has appended it, so that the counts are
 * the same after a restart and in every process.
 */
import type { Fault } from '../../spec/faults.ts';
import type { Account } from '../domain/account.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Session } from '../domain/session.ts';
import type { Engine } from '../engine/engine.ts';

type Meet = (engine: Engine, session: Session, accountId: string, now: number) => readonly Fault[];

export class Connects {
  readonly #meet: Meet;
  /** What the last connection of a session has met, until its stream asks or it is over. */
  readonly #met = new Map<string, { readonly connection: number; readonly faults: readonly Fault[] }>();

  constructor(meet: Meet) {
    this.#meet = meet;
  }

  /** An event of this process: a stream is about to ask. */
  note(engine: Engine, account: Account, event: AccountEvent): void {
    const faults = this.count(engine, account, event);
    if (event.type === 'session.connected' && faults.length > 0)
      this.#met.set(event.sessionId, { connection: event.connection, faults });
  }

  /** An event of whichever process. @returns what the connection meets */
  count(engine: Engine, { id, sessions }: Account, event: AccountEvent): readonly Fault[] {
    // Also where another process has ended it, or where no stream came of it.
    if (event.type === 'session.ended') this.#met.delete(event.sessionId);
    const session = event.type === 'session.connected' ? sessions.get(event.sessionId) : undefined;
    return session === undefined ? [] : this.#meet(engine, session, id, event.at);
  }

  /** What a connection has met; no other asks for it. */
  take({ id }: Session, connection: number): readonly Fault[] {
    const met = this.#met.get(id);
    if (met?.connection !== connection) return [];
    this.#met.delete(id);
    return met.faults;
  }

  /** Ids are the same again after a reset. */
  clear(): void {
    this.#met.clear();
  }
}
