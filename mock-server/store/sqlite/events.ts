/**
 * The event store of one process on one file. An append is acknowledged once it is committed, so that a killed process loses nothing
 * that it told of. Appends that come together are committed together.
 */
import { setImmediate } from 'node:timers';
import { type EventStore, type Stored, VersionConflict } from '../store.ts';
import { Waiting } from '../waiting.ts';
import type { Database, Statement } from './database.ts';
import { rollBack } from './roll-back.ts';

export class SqliteEvents<E> implements EventStore<E> {
  readonly #database: Database;
  readonly #insert: Statement;
  readonly #insertStream: Statement;
  readonly #page: Statement;
  readonly #streamPage: Statement;
  /** By name, with the last version that is committed or about to be. */
  readonly #streams = new Map<string, Stream>();
  readonly #names: string[] = [];
  #position = 0;
  #isRetired = false;
  #waiting: Append<E>[] = [];
  readonly #followers = new Waiting();

  constructor(database: Database) {
    this.#database = database;
    database.exec(tables);
    this.#insert = database.prepare('INSERT INTO events (position, stream, version, event) VALUES (?, ?, ?, ?)');
    this.#insertStream = database.prepare('INSERT INTO streams (id, name) VALUES (?, ?)');
    this.#page = database.prepare(pageOf('position > ?', 'position'));
    this.#streamPage = database.prepare(pageOf('stream = ? AND version >= ? AND version <= ?', 'version'));
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
      const page = rowsOf(this.#streamPage.get(stream.id, from, last));
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
      const page = rowsOf(this.#page.get(after));
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
      for (const stream of named) this.#insertStream.run(stream.id, stream.name);
      for (const { stream, expectedVersion, events } of batch) {
        let version = expectedVersion;
        for (const event of events) this.#insert.run(++this.#position, stream.id, ++version, JSON.stringify(event));
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
    const last = this.#database.prepare('SELECT max(position) AS position FROM events').get() as { position: number };
    this.#position = last.position ?? 0;
    for (const row of this.#database.prepare(lastVersions).all()) {
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

/** Events are JSON in a column, so that any tool for SQLite reads them. */
const tables = `
  CREATE TABLE IF NOT EXISTS streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL, event TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS events_of_stream ON events (stream, version);
`;

const lastVersions = `
  SELECT id, name, (SELECT max(version) FROM events WHERE stream = streams.id) AS version FROM streams ORDER BY id
`;

/** Many events as one text: a call for each row would cost more than all that is done with it. No event has a bare newline in it. */
const pageOf = (which: string, order: string): string => `
  SELECT group_concat(position || ' ' || stream || ' ' || version || ' ' || event, char(10)) AS lines FROM (
    SELECT position, stream, version, event FROM events WHERE ${which} ORDER BY ${order} LIMIT 1000
  )
`;

type EventRow = {
  readonly position: number;
  readonly stream: number;
  readonly version: number;
  readonly event: string;
};

const parsed = (position: number, event: string): unknown => {
  try {
    return JSON.parse(event);
  } catch {
    throw new Error(`event ${position} is no JSON`);
  }
};

const rowsOf = (page: unknown): EventRow[] => {
  const { lines } = page as { lines: string | null };
  return lines === null ? [] : lines.split('\n').map(rowOf);
};

const rowOf = (line: string): EventRow => {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  const third = line.indexOf(' ', second + 1);
  return {
    position: Number(line.slice(0, first)),
    stream: Number(line.slice(first + 1, second)),
    version: Number(line.slice(second + 1, third)),
    event: line.slice(third + 1),
  };
};
