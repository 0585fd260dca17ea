/** A file on its way to the disk: counted as it passes, and ended as soon as it is more than may be. */
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../../store/blobs.ts';
import { chunkBytes } from './body.ts';
import { sparseFile, writeAll } from './sparse-file.ts';
import { type Stop, stop } from './stop.ts';

export type Limit = { readonly bytesMax: number; readonly tooLarge: () => Stop };

/** Writes the blob's partial file and gives the number of its bytes. Whatever happens, nothing stays open. */
export const keepFile = async (stream: Readable, blobs: BlobStore, blob: string, limit: Limit): Promise<number> => {
  let bytes = 0;
  const meter = new Transform({
    highWaterMark: chunkBytes,
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit.bytesMax) done(limit.tooLarge());
      else if (!blobs.charge(blob, chunk.length)) done(stop('at_capacity', full));
      else done(null, chunk);
    },
  });
  const handle = await blobs.create(blob);
  try {
    await pipeline(stream, meter, sparseFile(handle, 4 * chunkBytes));
    return bytes;
  } finally {
    await handle.close();
  }
};

/** As `keepFile` does, of a file that is all there. */
export const keepWhole = async (file: Buffer, blobs: BlobStore, blob: string, limit: Limit): Promise<void> => {
  if (file.length > limit.bytesMax) throw limit.tooLarge();
  const handle = await blobs.create(blob);
  try {
    if (!blobs.charge(blob, file.length)) throw stop('at_capacity', full);
    await writeAll(handle, file, 0);
  } finally {
    await handle.close();
  }
};

/** Not a failure of the mock, nor of the file: the same upload is taken when there is room. */
const full =
  'the mock has no room for more uploads: its quota for all of them is used up. Reset it, or start it anew. Nothing was billed';
