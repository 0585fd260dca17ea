/** Work that one process does at a time, over a database that all of them reach. */
import type { Client } from 'pg';
import { Occupied, told } from './errors.ts';

/** @returns waits for its turn, and does the work; throws `Occupied` where that does not come */
export type Turns = <T>(purpose: number, work: () => Promise<T>) => Promise<T>;

/**
 * The lock goes with a connection of its own: however many wait, the others are there for the work. One that breaks gives its lock away;
 * what is done under it finds that out by its own statements.
 * @param waitMs real milliseconds for the turn of this process; within it they come one after the other, each when the one before has ended
 */
export const turnsFor = (connect: () => Client, waitMs: number): Turns => {
  const last = new Map<number, Promise<unknown>>();
  return (purpose, work) => {
    const turn = (last.get(purpose) ?? Promise.resolve()).then(() => underLock(connect(), waitMs, purpose, work));
    last.set(
      purpose,
      turn.catch(() => undefined),
    );
    return turn;
  };
};

const underLock = async <T>(client: Client, waitMs: number, purpose: number, work: () => Promise<T>): Promise<T> => {
  client.on('error', () => undefined);
  try {
    try {
      await client.connect();
      await client.query(`SET lock_timeout = ${waitMs}`);
      await client.query('SELECT pg_advisory_lock($1, $2)', [lockSpace, purpose]);
    } catch (error) {
      throw isLockTimeout(error) ? new Occupied(occupied(waitMs), { cause: error }) : told(error);
    }
    return await work();
  } finally {
    // The lock goes with the connection. Nobody waits for a server that does not say goodbye.
    void client.end().catch(() => undefined);
  }
};

const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

const occupied = (waitMs: number): string =>
  `another process is at the same, and has not finished in ${waitMs / 1000} s: try again, and end the one that hangs`;

/** Apart from locks that other programs take in the same database. */
const lockSpace = 0x46565553;
