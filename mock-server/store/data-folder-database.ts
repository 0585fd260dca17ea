/** The file of a data folder, for one process alone: whether it may be used, and why not. */
import { constants } from 'node:fs';
import { chmod, lstat, open, stat } from 'node:fs/promises';
import { DataFolderError, damaged, noRoom } from './data-folder-error.ts';
import { ownerIn } from './data-folder-owner.ts';
import { makeFolders } from './folders.ts';
import { type Database, openDatabase, resultCodeOf, resultCodes } from './sqlite/database.ts';
import { dropStaged } from './sqlite/tables.ts';

/** The database, looked through once and with its table of facts. Throws `DataFolderError` where it may not be used. */
export const openOwn = async (path: string, file: string, ownerFile: string): Promise<Database> => {
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
    // Of a process that was killed while it made another world.
    dropStaged(database);
    return database;
  } catch (error) {
    if (database !== undefined) giveUp(database);
    throw await explained(error, path, ownerFile);
  }
};

/** A lock that was taken with the log is given back only without one; what it held is in the file then. */
export const release = (database: Database): void => {
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

/** The folder, and an empty file in it, where they are missing; nobody else may read them. Throws `DataFolderError`. */
export const makeFolder = async (path: string, file: string): Promise<void> => {
  try {
    await makeFolders(path);
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

/** In the file's header: "FVUS". */
const applicationId = 0x46565553;
const newestForm = 1;
