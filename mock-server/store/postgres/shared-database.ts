/** What many processes share beside events: which world it is, the clock, the request rates, and which of them are alive. */
import type { EventStore } from '../store.ts';
import { PgEvents } from './events.ts';
import { isAlive } from './alive.ts';
import { type PgDatabase, openPg } from './database.ts';
import { DatabaseGone, Occupied, WrongDatabase } from './errors.ts';
import { sweep } from './sweep.ts';
import { tables, tablesLock } from './tables.ts';

/** How things stand, in one look. */
export type Standing = {
  /** Goes up when another world takes the place of this one. */
  readonly generation: number;
  /** Of the last event. */
  readonly position: number;
  /** What goes with the world; null before there is one. */
  readonly facts: string | null;
  /** Where the clock is; null before there is a world. */
  readonly clock: string | null;
  /** Goes up with every change of the clock. */
  readonly clockVersion: number;
};

export type SharedDatabase<E> = {
  readonly look: () => Promise<Standing>;
  /** They throw `WorldReplaced` where they are followed or appended to, and the world is not there any more. */
  readonly events: (generation: number) => EventStore<E>;
  /** An empty world beside the one that is served. @returns its generation */
  readonly stage: () => Promise<number>;
  /** Puts a staged world in the place of the one that is served, in one step. False if it was given up, or a later one has begun. */
  readonly begin: (generation: number, facts: string, clock: string) => Promise<boolean>;
  /** Gives up a staged world, unless it has begun. */
  readonly unstage: (generation: number) => Promise<void>;
  /** Deletes the events of worlds that are not there any more, and gives up those whose process is gone. Piece by piece: it may be long. */
  readonly sweep: () => Promise<void>;
  /** @param known the version of the clock that was changed. @returns the new one; undefined if another was faster, or another world has begun */
  readonly setClock: (clock: string, generation: number, known: number) => Promise<number | undefined>;
  /** Counts a request. Undefined for `waitMs` where it is within the limit. */
  readonly admit: (request: {
    readonly subject: string;
    readonly limit: number;
    readonly now: number;
    readonly isFixed: boolean;
    readonly countsRefused: boolean;
  }) => Promise<{ readonly waitMs: number | undefined; readonly counted: number; readonly resetMs: number }>;
  readonly forget: (subject: string) => Promise<void>;
  /** Says that this process is alive. */
  readonly beat: () => Promise<void>;
  /** The processes that have said so lately. */
  readonly living: () => Promise<ReadonlySet<string>>;
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
    await database.alone(tablesLock, async () => {
      await checkForm(database);
      await database.script(tables);
    });
  } catch (error) {
    await database.close();
    if (error instanceof WrongDatabase || error instanceof DatabaseGone || error instanceof Occupied) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new WrongDatabase(`the tables of the database cannot be made (${message})`, { cause: error });
  }
  return sharedDatabase(database, process);
};

/** Before anything of it is touched. */
const checkForm = async (database: PgDatabase): Promise<void> => {
  const [found] = await database.query<{ isThere: boolean }>(
    `SELECT to_regclass('understudy_world') IS NOT NULL AS "isThere"`,
  );
  if (found?.isThere !== true) return;
  const [{ form } = { form: newestForm }] = await database.query<{ form: number }>('SELECT form FROM understudy_world');
  if (form <= newestForm) return;
  throw new WrongDatabase(
    `the database was written by a newer understudy, in form ${form}: this one reads up to form ${newestForm}`,
  );
};

const sharedDatabase = <E>(database: PgDatabase, process: string): SharedDatabase<E> => ({
  process,
  look: async () => one(await database.query<Standing>(lookAtAll)),
  events: (generation) => new PgEvents<E>(database, generation),
  stage: async () =>
    one(await database.query<{ generation: number }>('SELECT understudy_stage($1) AS generation', [process]))
      .generation,
  begin: async (generation, facts, clock) => {
    const statement = 'SELECT understudy_begin($1, $2, $3) AS "hasBegun"';
    return one(await database.query<{ hasBegun: boolean }>(statement, [generation, facts, clock])).hasBegun;
  },
  unstage: async (generation) => void (await database.query(giveUp, [generation])),
  sweep: () => sweep(database),
  setClock: async (clock, generation, known) => {
    const [row] = await database.query<{ version: number }>(moveClock, [clock, generation, known]);
    return row?.version;
  },
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
  },
  living: async () => {
    const rows = await database.query<{ id: string }>(`SELECT id FROM understudy_processes WHERE ${isAlive}`);
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

const lookAtAll = `
  SELECT w.generation, coalesce(g.position, 0) AS position, w.facts, w.clock, w.clock_version AS "clockVersion"
  FROM understudy_world AS w LEFT JOIN understudy_generations AS g ON g.generation = w.generation
`;

const giveUp = `
  DELETE FROM understudy_generations USING understudy_world AS w
  WHERE understudy_generations.generation = $1 AND w.generation <> $1
`;

const moveClock = `
  UPDATE understudy_world SET clock = $1, clock_version = clock_version + 1
  WHERE generation = $2 AND clock_version = $3 RETURNING clock_version AS version
`;

const windowMs = 60_000;
const newestForm = 2;
const locks = { begin: 2, clock: 3 } as const;
