/** The encoder against a decoder that is not ours: what ffmpeg shows is what was painted, to the last bit. */
import { expect, test } from 'vitest';
import { ffmpeg, orNot, withoutFfmpeg } from '../ffmpeg.case.ts';
import { mix } from '../mix.ts';
import { type Colour, Picture } from './picture.ts';
import { decoderConfig, encodeFrame } from './stream.ts';

const framesPerSecond = 25;

/** What is drawn from a seed, one after the other. */
const dice = (seed: number): ((sides: number) => number) => {
  let thrown = 0;
  return (sides) => mix(seed, thrown++) % sides;
};

const anyColour = (roll: (sides: number) => number): Colour => [16 * roll(16), 4 * roll(64), 4 * roll(64)];

/** Rectangles of any colour anywhere, many of them small. */
const scribble = (picture: Picture, roll: (sides: number) => number, count: number): void => {
  for (let index = 0; index < count; index++) {
    const [left, top] = [roll(picture.stride), roll(picture.rows * 4)];
    picture.fill(left, top, left + 1 + roll(roll(9) + 1), top + 1 + roll(roll(9) + 1), anyColour(roll));
  }
};

/** Noise, but for the last row and column. */
const addNoise = (picture: Picture, roll: (sides: number) => number): void => {
  const pixels = new Uint8Array(384).fill(128);
  for (let at = 0; at < 256; at++) pixels[at] = at % 16 === 15 || at >= 240 ? 224 : roll(256);
  picture.setExact(roll(picture.columns * picture.rows), pixels, [224, 128, 128]);
};

/** The planes of a picture as a decoder gives them. */
const pixelsOf = (picture: Picture): Buffer => {
  const plane = (cells: Uint8Array, stride: number, shift: number, side: number, from: number): Buffer => {
    const [width, height] = [(picture.width * side) / 16, (picture.height * side) / 16];
    const pixels = Buffer.alloc(width * height);
    for (let at = 0; at < pixels.length; at++) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const exact = picture.exact.get(Math.floor(y / side) * picture.columns + Math.floor(x / side));
      pixels[at] = exact?.[from + (y % side) * side + (x % side)] ?? cells[(y >> shift) * stride + (x >> shift)] ?? 0;
    }
    return pixels;
  };
  return Buffer.concat([
    plane(picture.y, picture.stride, 2, 16, 0),
    plane(picture.cb, picture.stride / 2, 2, 8, 256),
    plane(picture.cr, picture.stride / 2, 2, 8, 320),
  ]);
};

/** The same stream as files of H.264 alone have it: marks in place of lengths. */
const asFile = (form: { width: number; height: number }, frames: readonly Uint8Array[]): Buffer => {
  const { description } = decoderConfig({ ...form, framesPerSecond });
  const mark = Buffer.from([0, 0, 0, 1]);
  const sequenceEnd = 8 + Buffer.from(description).readUInt16BE(6);
  const heads = [description.subarray(8, sequenceEnd), description.subarray(sequenceEnd + 3)];
  return Buffer.concat([...heads, ...frames.map((frame) => frame.subarray(4))].flatMap((unit) => [mark, unit]));
};

const decode = (file: Buffer): Buffer =>
  ffmpeg(['-f', 'h264', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'yuv420p'], file);

test.skipIf(withoutFfmpeg).each([
  [64, 64],
  [320, 240],
  [334, 502],
  [18, 34],
  [2, 2],
])(`any picture of %i by %i comes back as it was painted, frame by frame${orNot}`, (width, height) => {
  const roll = dice(width);
  const picture = new Picture(width, height);
  const frames: Uint8Array[] = [];
  const painted: Buffer[] = [];
  for (let frame = 0; frame < 40; frame++) {
    scribble(picture, roll, frame === 0 ? 2_000 : roll(30));
    // Without noise at first: all neighbours are cells.
    if (frame > 10 && frame % 3 === 0) addNoise(picture, roll);
    frames.push(encodeFrame(picture, frame % 16));
    painted.push(pixelsOf(picture));
  }
  expect(Buffer.compare(decode(asFile({ width, height }, frames)), Buffer.concat(painted))).toBe(0);
});

test('a frame in which nothing moves costs next to nothing, at any size', () => {
  const picture = new Picture(4096, 2304);
  scribble(picture, dice(1), 1_000);
  expect(encodeFrame(picture, 0).length).toBeGreaterThan(10_000);
  expect(encodeFrame(picture, 1).length).toBeLessThan(20);
});

test('what is painted as it was is not told again', () => {
  const picture = new Picture(64, 64);
  picture.fill(0, 0, 16, 16, [160, 44, 136]);
  encodeFrame(picture, 0);
  picture.fill(0, 0, 16, 16, [160, 44, 136]);
  expect(picture.takeChanged()).toEqual([]);
  picture.fill(5, 9, 6, 10, [16, 128, 128]);
  expect(picture.takeChanged()).toEqual([2 * 4 + 1]);
});

test.each([
  [640, 480, 'avc1.42c01e'],
  [1280, 720, 'avc1.42c01f'],
  // Slow enough for the level below, but too large.
  [1280, 832, 'avc1.42c028'],
  [1920, 1080, 'avc1.42c028'],
  [2048, 2048, 'avc1.42c032'],
  [4096, 4096, 'avc1.42c03c'],
])('the level of %i by %i is one that allows it', (width, height, codec) => {
  expect(decoderConfig({ width, height, framesPerSecond }).codec).toBe(codec);
});
