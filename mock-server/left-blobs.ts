/**
 * What processes leave in the folder that they share. What one that died has begun. And uploads of which no event tells, since whoever took
 * them died, or lost the database, before it could write that down: they take from the quota of all. What is made for results is none of
 * them: its name says so.
 */
import { wallSeconds } from './engine/clock.ts';
import type { Engine } from './engine/engine.ts';
import { isResult } from './result-files.ts';
import { type BlobStore, partialNameOf } from './store/blobs.ts';
import type { SharedDatabase } from './store/postgres/shared-database.ts';

type Parts = {
  readonly blobs: Pick<BlobStore, 'notWrittenSince' | 'deleteAll' | 'clearPartial'>;
  readonly engine: () => Pick<Engine, 'atRest'>;
  /** Which world the engine has. */
  readonly generation: () => number;
  readonly shared: Pick<SharedDatabase<unknown>, 'look' | 'alone' | 'living'>;
  /** Until everything that was acknowledged before the call, by whichever process, is folded. */
  readonly fresh: () => Promise<void>;
};

export const deleteLeftBlobs = async ({ blobs, engine, generation, shared, fresh }: Parts): Promise<void> => {
  const instant = (wallSeconds() - graceSeconds) * 1_000;
  const living = new Set([...(await shared.living())].map(partialNameOf));
  await blobs.clearPartial((name) => living.has(name), instant);
  const old = await blobs.notWrittenSince(instant);
  if (old.every(isResult)) return;
  await fresh();
  const [looked, named] = [generation(), new Set<string>()];
  for (const { uploads } of engine().atRest()) for (const { blob } of uploads.values()) named.add(blob);
  // Nor does another world begin meanwhile, which may have uploads of the same names.
  await shared.alone('begin', async () => {
    if ((await shared.look()).generation !== looked) return;
    await blobs.deleteAll(old.filter((name) => !named.has(name) && !isResult(name)));
  });
};

/**
 * From the last byte of an upload to its event, or between two pieces of it: far more than any process needs, also one that was asleep, and
 * than the clocks of their machines differ.
 */
const graceSeconds = 3_600;
