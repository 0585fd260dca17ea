/** Writes a file and leaves out what is all zeros: it reads back the same and takes no room. What tries a limit of sizes is little else. */
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { callbackify } from 'node:util';

/**
 * A stream into an empty file, which has its whole size once the stream has finished. The handle stays open.
 * @param highWaterMark bytes that may wait for the disk
 */
export const sparseFile = (handle: FileHandle, highWaterMark: number): Writable => {
  /** How much has come, and up to where it was written. */
  let [bytes, written] = [0, 0];
  const put = async (chunks: readonly Buffer[]): Promise<void> => {
    const at = bytes;
    bytes += lengthOf(chunks);
    if (chunks.every(isZero)) return;
    await writeTogether(handle, chunks, at);
    written = bytes;
  };
  const putThen = callbackify(put);
  const grow = async (): Promise<void> => {
    if (written < bytes) await handle.truncate(bytes);
  };
  return new Writable({
    highWaterMark,
    write: (chunk: Buffer, _encoding, done) => putThen([chunk], done),
    writev: (items, done) =>
      putThen(
        items.map(({ chunk }) => chunk as Buffer),
        done,
      ),
    final: callbackify(grow),
  });
};

const writeTogether = async (handle: FileHandle, chunks: readonly Buffer[], at: number): Promise<void> => {
  const { bytesWritten } = await handle.writev(chunks, at);
  if (bytesWritten < lengthOf(chunks))
    await writeAll(handle, Buffer.concat(chunks).subarray(bytesWritten), at + bytesWritten);
};

/**
 * Writes all bytes, from the byte `at` of the file on. Throws what the disk says.
 * A disk that fills up may take a part of them, and tells why with the rest.
 */
export const writeAll = async (handle: FileHandle, bytes: Buffer, at: number): Promise<void> => {
  for (let from = 0; from < bytes.length;) {
    from += (await handle.write(bytes, from, bytes.length - from, at + from)).bytesWritten;
  }
};

const isZero = (chunk: Buffer): boolean => {
  for (let from = 0; from < chunk.length; from += zeros.length) {
    const part = chunk.subarray(from, from + zeros.length);
    if (part.compare(zeros, 0, part.length) !== 0) return false;
  }
  return true;
};

const lengthOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

const zeros = Buffer.alloc(64 * 1024);
