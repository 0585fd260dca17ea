/** Moves a prepared world from one mock to another: all that has happened in it, and its uploads. */
import type { Readable } from 'node:stream';
import type { CurrentWorld } from './current-world.ts';
import { type Refused, refuse } from './domain/refusal.ts';
import type { Engine } from './engine/engine.ts';
import { blobName } from './engine/ids.ts';
import { type Credentials, defaultAccountId } from './named-accounts.ts';
import type { BlobStore } from './store/blobs.ts';
import { receiveSnapshot, writeSnapshot } from './store/snapshot.ts';
import { WrongSnapshot } from './store/wrong-snapshot.ts';

export type Snapshots = {
  /** The world as it is now, as lines of JSON. */
  readonly save: () => AsyncGenerator<string>;
  /** Puts the world of a snapshot in the place of this one; its instant, and how many accounts it has. */
  readonly load: (body: Readable) => Promise<LoadedSnapshot | Refused>;
};

export type LoadedSnapshot = { readonly accounts: number; readonly now: string };

type Parts = {
  readonly world: () => CurrentWorld;
  readonly now: () => number;
  readonly blobs: BlobStore;
  readonly main: Credentials;
  /** Where other processes serve the same world: until all that they have done is known here. */
  readonly fresh?: (() => Promise<void>) | undefined;
};

export const createSnapshots = ({ world, now, blobs, main, fresh }: Parts): Snapshots => ({
  save: async function* () {
    const { engine } = world();
    const head = { understudy_snapshot: 1, now: new Date(now()).toISOString() } as const;
    const uploads: string[] = [];
    const events = async function* (): ReturnType<typeof engine.everything> {
      for await (const stored of engine.everything()) {
        if (stored.event.type === 'upload.stored') uploads.push(stored.event.upload.blob);
        yield stored;
      }
    };
    const isWhole = async (): Promise<boolean> => {
      await fresh?.();
      return world().engine === engine;
    };
    yield* writeSnapshot(head, events(), { store: blobs, names: uploads }, isWhole);
  },

  load: async (body) => {
    let snapshot;
    try {
      snapshot = await receiveSnapshot(body, blobs, blobName());
      await world().load(snapshot, (engine) => adopt(engine, main));
    } catch (error) {
      if (error instanceof WrongSnapshot) return refuse('invalid_input', `this is no snapshot: ${error.message}`);
      throw error;
    } finally {
      await snapshot?.close();
    }
    const { engine } = world();
    return { accounts: engine.accountIds().length, now: new Date(now()).toISOString() };
  },
});

/** Whoever has the key and the secret that this mock has told of goes on with them; those of the snapshot are good too. */
const adopt = async (engine: Engine, { key, webhookSecret }: Credentials): Promise<void> => {
  const account = await engine.account(defaultAccountId);
  if (account?.keys.has(key.digest) === false) {
    const adopted = { ...key, keyId: `${key.keyId}_${key.digest.slice(0, 6)}` };
    await engine.execute(defaultAccountId, { type: 'create-key', key: adopted });
  }
  if (account !== undefined && account.webhookSecret !== webhookSecret) {
    await engine.execute(defaultAccountId, { type: 'rotate-webhook-secret', webhookSecret });
  }
};
