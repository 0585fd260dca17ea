/** A stored file as a body: read piece by piece, opened at the first of them, closed at the last or when nobody listens any more. */
import type { FileHandle } from 'node:fs/promises';
import type { BlobStore } from '../store/blobs.ts';

const pieceBytes = 256 * 1024;

/** The bytes from `start` to `end`, both included. */
export const readBlob = (blobs: BlobStore, name: string, start: number, end: number): ReadableStream<Uint8Array> => {
  let handle: FileHandle | undefined;
  let at = start;
  const close = async (): Promise<void> => {
    await handle?.close();
    handle = undefined;
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          handle ??= await blobs.openToRead(name);
          const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, end + 1 - at));
          const { bytesRead } = await handle.read(piece, 0, piece.length, at);
          if (bytesRead === 0) throw new Error(`blob ${name} is shorter than it was`);
          at += bytesRead;
          controller.enqueue(piece.subarray(0, bytesRead));
          if (at <= end) return;
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    // Nothing is read ahead: an answer that is never read opens no file.
    { highWaterMark: 0 },
  );
};
