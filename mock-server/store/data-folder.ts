/**
 * A folder in which a mock keeps its world: the events in `events.sqlite`, blobs beside it. One process at a time has it; the lock is
 * SQLite's own on the file, so that none outlives a killed process.
 */
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderError } from './data-folder-error.ts';
import { type Database, openDatabase, resultCodeOf, resultCodes } from './sqlite/database.ts';
import { SqliteEvents } from './sqlite/events.ts';
import { rollBack } from './sqlite/roll-back.ts';
import type { EventStore } from './store.ts';

export type DataFolder<E> = {
  readonly blobsPath: string;
  /** What was noted of the world in it when it began; undefined where none has begun, or not to its end. */
  readonly facts: () => unknown;
  /** The events of the world in it. */
  readonly events: () => EventStore<E>;
  /** Empties it for a world that begins. What is still appended to the one before is lost. */
  readonly clear: () => void;
  /** Notes that a world has begun. */
  readonly begun: (facts: object) => void;
  /** Why a world that could not be read is not gone on with. */
  readonly unreadable: (reason: unknown) => DataFolderError;
  readonly close: () => void;
};

/** Makes the folder where it is missing. Throws `DataFolderError` for one that cannot be used. */
export const openDataFolder = async <E>(path: string): Promise<DataFolder<E>> => {
  const file = join(path, 'events.sqlite');
  const ownerFile = join(path, 'owner');
  await makeFolder(path, file);
  const database = await openOwn(path, file, ownerFile);
  // Only for people: a disk that has no room for it may soon have some.
  await writeFile(ownerFile, String(process.pid), { mode: 0o600 }).catch(() => undefined);
  let events = new SqliteEvents<E>(database);
  let isOpen = true;
  return {
    blobsPath: join(path, 'blobs'),
    facts: () => {
      const row = database.prepare("SELECT value FROM facts WHERE name = 'world'").get() as
        | { value: string }
        | undefined;
      return row && (JSON.parse(row.value) as unknown);
    },
    events: () => events,
    clear: () => {
      events.flush();
      inOne(database, ['DELETE FROM facts', 'DELETE FROM events', 'DELETE FROM streams']);
      // Only now: where it failed, the world that is there goes on.
      events.retire();
      events = new SqliteEvents<E>(database);
    },
    begun: (facts) =>
      void database.prepare("INSERT OR REPLACE INTO facts VALUES ('world', ?)").run(JSON.stringify(facts)),
    unreadable: (reason) =>
      resultCodeOf(reason) === resultCodes.full
        ? noRoom(path, reason)
        : damaged(path, reason instanceof Error ? reason.message : String(reason), reason),
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      events.retire();
      release(database);
    },
  };
};

const makeFolder = async (path: string, file: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (!(await stat(path)).isDirectory()) throw new DataFolderError(`${path} is no folder`);
    // SQLite gives the files beside it the rights of this one.
    await makeFile(file);
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new DataFolderError(
      `the data folder ${path} cannot be used (${code ?? String(error)}): name one that can be written to`,
      { cause: error },
    );
  }
};

/** One that is there is not opened: closing it would give back the lock that another mock of this very process has on it. */
const makeFile = async (file: string): Promise<void> => {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) {
    const made = await open(file, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600);
    await made.close();
  } else if (found.isSymbolicLink()) {
    throw Object.assign(new Error('it is a link'), { code: 'ELOOP' });
  } else if ((found.mode & 0o077) !== 0) {
    await chmod(file, 0o600);
  }
};

/** The database, for this process alone, looked through once and with its tables. */
const openOwn = async (path: string, file: string, ownerFile: string): Promise<Database> => {
  let database: Database | undefined;
  try {
    database = await openDatabase(file);
    const set = (pragma: string): unknown => database?.prepare(`PRAGMA ${pragma}`).all();
    // The lock is taken with the first use, and kept.
    set('locking_mode = EXCLUSIVE');
    const isNew = checkMark(path, database);
    const findings = database.prepare('PRAGMA quick_check(3)').all() as { readonly quick_check: string }[];
    if (findings[0]?.quick_check !== 'ok') throw damaged(path, findings.map((found) => found.quick_check).join('; '));
    // Nothing is written before this. With the log, a commit is in the hands of the system when it returns: killed processes lose nothing.
    set('journal_mode = WAL');
    set('synchronous = NORMAL');
    if (isNew) database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newestForm}`);
    database.exec('CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
    return database;
  } catch (error) {
    if (database !== undefined) giveUp(database);
    throw await explained(error, path, ownerFile);
  }
};

/** A lock that was taken with the log is given back only without one; what it held is in the file then. */
const release = (database: Database): void => {
  try {
    database.prepare('PRAGMA journal_mode = DELETE').all();
  } finally {
    giveUp(database);
  }
};

/** libsql keeps a closed database's lock until its statements are collected as garbage: it is given back first. */
const giveUp = (database: Database): void => {
  try {
    database.prepare('PRAGMA locking_mode = NORMAL').all();
    database.prepare('SELECT count(*) FROM sqlite_schema').all();
  } catch {
    // It may not even be a file of SQLite's: why it cannot be used is told elsewhere.
  } finally {
    database.close();
  }
};

/** Whose file it is, and in which form. @returns whether it is still empty */
const checkMark = (path: string, database: Database): boolean => {
  const { application_id: id } = database.prepare('PRAGMA application_id').get() as { application_id: number };
  const { user_version: form } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  const { tables } = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
  if (id === 0 && form === 0 && tables === 0) return true;
  if (id !== applicationId) {
    throw new DataFolderError(`${path}/events.sqlite belongs to another program: name another folder`);
  }
  if (form > newestForm) {
    throw new DataFolderError(
      `the data folder ${path} was written by a newer understudy, in form ${form}: this one reads up to form ${newestForm}. ` +
        'Use the newer one, or name another folder',
    );
  }
  return false;
};

const explained = async (reason: unknown, path: string, ownerFile: string): Promise<unknown> => {
  switch (resultCodeOf(reason)) {
    case resultCodes.busy:
      return new DataFolderError(
        `the data folder ${path} is used by another mock${await ownerIn(ownerFile)}: stop that one, or name another folder`,
        { cause: reason },
      );
    case resultCodes.corrupt:
    case resultCodes.notADatabase:
      return damaged(path, reason instanceof Error ? reason.message : '', reason);
    case resultCodes.readOnly:
    case resultCodes.cannotOpen:
      return new DataFolderError(`the data folder ${path} cannot be written to: name another one`, { cause: reason });
    case resultCodes.full:
      return noRoom(path, reason);
    default:
      return reason;
  }
};

/** As far as it is known. */
const ownerIn = async (ownerFile: string): Promise<string> => {
  const pid = await readFile(ownerFile, 'utf8').catch(() => '');
  return /^\d+$/.test(pid) ? ` (process ${pid})` : '';
};

const noRoom = (path: string, cause: unknown): DataFolderError =>
  new DataFolderError(`there is no room on the disk of the data folder ${path}`, { cause });

/** All of it, or nothing. */
const inOne = (database: Database, statements: readonly string[]): void => {
  database.exec('BEGIN');
  try {
    for (const statement of statements) database.exec(statement);
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
};

const damaged = (path: string, how: string, cause?: unknown): DataFolderError =>
  new DataFolderError(
    `the data folder ${path} is damaged (${how}): put a copy of it in its place, or name another folder`,
    { cause },
  );

/** In the file's header: "FVUS". */
const applicationId = 0x46565553;
const newestForm = 1;
