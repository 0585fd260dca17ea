/** Takes the times of making out of an MP4, so that the same content is the same bytes whenever it was written. */
import { open } from 'node:fs/promises';
import { boxesIn } from './boxes.ts';

const indexBytesMax = 64_000_000;

/** The whole file, which is our own and has its `moov` right behind the first box. */
export const timeless = (bytes: Buffer): void => {
  const { at, length } = indexIn(bytes);
  clearTimes(bytes, at + 8, at + length);
};

/** The same in a file that is too large to hold. */
export const timelessFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+');
  try {
    const head = Buffer.alloc(4096);
    await handle.read(head, 0, head.length, 0);
    const { at, length } = indexIn(head);
    const moov = Buffer.alloc(length);
    await handle.read(moov, 0, length, at);
    clearTimes(moov, 8, length);
    await handle.write(moov, 0, length, at);
  } finally {
    await handle.close();
  }
};

/** @param head the beginning of a file */
const indexIn = (head: Buffer): { readonly at: number; readonly length: number } => {
  const at = head.readUInt32BE(0);
  const length = head.readUInt32BE(at);
  if (head.toString('latin1', at + 4, at + 8) === 'moov' && length <= indexBytesMax) return { at, length };
  throw new Error('a video of our own has no index at the front');
};

/** In each of these boxes two times follow the version, of 32 or of 64 bits. */
const clearTimes = (bytes: Buffer, from: number, to: number): void => {
  for (const box of boxesIn(bytes, from, to)) {
    if (box.type === 'trak' || box.type === 'mdia') clearTimes(bytes, box.body, box.end);
    if (box.type === 'mvhd' || box.type === 'tkhd' || box.type === 'mdhd') {
      bytes.fill(0, box.body + 4, box.body + 4 + (bytes[box.body] === 1 ? 16 : 8));
    }
  }
};
