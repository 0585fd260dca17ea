/** A world in a database, which any number of processes serve, with uploads in a folder that they share. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from './engine/clock.ts';
import { processName } from './engine/ids.ts';
import type { EngineEvent } from './engine/streams.ts';
import { type Keeping, type WorldFacts, isWorldFacts } from './keeping.ts';
import { partialPrefix } from './store/blobs.ts';
import { DataFolderError } from './store/data-folder-error.ts';
import { WrongDatabase } from './store/postgres/database.ts';
import { type SharedDatabase, openSharedDatabase } from './store/postgres/shared-database.ts';

/** The first process begins the world, and those that come meanwhile wait for it. */
export const openSharedKeeping = async (databaseUrl: string, data: string | undefined): Promise<Keeping> => {
  if (data === undefined) {
    throw new DataFolderError(
      'many processes share their uploads in a folder, which all of them reach: name it with --data',
    );
  }
  const blobsPath = join(data, 'blobs');
  await mkdir(blobsPath, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new DataFolderError(`the data folder ${data} cannot be used (${error.code ?? error.message})`, {
      cause: error,
    });
  });
  const shared = await openSharedDatabase<EngineEvent>(databaseUrl, processName(hostname()));
  try {
    await clearAfterDead(blobsPath, await shared.beat());
    const beginning = await beginOrFind(shared);
    const standing = await shared.look();
    return keepingOf(shared, blobsPath, standing.generation, readFacts(standing.facts), beginning);
  } catch (error) {
    await shared.close();
    throw error;
  }
};

const keepingOf = (
  shared: SharedDatabase<EngineEvent>,
  blobsPath: string,
  found: number,
  facts: WorldFacts | undefined,
  beginning: () => void,
): Keeping => {
  let generation = found;
  /** Of a world that is being made. */
  let next = found;
  return {
    shared,
    blobsPath,
    blobOptions: { partialName: partialNameOf(shared.process) },
    facts,
    generation: () => generation,
    joined: (other) => (generation = other),
    resume: (other = generation) => shared.events(other),
    unreadable: (reason) =>
      reason instanceof Error && !(reason instanceof SyntaxError)
        ? reason
        : new WrongDatabase(`an event in the database cannot be read (${String(reason)})`, { cause: reason }),
    renew: async () => {
      next = await shared.renew();
      return shared.events(next);
    },
    begun: async (began, clock: Clock) => {
      await shared.begun(next, JSON.stringify(began), JSON.stringify(clock.place()));
      generation = next;
      beginning();
    },
    close: async () => {
      beginning();
      await shared.close();
    },
  };
};

/** Where there is no world yet, no other process begins one until the returned function is called. */
const beginOrFind = (shared: SharedDatabase<EngineEvent>): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const held = shared.alone('begin', async () => {
      if ((await shared.look()).facts !== null) return resolve(() => undefined);
      await new Promise<void>((done) => resolve(done));
    });
    held.catch(reject);
  });

/** What processes that are gone have not finished. */
const clearAfterDead = async (blobsPath: string, alive: ReadonlySet<string>): Promise<void> => {
  const theirs = new Set([...alive].map(partialNameOf));
  for (const name of await readdir(blobsPath)) {
    if (name.startsWith(partialPrefix) && !theirs.has(name))
      await rm(join(blobsPath, name), { recursive: true, force: true });
  }
};

const partialNameOf = (process: string): string => `${partialPrefix}-${process}`;

const readFacts = (text: string | null): WorldFacts | undefined => {
  if (text === null) return undefined;
  const facts = JSON.parse(text) as unknown;
  if (isWorldFacts(facts)) return facts;
  throw new WrongDatabase('the database does not say with which seed and key its world began');
};
