/** PostgreSQL as the store uses it: a few statements over a pool, and one word for all the ways in which it cannot be reached. */
import type { Pool } from 'pg';

export type PgDatabase = {
  /** One statement, in a transaction of its own. */
  readonly query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Statements without values, one after the other. */
  readonly script: (text: string) => Promise<void>;
  /** Work that no other process does at the same time: it waits for its turn. Nothing of it needs the database to be reached all the while. */
  readonly alone: <T>(purpose: number, work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

/** The database cannot be reached, or is not what it was: what was asked for may have been done or not. */
export class DatabaseGone extends Error {
  override readonly name = 'DatabaseGone';
}

/** The address or the rights are wrong: nothing will change it but another address. */
export class WrongDatabase extends Error {
  override readonly name = 'WrongDatabase';
}

/** @param url `postgres://user:password@host:port/database`. Throws `WrongDatabase` where it cannot be opened. */
export const openPg = async (url: string): Promise<PgDatabase> => {
  const { Pool, types } = await load();
  const pool: Pool = new Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 5_000,
    // A statement takes milliseconds: one that takes seconds waits for somebody who is gone.
    statement_timeout: 15_000,
    application_name: 'understudy',
    keepAlive: true,
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
    alone: async (purpose, work) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw told(error);
      });
      // One that breaks gives its lock away; what is done under it finds that out by its own statements.
      client.on('error', () => undefined);
      try {
        await client
          .query('SET statement_timeout = 0')
          .then(() => client.query('SELECT pg_advisory_lock($1, $2)', [lockSpace, purpose]))
          .catch((error: unknown) => {
            throw told(error);
          });
        return await work();
      } finally {
        // The lock goes with the connection.
        client.release(true);
      }
    },
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

/** What PostgreSQL refuses says so with a code of five letters; all else is a connection that is not there. */
const told = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof DatabaseGone) return error;
  const code = (error as { code?: unknown }).code;
  const isRefusal = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  if (isRefusal && !goneCodes.test(code)) return error;
  return isRefusal || isNetwork(error) ? new DatabaseGone(messageOf(error), { cause: error }) : error;
};

/** Connections refused or cut, a server that starts or stops, no room on its disk, and a standby that cannot write. */
const goneCodes = /^(?:08|53|57P|57014|25006)/;

const isNetwork = (error: Error): boolean =>
  /^E[A-Z]+$/.test(String((error as { code?: unknown }).code)) ||
  /connection|timeout|terminat|Client/i.test(error.message);

const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};

/** Apart from locks that other programs take in the same database. */
const lockSpace = 0x46565553;
