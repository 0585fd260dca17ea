/**
 * A folder in which a mock keeps its world: the events in `events.sqlite`, blobs beside it. One process at a time has it; the lock is
 * SQLite's own on the file, so that none outlives a killed process.
 */
import { join } from 'node:path';
import { makeFolder, openOwn, release } from './data-folder-database.ts';
import { type DataFolderError, damaged, noRoom } from './data-folder-error.ts';
import { noteOwner } from './data-folder-owner.ts';
import { type Database, resultCodeOf, resultCodes } from './sqlite/database.ts';
import { SqliteEvents } from './sqlite/events.ts';
import { rollBack } from './sqlite/roll-back.ts';
import { dropStaged, putInPlace } from './sqlite/tables.ts';
import type { EventStore } from './store.ts';

export type DataFolder<E> = {
  readonly blobsPath: string;
  /** What was noted of the world in it when it began; undefined where none has begun, or not to its end. */
  readonly facts: () => unknown;
  /** The events of the world in it. */
  readonly events: () => EventStore<E>;
  /** An empty world, beside the one in it: the one that was staged before and did not begin is forgotten. */
  readonly stage: () => EventStore<E>;
  /**
   * Puts the staged world in the place of the one in it, in one step, and notes what there is to know of it. What is still appended to the
   * one before is lost. Throws where it cannot be written, and then the one before goes on.
   */
  readonly begin: (facts: object) => void;
  /** Forgets a staged world that has not begun. */
  readonly unstage: () => void;
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
  // A disk that has no room for it may soon have some.
  await noteOwner(ownerFile).catch(() => undefined);
  let events = new SqliteEvents<E>(database);
  let staged: SqliteEvents<E> | undefined;
  let isOpen = true;
  const unstage = (): void => {
    if (staged === undefined || !isOpen) return;
    staged.retire();
    staged = undefined;
    try {
      dropStaged(database);
    } catch {
      // A full disk, for one: the next that is staged, or the next start, does it.
    }
  };
  return {
    blobsPath: join(path, 'blobs'),
    facts: () => {
      const row = database.prepare("SELECT value FROM facts WHERE name = 'world'").get() as
        | { value: string }
        | undefined;
      return row && (JSON.parse(row.value) as unknown);
    },
    events: () => events,
    stage: () => {
      unstage();
      dropStaged(database);
      return (staged = new SqliteEvents<E>(database, 'staged'));
    },
    begin: (facts) => {
      if (staged === undefined) throw new Error('no world is staged');
      const next = staged;
      next.flush();
      events.flush();
      inOne(database, () => {
        putInPlace(database);
        database.prepare("INSERT OR REPLACE INTO facts VALUES ('world', ?)").run(JSON.stringify(facts));
      });
      // Only now: where it failed, the world that is there goes on.
      events.retire();
      next.stand();
      events = next;
      staged = undefined;
    },
    unstage,
    unreadable: (reason) =>
      resultCodeOf(reason) === resultCodes.full
        ? noRoom(path, reason)
        : damaged(path, reason instanceof Error ? reason.message : String(reason), reason),
    close: () => {
      if (!isOpen) return;
      unstage();
      isOpen = false;
      events.retire();
      release(database);
    },
  };
};

/** All of it, or nothing. */
const inOne = (database: Database, work: () => void): void => {
  database.exec('BEGIN');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
};
