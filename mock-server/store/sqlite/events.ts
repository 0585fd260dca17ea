/**
 * The event store of one process on one file. An append is acknowledged once it is committed, so that a killed process loses nothing
 * that it told of. Appends that come together are committed together.
 */
import { setImmediate } from 'node:timers';
import { type EventStore, type Stored, VersionConflict, WorldReplaced } from '../store.ts';
import { Waiting } from '../waiting.ts';
import type { Database } from './database.ts';
import { rollBack } from './roll-back.ts';
import { type EventStatements, makeTables, prepareStatements, rowsOf, type Tables } from './tables.ts';

export class SqliteEvents<E> implements EventStore<E> {
  readonly #database: Database;
  #statements: EventStatements;
  /** By name, with the last version that is committed or about to be. */
  readonly #streams = new Map<string, Stream>();
  readonly #names: string[] = [];
  #position = 0;
  #isRetired = false;
  #waiting: Append<E>[] = [];
  readonly #followers = new Waiting();

  /** @param tables which are made if they are missing */
  constructor(database: Database, tables: Tables = 'standing') {
    this.#database = database;
    makeTables(database, tables);
    this.#statements = prepareStatements(database, tables);
    this.#load();
  }

  append(name: string, expectedVersion: number, events: readonly E[]): Promise<void> {
    if (this.#isRetired) return Promise.resolve();
    const version = this.#streams.get(name)?.version ?? 0;
    if (version !== expectedVersion) return this.#conflict(name, expectedVersion, version);
    const stream = this.#streamOf(name);
    stream.version += events.length;
    return new Promise((resolve, reject) => {
      // What else is decided in this turn of the event loop goes along.
      if (this.#waiting.push({ stream, expectedVersion, events, resolve, reject }) === 1) {
        setImmediate(() => this.#flush());
      }
    });
  }

  async *read(name: string, fromVersion = 1): AsyncIterable<Stored<E>> {
    const stream = this.#streams.get(name);
    if (stream === undefined) return;
    // What is committed now: what is added while it is read is not part of it.
    const last = stream.committed;
    for (let from = fromVersion; from <= last;) {
      this.#checkThere();
      const page = rowsOf(this.#statements.streamPage.get(stream.id, from, last));
      if (page.length === 0) return;
      for (const { position, version, event } of page) {
        yield { stream: name, version, position, event: parsed(position, event) as E };
        from = version + 1;
      }
    }
  }

  async *follow(afterPosition: number, signal?: AbortSignal): AsyncIterable<Stored<E>> {
    const isEnded = (): boolean => signal?.aborted === true;
    let after = afterPosition;
    while (!isEnded()) {
      this.#checkThere();
      const page = rowsOf(this.#statements.page.get(after));
      for (const { position, stream, version, event } of page) {
        if (isEnded()) return;
        after = position;
        yield { stream: this.#names[stream] ?? '', version, position, event: parsed(position, event) as E };
      }
      if (page.length > 0) continue;
      if (signal === undefined) return;
      await this.#followers.more(signal);
    }
  }

  /** Commits what waits. */
  flush(): void {
    this.#flush();
  }

  /** Commits what waits. What comes later has come too late for this world, and is lost with it. */
  retire(): void {
    this.#flush();
    this.#isRetired = true;
  }

  /** Its tables have become those of the world that stands. */
  stand(): void {
    this.#statements = prepareStatements(this.#database, 'standing');
  }

  #checkThere(): void {
    if (this.#isRetired) throw new WorldReplaced();
  }

  /** Told when what the loser has to read is there to be read. */
  async #conflict(name: string, expectedVersion: number, version: number): Promise<never> {
    if (this.#waiting.length > 0) await new Promise((resolve) => setImmediate(resolve));
    throw new VersionConflict(name, expectedVersion, version);
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    try {
      this.#commit(batch);
    } catch (error) {
      this.#flushOneByOne(batch, error);
    }
    this.#followers.wake();
  }

  /** What hinders one, as its size may on a full disk, does not hinder the others. */
  #flushOneByOne(batch: readonly Append<E>[], reason: unknown): void {
    for (const one of batch) {
      const { stream, expectedVersion, reject } = one;
      // Of a stream whose earlier events are not there nothing can be added.
      if (stream.committed !== expectedVersion) reject(reason);
      else {
        try {
          this.#commit([one]);
        } catch (error) {
          reject(error);
        }
      }
      stream.version = stream.committed;
    }
  }

  #commit(batch: readonly Append<E>[]): void {
    const position = this.#position;
    const named = new Set(batch.map(({ stream }) => stream).filter(({ isStored }) => !isStored));
    this.#database.exec('BEGIN');
    try {
      for (const stream of named) this.#statements.insertStream.run(stream.id, stream.name);
      for (const { stream, expectedVersion, events } of batch) {
        let version = expectedVersion;
        for (const event of events) {
          this.#statements.insert.run(++this.#position, stream.id, ++version, JSON.stringify(event));
        }
      }
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#position = position;
      rollBack(this.#database);
      throw error;
    }
    for (const stream of named) stream.isStored = true;
    for (const { stream, events, resolve } of batch) {
      stream.committed += events.length;
      resolve();
    }
  }

  #streamOf(name: string): Stream {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const stream: Stream = { id: this.#names.push(name) - 1, name, version: 0, committed: 0, isStored: false };
    this.#streams.set(name, stream);
    return stream;
  }

  #load(): void {
    this.#position = (this.#statements.last.get() as { position: number | null }).position ?? 0;
    for (const row of this.#statements.lastVersions.all()) {
      const { id, name, version } = row as { id: number; name: string; version: number };
      this.#streams.set(name, { id, name, version, committed: version, isStored: true });
      this.#names[id] = name;
    }
  }
}

type Stream = {
  readonly id: number;
  readonly name: string;
  version: number;
  committed: number;
  /** Whether its name is in the file. */
  isStored: boolean;
};

type Append<E> = {
  readonly stream: Stream;
  readonly expectedVersion: number;
  readonly events: readonly E[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

const parsed = (position: number, event: string): unknown => {
  try {
    return JSON.parse(event);
  } catch {
    throw new Error(`event ${position} is no JSON`);
  }
};
