/** What processes have left in the folder that they share: an upload of which nothing was written down does not stay for ever. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from './engine/engine.ts';
import { openMock } from './http/client.case.ts';
import { deleteLeftBlobs } from './left-blobs.ts';
import { BlobStore, partialPrefix } from './store/blobs.ts';
import { overPostgres } from './store/postgres/over-postgres.case.ts';
import type { SharedDatabase } from './store/postgres/shared-database.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'left-blobs-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** As written so many minutes ago. */
const age = async (path: string, minutes: number): Promise<void> => {
  const then = Date.now() / 1000 - minutes * 60;
  await utimes(path, then, then);
};

const lay = async (blobs: string, ages: Readonly<Record<string, number>>): Promise<void> => {
  for (const [name, minutes] of Object.entries(ages)) {
    await writeFile(join(blobs, name), name);
    await age(join(blobs, name), minutes);
  }
};

/** A world with one upload, as a process has it. */
const seen = async ({ servedAtLast = 3 } = {}) => {
  await lay(folder, { told: 600, left: 600, new: 5, result_1: 600 });
  const blobs = await BlobStore.open(folder, { isShared: true });
  const account = { uploads: new Map([['f1', { blob: 'told' }]]) };
  await deleteLeftBlobs({
    blobs,
    engine: () => ({ atRest: () => [account] }) as unknown as Engine,
    generation: () => 3,
    shared: {
      look: async () => ({ generation: servedAtLast }),
      living: async () => new Set(),
      alone: (_what: string, work: () => Promise<unknown>) => work(),
    } as unknown as SharedDatabase<unknown>,
    fresh: async () => undefined,
  });
  return { names: (await blobs.names()).toSorted(), used: blobs.usedBytes };
};

test('an old file of which no event tells goes, and gives its room back; uploads, new files and results stay', async () => {
  expect(await seen()).toEqual({ names: ['new', 'result_1', 'told'], used: 'newresult_1told'.length });
});

test('nothing is deleted by what is known of a world that another has taken the place of', async () => {
  expect((await seen({ servedAtLast: 4 })).names).toEqual(['left', 'new', 'result_1', 'told']);
});

test('what a process that died had begun goes when nobody has touched it for long; what others write stays', async () => {
  const blobs = await BlobStore.open(folder, { partialName: 'partial-own' });
  for (const [name, minutes] of [
    ['own', 600],
    ['asleep', 5],
    ['alive', 600],
    ['dead', 600],
  ] as const) {
    const partial = join(folder, `partial-${name}`);
    await mkdir(partial, { recursive: true });
    await lay(partial, { begun: minutes });
    await age(partial, 600);
  }
  await blobs.clearPartial((name) => name === 'partial-alive', Date.now() - 60 * 60_000);
  expect((await readdir(folder)).toSorted()).toEqual(['partial-alive', 'partial-asleep', 'partial-own']);
});

overPostgres(({ place, opened }) => {
  test('a process that joins deletes what one that died has left, and no upload of the others', async () => {
    const shared = await place();
    const blobs = join(shared.data, 'blobs');
    await mkdir(blobs, { recursive: true });
    const first = opened(await openMock(shared));
    await first.upload('clip.mp4');
    const uploads = (await readdir(blobs)).filter((name) => !name.startsWith(partialPrefix));
    for (const name of uploads) await age(join(blobs, name), 600);
    await lay(blobs, { left: 600 });
    // Of one that the others take for dead, as after an outage of the database, in the middle of a snapshot.
    await mkdir(join(blobs, 'partial-asleep'));
    await lay(join(blobs, 'partial-asleep'), { snapshot: 0 });
    opened(await openMock(shared));
    await vi.waitFor(async () => expect(await readdir(blobs)).not.toContain('left'), { timeout: 10_000 });
    expect(uploads).toHaveLength(1);
    expect(await readdir(join(blobs, 'partial-asleep'))).toEqual(['snapshot']);
    expect(await readdir(blobs)).toEqual(expect.arrayContaining(uploads));
  });
});
