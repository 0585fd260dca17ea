/** Where a mock keeps its world: in memory, with a folder for blobs that goes with it, or in a data folder that outlives it. */
import { isDeepStrictEqual } from 'node:util';
import type { ClockPlace } from './engine/clock.ts';
import type { SecretSource } from './engine/random.ts';
import { systemLetters } from './engine/random.ts';
import type { EngineEvent } from './engine/streams.ts';
import type { MockOptions } from './options.ts';
import { DataFolderError } from './store/data-folder-error.ts';
import type { BlobStoreOptions } from './store/blobs.ts';
import type { SharedDatabase } from './store/postgres/shared-database.ts';
import { MemoryStore } from './store/memory.ts';
import type { EventStore } from './store/store.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export type Keeping = {
  readonly blobsPath: string;
  readonly blobOptions?: BlobStoreOptions;
  /** What goes with the world that is there already; undefined where one has to begin. */
  readonly facts: WorldFacts | undefined;
  /** The events of the world that is there. @param generation of one that another process has begun */
  readonly resume: (generation?: number) => EventStore<EngineEvent>;
  /** What is thrown when its events cannot be folded. */
  readonly unreadable: (reason: unknown) => Error;
  /**
   * Has a world made beside the one that is there, which goes on until the other begins. Where it does not begin, or `make` fails, nothing
   * of it is left. One is made at a time, by whichever process.
   */
  readonly stage: <T>(make: (staged: StagedWorld) => Promise<T>) => Promise<T>;
  /** Where other processes serve the same world. */
  readonly shared?: SharedDatabase<EngineEvent>;
  /** Which of the worlds that have been there this process has. */
  readonly generation: () => number;
  /** This process has gone over to that one. */
  readonly joined: (generation: number) => void;
  readonly close: () => Promise<void>;
};

/** A world that is being made. */
export type StagedWorld = {
  readonly store: EventStore<EngineEvent>;
  readonly generation: number;
  /**
   * Puts it in the place of the one that is there, in one step: whoever comes next goes on with it. Throws where it has not come to that,
   * or where it is not known whether it has.
   */
  readonly begin: (facts: WorldFacts, clock: ClockPlace) => Promise<void>;
};

/** What a world needs beside its events, to be the same to its clients after a restart. */
export type WorldFacts = {
  readonly seed: number;
  readonly secretSource: SecretSource;
  /** What secrets of the system's generator are derived from. */
  readonly secretRoot: string;
  /** Of the default account, as it began. */
  readonly apiKey: string;
  readonly webhookSecret: string;
};

/** Throws `DataFolderError` for a folder that cannot be used, and `WrongDatabase` for such a database. */
export const openKeeping = async ({
  data,
  databaseUrl,
}: Pick<MockOptions, 'data' | 'databaseUrl'>): Promise<Keeping> => {
  if (databaseUrl !== undefined) return (await import('./shared-keeping.ts')).openSharedKeeping(databaseUrl, data);
  if (data === undefined) return inMemory();
  const { openDataFolder } = await import('./store/data-folder.ts');
  const folder = await openDataFolder<EngineEvent>(data);
  const facts = folder.facts();
  if (facts !== undefined && !isWorldFacts(facts)) {
    folder.close();
    throw new DataFolderError(`the data folder ${data} does not say with which seed and key its world began`);
  }
  return {
    blobsPath: folder.blobsPath,
    facts,
    resume: folder.events,
    unreadable: folder.unreadable,
    stage: async (make) => {
      try {
        return await make({ store: folder.stage(), generation: 1, begin: async (began) => folder.begin(began) });
      } finally {
        folder.unstage();
      }
    },
    generation: () => 1,
    joined: () => undefined,
    close: async () => folder.close(),
  };
};

const inMemory = async (): Promise<Keeping> => {
  const folder = await createTemporaryFolder();
  return {
    blobsPath: folder.path,
    facts: undefined,
    resume: () => new MemoryStore(),
    unreadable: (reason) => new Error('the world in memory cannot be read', { cause: reason }),
    stage: (make) => make({ store: new MemoryStore(), generation: 1, begin: async () => undefined }),
    generation: () => 1,
    joined: () => undefined,
    close: folder.remove,
  };
};

/**
 * The options of a world that is there already: its seed and its key are its own. Throws `DataFolderError` for one that was told otherwise,
 * and for a world with keys that anybody can work out, where others than this machine reach it.
 */
export const resumedOptions = (options: MockOptions, facts: WorldFacts, secretSource: SecretSource): MockOptions => {
  const { seed, apiKey, webhookSecret } = facts;
  const differs = (told: unknown, own: unknown): boolean => told !== undefined && !isDeepStrictEqual(told, own);
  const wrong = (what: string, told: string): DataFolderError =>
    new DataFolderError(`the data folder has a world with ${what}, and ${told}: leave it away, or name another folder`);
  if (differs(options.seed, seed)) throw wrong(`seed ${seed}`, `seed ${options.seed} is asked for`);
  if (differs(options.apiKey, apiKey)) throw wrong('an API key', 'another is asked for');
  if (differs(options.webhookSecret, webhookSecret)) throw wrong('a webhook secret', 'another is asked for');
  if (facts.secretSource === 'seed' && secretSource === 'system') {
    throw new DataFolderError(
      'the data folder has a world that began on a loopback address, with keys that follow from its seed: ' +
        'for other addresses name another folder',
    );
  }
  return { ...options, seed, apiKey, webhookSecret };
};

/** What the secrets of a new world are derived from. */
export const newSecretRoot = systemLetters;

export const isWorldFacts = (facts: unknown): facts is WorldFacts => {
  const { seed, secretSource, secretRoot, apiKey, webhookSecret } = facts as Partial<WorldFacts>;
  return (
    typeof seed === 'number' &&
    (secretSource === 'seed' || secretSource === 'system') &&
    [secretRoot, apiKey, webhookSecret].every((text) => typeof text === 'string')
  );
};
