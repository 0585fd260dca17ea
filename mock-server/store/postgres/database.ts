/** PostgreSQL as the store uses it: a few statements over a pool, and one word for all the ways in which it cannot be reached. */
import type { Pool } from 'pg';
import { WrongDatabase, messageOf, told } from './errors.ts';
import { type Turns, turnsFor } from './turns.ts';

export type PgDatabase = {
  /** One statement, in a transaction of its own. */
  readonly query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Statements without values, one after the other. */
  readonly script: (text: string) => Promise<void>;
  /** Work that no other process does at the same time: it waits for its turn. Throws `Occupied` where that does not come. */
  readonly alone: Turns;
  readonly close: () => Promise<void>;
};

/** Real milliseconds; other than the defaults in tests only. */
export type PgTimes = {
  /** For an answer. A connection that says nothing for longer is given up, as one behind a cable that was pulled. */
  readonly answer: number;
  /** For the turn at work that one process does at a time. */
  readonly turn: number;
};

const usualTimes: PgTimes = { answer: 20_000, turn: 30_000 };

/** @param url `postgres://user:password@host:port/database`. Throws `WrongDatabase` where it cannot be opened. */
export const openPg = async (url: string, times: PgTimes = usualTimes): Promise<PgDatabase> => {
  const { Client, Pool, types } = await load();
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: times.answer,
    keepAlive: true,
    application_name: 'understudy',
  };
  const pool: Pool = new Pool({
    ...connection,
    max: 8,
    // A statement takes milliseconds: one that takes seconds waits for somebody who is gone.
    statement_timeout: Math.min(15_000, times.answer),
    types: {
      // Positions and instants are whole numbers below 2 ** 53.
      getTypeParser: (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)),
    },
  });
  // A connection that breaks while nobody uses it is told to nobody else; the next statement gets a new one.
  pool.on('error', () => undefined);
  const query: PgDatabase['query'] = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    try {
      return (await pool.query<Row>({ text, values: [...values], name: nameOf(text) })).rows;
    } catch (error) {
      throw told(error);
    }
  };
  const database: PgDatabase = {
    query,
    script: async (text) => {
      await pool.query(text).catch((error: unknown) => {
        throw told(error);
      });
    },
    alone: turnsFor(() => new Client({ ...connection, query_timeout: times.turn + times.answer }), times.turn),
    close: () => pool.end(),
  };
  try {
    await query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw new WrongDatabase(
      `the database ${shown(url)} cannot be used (${messageOf(error)}): is it running, and is this its address?`,
      { cause: error },
    );
  }
  return database;
};

/** Without its password. */
const shown = (url: string): string => {
  if (!URL.canParse(url)) return 'of that address';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
};

const load = async (): Promise<(typeof import('pg'))['default']> => {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    throw new WrongDatabase('a database needs the package pg: `npm install pg` adds it', { cause });
  }
};

/** Prepared once for each connection: a text is always the same statement. */
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `understudy_${names.size}`));
  return name;
};
