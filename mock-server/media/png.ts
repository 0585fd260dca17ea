/**
 * Images as PNG, and what GIF shares with it: a checkered gradient whose colours come from the seed, with a label on it. Written by hand on node:zlib;
 * one byte a pixel and a palette, so that the largest image stays at 16 MB before compression.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflate } from 'node:zlib';
import { inkAt, textWidth } from './font.ts';
import { mix } from './mix.ts';

export type ImageSpec = { seed: number; width?: number; height?: number; label: string };

const sideMax = 4096;
const sideDefault = 1024;
const shades = 64;
const ink = 2 * shades;
const plate = ink + 1;

export const side = (wanted: number | undefined): number =>
  wanted !== undefined && wanted >= 1 ? Math.min(Math.round(wanted), sideMax) : sideDefault;

/** The same spec gives the same bytes. */
export const drawPng = async (spec: ImageSpec): Promise<Uint8Array<ArrayBuffer>> => {
  const width = side(spec.width);
  const height = side(spec.height);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette, deflate, no interlace
  const pixels = await promisify(deflate)(paint(width, height, spec.label), { level: constants.Z_BEST_SPEED });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', palette(spec.seed)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Rows of palette entries, each behind its filter byte. Rows within one band are equal, so each is painted once. */
export const paint = (width: number, height: number, label: string): Buffer => {
  const stride = width + 1;
  const rows = Buffer.alloc(stride * height);
  const square = Math.max(1, Math.ceil(Math.min(width, height) / 16));
  let painted = -1;
  for (let y = 0; y < height; y++) {
    const shade = Math.floor((y * shades) / height);
    const odd = Math.floor(y / square) % 2;
    const kind = shade * 2 + odd;
    if (kind === painted) rows.copyWithin(y * stride, (y - 1) * stride, y * stride);
    else {
      for (let x = 0; x < width; x++) {
        rows[y * stride + 1 + x] = shade + ((Math.floor(x / square) + odd) % 2) * shades;
      }
    }
    painted = kind;
  }
  write(rows, width, height, label);
  return rows;
};

/** The label in the middle, as large as fits; cut off where even the smallest letters do not fit. */
const write = (rows: Buffer, width: number, height: number, label: string): void => {
  const scale = Math.max(1, Math.min(Math.floor((width * 0.8) / textWidth(label)), Math.floor(height / 9)));
  const [left, top] = [Math.floor((width - textWidth(label) * scale) / 2), Math.floor((height - 9 * scale) / 2)];
  for (let y = Math.max(0, top); y < Math.min(height, top + 9 * scale); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + textWidth(label) * scale); x++) {
      const dark = inkAt(label, Math.floor((x - left) / scale) - 1, Math.floor((y - top) / scale) - 1);
      rows[y * (width + 1) + 1 + x] = dark ? ink : plate;
    }
  }
};

/** Two gradients between colours of the seed, then the label's black and white. */
export const palette = (seed: number): Buffer => {
  const colours = Buffer.alloc((plate + 1) * 3);
  const channel = (which: number): number => (mix(seed, which) % 128) + 64;
  for (let shade = 0; shade < shades; shade++) {
    for (let c = 0; c < 3; c++) {
      const value = Math.round(channel(c) + ((channel(c + 3) - channel(c)) * shade) / shades);
      colours[shade * 3 + c] = value;
      colours[(shades + shade) * 3 + c] = Math.min(255, value + 40);
    }
  }
  colours.fill(255, plate * 3);
  return colours;
};

const chunk = (type: string, data: Uint8Array): Buffer => {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
};
