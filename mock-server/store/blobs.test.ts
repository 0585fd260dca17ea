import { mkdir, mkdtemp, readFile, readdir, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BlobStore } from './blobs.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-blobs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (blobs: BlobStore, name: string, text: string): Promise<void> => {
  const handle = await blobs.create(name);
  await handle.writeFile(text);
  await handle.close();
  blobs.charge(name, text.length);
};

test('a blob is there once it is finished, and only for its owner', async () => {
  const blobs = await BlobStore.open(folder);
  await write(blobs, 'a', 'text');
  expect(await blobs.size('a')).toBeUndefined();
  await blobs.finish('a');
  expect(await blobs.size('a')).toBe(4);
  expect(await readFile(blobs.path('a'), 'utf8')).toBe('text');
  expect((await stat(blobs.path('a'))).mode & 0o777).toBe(0o600);
  await blobs.delete('a');
  expect(await blobs.size('a')).toBeUndefined();
});

test('what was not finished is cleared away at the next start; what was finished stays', async () => {
  const before = await BlobStore.open(folder);
  await write(before, 'done', 'text');
  await before.finish('done');
  await write(before, 'half', 'te');
  const after = await BlobStore.open(folder);
  expect(await readdir(join(folder, 'partial'))).toEqual([]);
  expect([await after.size('done'), after.usedBytes]).toEqual([4, 4]);
});

test('the quota counts all blobs, and gives back what is deleted or given up (F55)', async () => {
  const blobs = await BlobStore.open(folder, { quotaBytes: 10 });
  expect(blobs.charge('a', 6)).toBe(true);
  expect(blobs.charge('b', 4)).toBe(true);
  expect(blobs.charge('c', 1)).toBe(false);
  await blobs.discard('c');
  await blobs.delete('a');
  expect([blobs.charge('c', 6), blobs.usedBytes]).toEqual([true, 10]);
});

test('processes that share a folder have one quota: what another has put there counts, until it is deleted (F55)', async () => {
  const [one, other] = [
    await BlobStore.open(folder, { quotaBytes: 10, isShared: true, partialName: 'partial-one' }),
    await BlobStore.open(folder, { quotaBytes: 10, isShared: true, partialName: 'partial-other' }),
  ];
  await write(one, 'a', 'eight by');
  await one.finish('a');
  await (await other.create('b')).close();
  expect(other.charge('b', 3)).toBe(false);
  await other.discard('b');
  await one.delete('a');
  await (await other.create('c')).close();
  expect([other.charge('c', 10), other.usedBytes]).toEqual([true, 10]);
});

test('what could not be removed when it was given up is removed by the next try, and its name is free again', async () => {
  const blobs = await BlobStore.open(folder);
  // A folder stands in its place: `rm` refuses it, as a disk refuses that fails for a moment.
  await write(blobs, 'a', 'text');
  await rm(blobs.partialPath('a'));
  await mkdir(blobs.partialPath('a'));
  await expect(blobs.discard('a')).rejects.toThrow('EISDIR');
  await rmdir(blobs.partialPath('a'));
  await writeFile(blobs.partialPath('a'), 'te');
  expect(blobs.usedBytes).toBe(4);
  await blobs.discard('a');
  await (await blobs.create('a')).close();
  expect(blobs.usedBytes).toBe(0);
});

test('clearing deletes the finished, and leaves what is being written', async () => {
  const blobs = await BlobStore.open(folder);
  await write(blobs, 'done', 'text');
  await blobs.finish('done');
  await write(blobs, 'half', 'te');
  await blobs.clear();
  expect([await blobs.size('done'), blobs.usedBytes]).toEqual([undefined, 2]);
  await blobs.finish('half');
  expect(await blobs.size('half')).toBe(2);
});

test('nothing is overwritten and no link is followed (B6)', async () => {
  const blobs = await BlobStore.open(folder);
  const outside = join(folder, 'outside.txt');
  await writeFile(outside, 'secret');
  await symlink(outside, blobs.partialPath('planted'));
  await expect(blobs.create('planted')).rejects.toThrow('EEXIST');
  await symlink(outside, blobs.path('link'));
  expect(await blobs.size('link')).toBeUndefined();
  await expect(blobs.openToRead('link')).rejects.toThrow('ELOOP');
  await write(blobs, 'a', 'text');
  await expect(blobs.create('a')).rejects.toThrow('EEXIST');
});

test.each([
  '',
  '..',
  '../x',
  'a/b',
  'a\\b',
  'a\0b',
  '/etc/passwd',
  'a.b.c',
  '%2e%2e',
  '.hidden',
  'x'.repeat(81),
  'a\n',
])('the name %j is not one of ours (B6)', async (name) => {
  const blobs = await BlobStore.open(folder);
  for (const use of [() => blobs.path(name), () => blobs.partialPath(name)]) expect(use).toThrow('not a name');
});

test('`partial` is a folder, never a blob', async () => {
  const blobs = await BlobStore.open(folder);
  expect(await blobs.size('partial')).toBeUndefined();
  await blobs.clear();
  expect(await readdir(folder)).toContain('partial');
});
