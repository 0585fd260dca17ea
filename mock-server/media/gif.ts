/** The same images as GIF, with codes that stand for one pixel each, so that nothing is searched for. */
import { setImmediate as soon } from 'node:timers/promises';
import { type Image, type ImageSpec, createImage, palette } from './image.ts';

/** Of each more than a byte is held. */
const pixelsMax = 4096 * 4096;

/** The same spec gives the same bytes. */
export const drawGif = async (spec: ImageSpec): Promise<Uint8Array<ArrayBuffer>> => {
  const picture = createImage(spec, pixelsMax);
  const { width, height } = picture;
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  screen[4] = 0xf7; // a palette of 256 colours for the whole picture
  const colours = Buffer.alloc(256 * 3);
  palette.copy(colours);
  const image = Buffer.alloc(11);
  image[0] = 0x2c;
  image.writeUInt16LE(width, 5);
  image.writeUInt16LE(height, 7);
  image[10] = 8; // bits of a pixel
  return inBlocks(Buffer.concat([Buffer.from('GIF89a'), screen, colours, image]), await codesOf(picture));
};

const clear = 256;
const end = 257;
/** Codes have nine bits for as long as the decoder's table has fewer than 512 entries: it is emptied before. */
const pixelsBetweenClears = 250;

/** A large image is made in between other work. */
const pixelsAtOnce = 200_000;

/** Nine bits a code, the lowest first. */
const codesOf = async ({ width, height, row }: Image): Promise<Buffer> => {
  const pixels = width * height;
  const count = pixels + Math.ceil(pixels / pixelsBetweenClears) + 1;
  const bytes = Buffer.alloc(Math.ceil((count * 9) / 8));
  let bits = 0;
  let held = 0;
  let written = 0;
  const write = (code: number): void => {
    held |= code << bits;
    bits += 9;
    while (bits >= 8) {
      bytes[written++] = held & 0xff;
      held >>>= 8;
      bits -= 8;
    }
  };
  const rowsAtOnce = Math.ceil(pixelsAtOnce / width);
  let since = 0;
  for (let y = 0; y < height; y++) {
    for (const pixel of row(y)) {
      if (since++ % pixelsBetweenClears === 0) write(clear);
      write(pixel);
    }
    if ((y + 1) % rowsAtOnce === 0) await soon();
  }
  write(end);
  if (bits > 0) bytes[written] = held;
  return bytes;
};

/** The whole file: the codes stand in it in pieces, each behind its length, up to one of nothing. */
const inBlocks = async (head: Buffer, codes: Buffer): Promise<Buffer<ArrayBuffer>> => {
  const whole = Buffer.alloc(head.length + codes.length + Math.ceil(codes.length / blockBytes) + 2);
  let written = head.copy(whole);
  for (let start = 0; start < codes.length; start += blockBytes) {
    const length = Math.min(blockBytes, codes.length - start);
    whole[written++] = length;
    written += codes.copy(whole, written, start, start + length);
    if (start % (blocksAtOnce * blockBytes) === 0) await soon();
  }
  whole[whole.length - 1] = 0x3b;
  return whole;
};

const blockBytes = 255;
const blocksAtOnce = 10_000;
