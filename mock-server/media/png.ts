/** Images as PNG, on node:zlib: a palette, and row after row, so that the largest image is never held as a whole. */
import { Readable } from 'node:stream';
import { constants, crc32, createDeflate } from 'node:zlib';
import { type Image, type ImageSpec, createImage, palette } from './image.ts';

/** As many as most cameras have: more would harm whoever opens the picture. */
const pixelsMax = 51_000_000;

/** The same spec gives the same bytes. */
export const drawPng = async (spec: ImageSpec): Promise<Uint8Array<ArrayBuffer>> => {
  const image = createImage(spec, pixelsMax);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette, deflate, no interlace
  const pixels: Buffer[] = [];
  const packing = Readable.from(stripsOf(image)).pipe(createDeflate({ level: constants.Z_BEST_SPEED }));
  for await (const piece of packing) pixels.push(piece as Buffer);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', Buffer.concat(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const stripBytes = 1_000_000;

/** Rows, each behind its filter byte. */
function* stripsOf({ width, height, row }: Image): Generator<Buffer> {
  const rows = Math.max(1, Math.floor(stripBytes / (width + 1)));
  for (let top = 0; top < height; top += rows) {
    const strip = Buffer.alloc(Math.min(rows, height - top) * (width + 1));
    for (let y = 0; y * (width + 1) < strip.length; y++) strip.set(row(top + y), y * (width + 1) + 1);
    yield strip;
  }
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
};
