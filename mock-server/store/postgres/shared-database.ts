/** What many processes share beside events: which world it is, the clock, the request rates, and which of them are alive. */
import type { EventStore } from '../store.ts';
import { DatabaseGone, type PgDatabase, WrongDatabase, openPg } from './database.ts';
import { PgEvents } from './events.ts';
import { tables, tablesLock } from './tables.ts';

/** How things stand, in one look. */
export type Standing = {
  /** Goes up when another world takes the place of this one. */
  readonly generation: number;
  /** Of the last event. */
  readonly position: number;
  /** What goes with the world; null while it is being made. */
  readonly facts: string | null;
  /** What the processes have agreed on; null for the clock that each of them began with. */
  readonly clock: string | null;
};

export type SharedDatabase<E> = {
  readonly look: () => Promise<Standing>;
  readonly events: (generation: number) => EventStore<E>;
  /** Puts an empty world in the place of the one that is there. @returns its generation */
  readonly renew: () => Promise<number>;
  /** Says that a world stands, and where its clock is, unless another has taken its place meanwhile. */
  readonly begun: (generation: number, facts: string, clock: string) => Promise<void>;
  readonly setClock: (clock: string) => Promise<void>;
  /** Counts a request. Undefined for `waitMs` where it is within the limit. */
  readonly admit: (request: {
    readonly subject: string;
    readonly limit: number;
    readonly now: number;
    readonly isFixed: boolean;
    readonly countsRefused: boolean;
  }) => Promise<{ readonly waitMs: number | undefined; readonly counted: number; readonly resetMs: number }>;
  readonly forget: (subject: string) => Promise<void>;
  /** Says that this process is alive, and tells which are. */
  readonly beat: () => Promise<ReadonlySet<string>>;
  /** Work that no other process does at the same time. */
  readonly alone: <T>(what: 'begin' | 'clock', work: () => Promise<T>) => Promise<T>;
  /** @property process the name of this one */
  readonly process: string;
  readonly close: () => Promise<void>;
};

/** @param process a name that no other process has. Throws `WrongDatabase` for one that cannot be used. */
export const openSharedDatabase = async <E>(url: string, process: string): Promise<SharedDatabase<E>> => {
  const database = await openPg(url);
  try {
    await database.alone(tablesLock, () => database.script(tables));
    const [{ form } = { form: newestForm }] = await database.query<{ form: number }>(
      'SELECT form FROM understudy_world',
    );
    if (form > newestForm) {
      throw new WrongDatabase(
        `the database was written by a newer understudy, in form ${form}: this one reads up to form ${newestForm}`,
      );
    }
  } catch (error) {
    await database.close();
    if (error instanceof WrongDatabase || error instanceof DatabaseGone) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new WrongDatabase(`the tables of the database cannot be made (${message})`, { cause: error });
  }
  return sharedDatabase(database, process);
};

const sharedDatabase = <E>(database: PgDatabase, process: string): SharedDatabase<E> => ({
  process,
  look: async () =>
    one(await database.query<Standing>('SELECT generation, position, facts, clock FROM understudy_world')),
  events: (generation) => new PgEvents<E>(database, generation),
  renew: async () =>
    one(await database.query<{ generation: number }>('SELECT understudy_renew() AS generation')).generation,
  begun: async (generation, facts, clock) => {
    const statement = 'UPDATE understudy_world SET facts = $2, clock = $3 WHERE generation = $1';
    await database.query(statement, [generation, facts, clock]);
  },
  setClock: async (clock) => void (await database.query('UPDATE understudy_world SET clock = $1', [clock])),
  admit: async ({ subject, limit, now, isFixed, countsRefused }) => {
    const row = one(
      await database.query<{ wait_ms: number | null; counted: number; reset_ms: number }>(
        'SELECT wait_ms, counted, reset_ms FROM understudy_admit($1, $2, $3, $4, $5, $6)',
        [subject, limit, now, windowMs, isFixed, countsRefused],
      ),
    );
    return { waitMs: row.wait_ms ?? undefined, counted: row.counted, resetMs: row.reset_ms };
  },
  forget: async (subject) =>
    void (await database.query('DELETE FROM understudy_requests WHERE subject = $1', [subject])),
  beat: async () => {
    const statement = `
      INSERT INTO understudy_processes (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen = now()`;
    await database.query(statement, [process]);
    const rows = await database.query<{ id: string }>(
      `SELECT id FROM understudy_processes WHERE seen > now() - interval '${deadAfterSeconds} seconds'`,
    );
    return new Set(rows.map(({ id }) => id));
  },
  alone: (what, work) => database.alone(locks[what], work),
  close: async () => {
    // It is as good as gone in any case, only later.
    await database.query('DELETE FROM understudy_processes WHERE id = $1', [process]).catch(() => undefined);
    await database.close();
  },
});

const one = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new DatabaseGone('the table understudy_world is empty: was it deleted?');
  return row;
};

/** A process that has not been heard of for so long is dead, in real seconds by the database's clock. */
export const deadAfterSeconds = 6;

const windowMs = 60_000;
const newestForm = 1;
const locks = { begin: 2, clock: 3 } as const;
