/** Takes the times of making out of an MP4, so that the same content is the same bytes whenever it was written. */
import { open } from 'node:fs/promises';
import { boxesIn } from './boxes.ts';

const indexBytesMax = 64_000_000;

/** The file is our own and has its `moov` within its first boxes. */
export const timeless = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+');
  try {
    const head = Buffer.alloc(4096);
    await handle.read(head, 0, head.length, 0);
    const ftyp = head.readUInt32BE(0);
    const length = head.readUInt32BE(ftyp);
    if (head.toString('latin1', ftyp + 4, ftyp + 8) !== 'moov' || length > indexBytesMax) {
      throw new Error(`${path}: no index at the front`);
    }
    const moov = Buffer.alloc(length);
    await handle.read(moov, 0, length, ftyp);
    clearTimes(moov, 8, length);
    await handle.write(moov, 0, length, ftyp);
  } finally {
    await handle.close();
  }
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
