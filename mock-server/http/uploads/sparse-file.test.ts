import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { sparseFile } from './sparse-file.ts';

const path = join(tmpdir(), `sparse-file-${process.pid}`);
afterEach(() => rm(path, { force: true }));

const write = async (
  chunks: readonly Buffer[],
  { mark = 256, seen = (handle) => handle }: { mark?: number; seen?: (handle: FileHandle) => FileHandle } = {},
): Promise<void> => {
  const handle = await open(path, 'w');
  try {
    await pipeline(Readable.from(chunks), sparseFile(seen(handle), mark));
  } finally {
    await handle.close();
  }
};

const chunk = fc
  .record({ size: fc.integer({ min: 1, max: 200_000 }), data: fc.constantFrom('none', 'all', 'first', 'last') })
  .map(({ size, data }) => {
    const bytes = Buffer.alloc(size, data === 'all' ? 'data' : 0);
    if (data === 'first') bytes[0] = 1;
    if (data === 'last') bytes[size - 1] = 1;
    return bytes;
  });

test('a file reads back as it came, wherever it is zeros', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), fc.constantFrom(1, 100_000), async (chunks, mark) => {
      await write(chunks, { mark });
      expect(Buffer.concat(chunks).equals(await readFile(path))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('what is all zeros takes no room on the disk', async () => {
  const [head, zeros] = [Buffer.from('head'), Array.from({ length: 100 }, () => Buffer.alloc(100_000))];
  await write([head, ...zeros]);
  const { size, blocks } = await stat(path);
  expect([size, blocks * 512 < 200_000]).toEqual([10_000_004, true]);
});

test('a disk that takes a part of it is given the rest', async () => {
  const taking = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get: (one, name) =>
        name === 'writev'
          ? async ([first]: readonly Buffer[], at: number) => one.write(first ?? Buffer.of(), 0, 3, at)
          : name === 'write'
            ? async (bytes: Buffer, from: number, _length: number, at: number) => one.write(bytes, from, 1, at)
            : (Reflect.get(one, name) as unknown),
    });
  await write([Buffer.from('first '), Buffer.alloc(3), Buffer.from('second')], { seen: taking });
  expect((await readFile(path)).toString('latin1')).toBe('first \0\0\0second');
});

test.each([
  ['the bytes', 'writev', [Buffer.from('data')]],
  ['the size', 'truncate', [Buffer.alloc(4)]],
] as const)('a disk that refuses %s ends the file with what it said, once', async (_what, refuses, chunks) => {
  let times = 0;
  const refusing = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get: (one, name) =>
        name === refuses
          ? async () => {
              times += 1;
              throw new Error('ENOSPC: no space left on device');
            }
          : (Reflect.get(one, name) as unknown),
    });
  await expect(write(chunks, { seen: refusing })).rejects.toThrow('ENOSPC');
  expect(times).toBe(1);
});

test('a disk that takes a part of it and refuses the rest is told', async () => {
  const filling = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get: (one, name) => {
        if (name === 'writev')
          return async ([first]: readonly Buffer[], at: number) => one.write(first ?? Buffer.of(), 0, 3, at);
        if (name === 'write') return () => Promise.reject(new Error('ENOSPC: no space left on device'));
        return Reflect.get(one, name) as unknown;
      },
    });
  await expect(write([Buffer.from('first')], { seen: filling })).rejects.toThrow('ENOSPC');
});
