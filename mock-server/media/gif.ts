/** The same images as GIF, with codes that stand for one pixel each, so that nothing is searched for. */
import { type Image, type ImageSpec, createImage, palette } from './image.ts';

/** Of each more than a byte is held. */
const pixelsMax = 4096 * 4096;

/** The same spec gives the same bytes. */
export const drawGif = (spec: ImageSpec): Uint8Array<ArrayBuffer> => {
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
  const codes = codesOf(picture);
  return Buffer.concat([Buffer.from('GIF89a'), screen, colours, image, ...blocksOf(codes), Buffer.from([0, 0x3b])]);
};

const clear = 256;
const end = 257;
/** Codes have nine bits for as long as the decoder's table has fewer than 512 entries: it is emptied before. */
const pixelsBetweenClears = 250;

/** Nine bits a code, the lowest first. */
const codesOf = ({ width, height, row }: Image): Buffer => {
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
  let since = 0;
  for (let y = 0; y < height; y++) {
    for (const pixel of row(y)) {
      if (since++ % pixelsBetweenClears === 0) write(clear);
      write(pixel);
    }
  }
  write(end);
  if (bits > 0) bytes[written] = held;
  return bytes;
};

const blocksOf = (codes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(codes.length / 255) }, (_, index) => {
    const block = codes.subarray(index * 255, (index + 1) * 255);
    return Buffer.concat([Buffer.from([block.length]), block]);
  });
