/** Writes a file and leaves out what is all zeros: it reads back the same and takes no room. What tries a limit of sizes is little else. */
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';

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
    await writeWhole(handle, chunks, at);
    written = bytes;
  };
  const settle = async (work: Promise<void>, done: (error?: Error | null) => void): Promise<void> => {
    const failure = await work.then(
      () => null,
      (error: unknown) => error as Error,
    );
    done(failure);
  };
  return new Writable({
    highWaterMark,
    write: (chunk: Buffer, _encoding, done) => void settle(put([chunk]), done),
    writev: (items, done) => void settle(put(items.map(({ chunk }) => chunk as Buffer)), done),
    final: (done) => void settle(written < bytes ? handle.truncate(bytes) : Promise.resolve(), done),
  });
};

/** A disk that fills up may take a part of it, and tells why with the rest. */
const writeWhole = async (handle: FileHandle, chunks: readonly Buffer[], at: number): Promise<void> => {
  const { bytesWritten } = await handle.writev(chunks, at);
  if (bytesWritten === lengthOf(chunks)) return;
  const whole = Buffer.concat(chunks);
  for (let from = bytesWritten; from < whole.length;) {
    from += (await handle.write(whole, from, whole.length - from, at + from)).bytesWritten;
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
