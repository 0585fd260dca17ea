/** The GIF is the PNG's picture: its codes are read by the rules of the format, apart from the code that wrote them. */
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawGif } from './gif.ts';
import { imageSize } from './image-header.ts';
import { drawPng } from './png.ts';

test.each([
  [1, 1],
  [3, 200],
  [384, 512],
])('an image of %i by %i has the size, the pixels and the colours of the PNG', async (width, height) => {
  const spec = { seed: 7, width, height, lines: ['job_1'] };
  const [gif, png] = [Buffer.from(await drawGif(spec)), Buffer.from(await drawPng(spec))];
  expect(imageSize(gif)).toEqual({ width, height });
  const paletteAt = png.indexOf('PLTE') + 4;
  const colours = png.subarray(paletteAt, png.indexOf('IDAT') - 8);
  expect(gif.subarray(13, 13 + colours.length)).toEqual(colours);
  expect(pixelsOfGif(gif)).toEqual(pixelsOfPng(png, width));
});

test('the same spec gives the same bytes, another seed or label others', async () => {
  const draw = async (seed: number, label: string): Promise<string> =>
    Buffer.from(await drawGif({ seed, width: 200, height: 100, lines: [label] })).toString('base64');
  expect(await draw(1, 'job_1')).toBe(await draw(1, 'job_1'));
  expect(new Set([await draw(1, 'job_1'), await draw(2, 'job_1'), await draw(1, 'job_2')]).size).toBe(3);
});

test('while a large image is made, others get their turn, again and again', async () => {
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const gif = await drawGif({ seed: 1, width: 4_096, height: 4_096, lines: [] });
  clearImmediate(next);
  expect(gif.length).toBeGreaterThan(18_000_000);
  // Of some milliseconds each.
  expect(turns).toBeGreaterThan(50);
});

const pixelsOfPng = (png: Buffer, width: number): number[] => {
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return [...rows].filter((_, index) => index % (width + 1) !== 0);
};

/** LZW as a decoder reads it: a code of the table, whose codes grow by a bit each time that the table is full. */
const pixelsOfGif = (gif: Buffer): number[] => {
  // Behind the screen, 256 colours and the head of the image: the bits of a pixel, then blocks.
  let at = 13 + 768 + 10;
  expect([gif[13 + 768], gif[at++]]).toEqual([0x2c, 8]);
  const blocks: Buffer[] = [];
  for (let length = gif.readUInt8(at++); length > 0; length = gif.readUInt8(at++)) {
    blocks.push(gif.subarray(at, at + length));
    at += length;
  }
  expect([gif[at], gif.length]).toEqual([0x3b, at + 1]);
  const codes = Buffer.concat(blocks);
  const pixels: number[] = [];
  let table: number[][] = [];
  let last: number[] | undefined;
  let bits = 9;
  for (let bit = 0; ;) {
    let code = 0;
    for (let index = 0; index < bits; index++, bit++) code |= (((codes[bit >> 3] ?? 0) >> (bit & 7)) & 1) << index;
    if (code === 257) return pixels;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, value) => [value]);
      [last, bits] = [undefined, 9];
      continue;
    }
    const run = table[code] ?? [...(last ?? []), ...(last?.slice(0, 1) ?? [])];
    pixels.push(...run);
    if (last !== undefined) table.push([...last, ...run.slice(0, 1)]);
    if (table.length === 1 << bits && bits < 12) bits++;
    last = run;
  }
};
