/** A file on its way to the disk: counted as it passes, and ended as soon as it is more than may be. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BlobStore } from '../../store/blobs.ts';
import { chunkBytes } from './body.ts';
import { type Stop, stop } from './stop.ts';

/** Writes the blob's partial file and gives the number of its bytes. Whatever happens, nothing stays open. */
export const keepFile = async (
  stream: Readable,
  blobs: BlobStore,
  blob: string,
  limit: { readonly bytesMax: number; readonly tooLarge: () => Stop },
): Promise<number> => {
  const handle = await blobs.create(blob);
  let bytes = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit.bytesMax) throw limit.tooLarge();
      if (!blobs.charge(blob, chunk.length)) throw stop('at_capacity', full);
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes < writtenAtOnce) continue;
      await writeAll(handle, held);
      [held, heldBytes] = [[], 0];
    }
    await writeAll(handle, held);
    return bytes;
  } finally {
    await handle.close();
  }
};

/** Of a small file this is all: it is written by one call. */
const writtenAtOnce = 4 * chunkBytes;

const writeAll = async (handle: FileHandle, chunks: readonly Buffer[]): Promise<void> => {
  if (chunks.length === 0) return;
  // A disk that fills up may take a part of it, and tells why with the rest.
  let { bytesWritten: at } = await handle.writev(chunks);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  while (at < length) at += (await handle.write(Buffer.concat(chunks), at)).bytesWritten;
};

/** Not a failure of the mock, nor of the file: the same upload is taken when there is room. */
const full =
  'the mock has no room for more uploads: its quota for all of them is used up. Reset it, or start it anew. Nothing was billed';
