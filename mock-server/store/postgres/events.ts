/**
 * The event store of many processes over one database. Whoever appends to a stream that has gone on meanwhile gets a `VersionConflict`;
 * what one process appends at the same time goes in one statement.
 */
import { type EventStore, type Stored, VersionConflict, WorldReplaced } from '../store.ts';
import type { PgDatabase } from './database.ts';
import { wasRefused } from './errors.ts';

export class PgEvents<E> implements EventStore<E> {
  readonly #database: PgDatabase;
  readonly #generation: number;
  #waiting: Waiting<E>[] = [];
  #isSending = false;

  /** @param generation of the world whose events they are */
  constructor(database: PgDatabase, generation: number) {
    this.#database = database;
    this.#generation = generation;
  }

  append(stream: string, expectedVersion: number, events: readonly E[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ stream, expectedVersion, events, resolve, reject });
      if (!this.#isSending) void this.#send();
    });
  }

  async *read(stream: string, fromVersion = 1): AsyncIterable<Stored<E>> {
    let from = fromVersion;
    for (;;) {
      const rows = await this.#database.query<EventRow>(
        'SELECT position, version, event FROM understudy_events WHERE generation = $1 AND stream = $2 AND version >= $3 ORDER BY version LIMIT 1000',
        [this.#generation, stream, from],
      );
      for (const { position, version, event } of rows) {
        yield { stream, version, position, event: JSON.parse(event) as E };
        from = version + 1;
      }
      if (rows.length < pageLength) return;
    }
  }

  async *follow(afterPosition: number, signal?: AbortSignal): AsyncIterable<Stored<E>> {
    const isEnded = (): boolean => signal?.aborted === true;
    let after = afterPosition;
    while (!isEnded()) {
      const rows = await this.#database.query<EventRow | NoEvent>(pageOf, [this.#generation, after]);
      if (rows.length === 0) throw new WorldReplaced();
      for (const row of rows) {
        if (isEnded()) return;
        if (row.position === null) break;
        const { position, stream, version, event } = row;
        after = position;
        yield { stream, version, position, event: JSON.parse(event) as E };
      }
      if (rows.length === pageLength) continue;
      if (signal === undefined) return;
      await pause(followMs, signal);
    }
  }

  /** One statement at a time: what comes meanwhile goes with the next. */
  async #send(): Promise<void> {
    this.#isSending = true;
    // What else is decided in this turn of the event loop goes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchLength);
      await this.#sendBatch(batch).catch((error: unknown) => this.#sendOneByOne(batch, error));
    }
    this.#isSending = false;
  }

  /** What the database refuses of one, as for its size, does not hinder the others. Where it is not known what was done, none is sent again. */
  async #sendOneByOne(batch: readonly Waiting<E>[], reason: unknown): Promise<void> {
    const isRefused = batch.length > 1 && wasRefused(reason);
    for (const one of batch) {
      if (isRefused) await this.#sendBatch([one]).catch(one.reject);
      else one.reject(reason);
    }
  }

  async #sendBatch(batch: readonly Waiting<E>[]): Promise<void> {
    const [row] = await this.#database.query<{ made: boolean[] | null }>(
      'SELECT understudy_append($1, $2, $3, $4, $5) AS made',
      [
        this.#generation,
        batch.map(({ stream }) => stream),
        batch.map(({ expectedVersion }) => expectedVersion),
        batch.map(({ events }) => events.length),
        batch.flatMap(({ events }) => events.map((event) => JSON.stringify(event))),
      ],
    );
    const made = row?.made ?? null;
    // Nothing may follow from it: whoever has decided the same in another process is told so too.
    if (made === null) throw new WorldReplaced();
    for (const [index, { stream, expectedVersion, resolve, reject }] of batch.entries()) {
      if (made[index] === true) resolve();
      else reject(new VersionConflict(stream, expectedVersion, 'another version'));
    }
  }
}

type EventRow = {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly event: string;
};

/** There is nothing more in a world that is there. */
type NoEvent = { readonly position: null };

/** Without any row for a world that is not there any more: its events may be deleted, or are about to be. */
const pageOf = `
  SELECT page.position, stream, version, event FROM understudy_generations AS worlds LEFT JOIN LATERAL (
    SELECT position, stream, version, event FROM understudy_events AS its
    WHERE its.generation = worlds.generation AND its.position > $2 ORDER BY its.position LIMIT 1000
  ) AS page ON true WHERE worlds.generation = $1 ORDER BY page.position
`;

type Waiting<E> = {
  readonly stream: string;
  readonly expectedVersion: number;
  readonly events: readonly E[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

const pageLength = 1000;
const batchLength = 500;

/** How soon a follower sees what others have appended, in real milliseconds. */
const followMs = 50;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
