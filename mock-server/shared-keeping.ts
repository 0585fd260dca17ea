/** A world in a database, which any number of processes serve, with uploads in a folder that they share. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { processName } from './engine/ids.ts';
import type { EngineEvent } from './engine/streams.ts';
import { type Keeping, type StagedWorld, type WorldFacts, isWorldFacts } from './keeping.ts';
import { partialNameOf } from './store/blobs.ts';
import { repeat } from './repeat.ts';
import { DataFolderError } from './store/data-folder-error.ts';
import { makeFolders } from './store/folders.ts';
import { WrongDatabase } from './store/postgres/errors.ts';
import { type SharedDatabase, type Standing, openSharedDatabase } from './store/postgres/shared-database.ts';
import { WorldReplaced } from './store/store.ts';

/** The first process begins the world, and those that come meanwhile wait for it. */
export const openSharedKeeping = async (databaseUrl: string, data: string | undefined): Promise<Keeping> => {
  if (data === undefined) {
    throw new DataFolderError(
      'many processes share their uploads in a folder, which all of them reach: name it with --data',
    );
  }
  const blobsPath = join(data, 'blobs');
  await makeFolders(blobsPath).catch((error: NodeJS.ErrnoException) => {
    throw new DataFolderError(`the data folder ${data} cannot be used (${error.code ?? error.message})`, {
      cause: error,
    });
  });
  const shared = beating(await openSharedDatabase<EngineEvent>(databaseUrl, processName(hostname())));
  try {
    await shared.beat();
    const { standing, endTurn } = await beginOrFind(shared);
    sweepAside(shared);
    return keepingOf(shared, blobsPath, standing.generation, readFacts(standing.facts), endTurn);
  } catch (error) {
    await shared.close();
    throw error;
  }
};

/** @param firstTurn ends the turn that this process has already, to begin the first world; undefined if there is one */
const keepingOf = (
  shared: SharedDatabase<EngineEvent>,
  blobsPath: string,
  found: number,
  facts: WorldFacts | undefined,
  firstTurn: (() => void) | undefined,
): Keeping => {
  let generation = found;
  let endFirstTurn = firstTurn;
  const staged = async <T>(make: (staged: StagedWorld) => Promise<T>): Promise<T> => {
    const next = await shared.stage();
    try {
      return await make({
        generation: next,
        store: shared.events(next),
        begin: async (began, clock) => {
          if (!(await shared.begin(next, JSON.stringify(began), JSON.stringify(clock)))) throw new WorldReplaced();
        },
      });
    } catch (error) {
      throw error instanceof WorldReplaced ? new Error(overtaken, { cause: error }) : error;
    } finally {
      // What it leaves costs room alone, and the next start sees to it again.
      await shared.unstage(next).catch(() => undefined);
      sweepAside(shared);
    }
  };
  return {
    shared,
    blobsPath,
    blobOptions: { partialName: partialNameOf(shared.process), isShared: true },
    facts,
    generation: () => generation,
    joined: (other) => (generation = other),
    resume: (other = generation) => shared.events(other),
    unreadable: (reason) =>
      reason instanceof Error && !(reason instanceof SyntaxError)
        ? reason
        : new WrongDatabase(`an event in the database cannot be read (${String(reason)})`, { cause: reason }),
    stage: async (make) => {
      if (endFirstTurn === undefined) return shared.alone('begin', () => staged(make));
      try {
        return await staged(make);
      } finally {
        endFirstTurn();
        endFirstTurn = undefined;
      }
    },
    close: async () => {
      endFirstTurn?.();
      await shared.close();
    },
  };
};

/** Says by itself that this process is alive until it is closed, also while something else takes long, as a world that is made. */
const beating = (shared: SharedDatabase<EngineEvent>): SharedDatabase<EngineEvent> => {
  // An outage is told of by whoever asks for something.
  const stop = repeat(beatMs, shared.beat, () => undefined);
  return {
    ...shared,
    close: async () => {
      await stop();
      await shared.close();
    },
  };
};

/** Nobody waits for it. */
const sweepAside = (shared: SharedDatabase<EngineEvent>): void => void shared.sweep().catch(() => undefined);

/**
 * How things stand. Where there is no world yet, no other process begins one until `endTurn` is called: whatever could fail in between
 * would have to call it, and nothing is asked again.
 */
const beginOrFind = (shared: SharedDatabase<EngineEvent>): Promise<Found> =>
  new Promise((resolve, reject) => {
    const held = shared.alone('begin', async () => {
      const standing = await shared.look();
      if (standing.facts !== null) return resolve({ standing, endTurn: undefined });
      await new Promise<void>((endTurn) => resolve({ standing, endTurn }));
    });
    held.catch(reject);
  });

type Found = { readonly standing: Standing; readonly endTurn: (() => void) | undefined };

const readFacts = (text: string | null): WorldFacts | undefined => {
  if (text === null) return undefined;
  const facts = JSON.parse(text) as unknown;
  if (isWorldFacts(facts)) return facts;
  throw new WrongDatabase('the database does not say with which seed and key its world began');
};

const overtaken = 'another process has put another world in the place of this one meanwhile: try again';

/** Real milliseconds, some of which fit into the time after which a process is taken for dead. */
const beatMs = 1_000;
