/**
 * One macroblock: said to be as its neighbour on the left or above, and what has to be added. Only the mean of each cell is
 * ever told, and the quantizer is one at which a step of it is a step of brightness: nothing is lost, so what a decoder
 * shows is the picture itself, and what it predicts from is known without decoding.
 */
import type { BitWriter } from '../bit-writer.ts';
import { writeCoefficients } from './coefficients.ts';
import type { Picture } from './picture.ts';

/** At 28 the mean of a 4 by 4 block has steps of one; and at six below that the mean of a block of colour. */
export const quantizer = { luma: 28, chromaOffset: -6 } as const;

/** What mb_type counts from, in frames that tell everything and in those that tell what has changed. */
export type Frame = 'all' | 'changes';
const intraFrom = { all: 0, changes: 5 } as const;

/** @param beside whether a neighbour of it was written pixel by pixel in this frame */
export const writeMacroblock = (
  out: BitWriter,
  picture: Picture,
  macroblock: number,
  frame: Frame,
  beside: boolean,
): void => {
  const exact = picture.exact.get(macroblock);
  if (exact !== undefined) {
    out
      .unsigned(intraFrom[frame] + pixelsType)
      .align()
      .bytes(exact);
    return;
  }
  const column = macroblock % picture.columns;
  const row = Math.floor(macroblock / picture.columns);
  const luma = predict(picture.y, picture.stride, 4, column, row, lumaDifference);
  const stride = picture.stride / 2;
  const chroma = predictColour(picture, column, row, stride);
  const told = tellsSomething(blueDifference) || tellsSomething(redDifference);
  out.unsigned(intraFrom[frame] + 1 + lumaModes[luma] + (told ? 4 : 0));
  out.unsigned(chromaModes[chroma]).signed(0);
  transform4(lumaDifference, lumaCoefficients);
  writeCoefficients(out, lumaCoefficients, beside ? 'luma-beside-pixels' : 'luma');
  if (!told) return;
  transform2(blueDifference, chromaCoefficients);
  writeCoefficients(out, chromaCoefficients, 'chroma');
  transform2(redDifference, chromaCoefficients);
  writeCoefficients(out, chromaCoefficients, 'chroma');
};

type From = 'above' | 'left' | 'nothing';
const lumaModes = { above: 0, left: 1, nothing: 2 } as const satisfies Record<From, number>;
const chromaModes = { above: 2, left: 1, nothing: 0 } as const satisfies Record<From, number>;
const pixelsType = 25;
/** What is predicted where there is no neighbour. */
const middle = 128;

// Written over for each macroblock: a picture has thousands, and a video hundreds of pictures.
const lumaDifference = new Int32Array(16);
const lumaCoefficients = new Int32Array(16);
const blueDifference = new Int32Array(4);
const redDifference = new Int32Array(4);
const chromaCoefficients = new Int32Array(4);

/** Asked for each macroblock: a loop, for a call a cell would take as long as all else. */
const tellsSomething = (differences: Int32Array): boolean => {
  for (let at = 0; at < differences.length; at++) if (differences[at] !== 0) return true;
  return false;
};

/** The neighbour that tells the most; and into `difference` what remains to be told. */
const predict = (
  plane: Uint8Array,
  stride: number,
  cells: number,
  column: number,
  row: number,
  difference: Int32Array,
): From => {
  const above = row > 0 ? remains(plane, stride, cells, column, row, 'above', difference) : Infinity;
  if (above === 0) return 'above';
  const left = column > 0 ? remains(plane, stride, cells, column, row, 'left', difference) : Infinity;
  if (left < above) return 'left';
  const from = above < Infinity ? 'above' : 'nothing';
  remains(plane, stride, cells, column, row, from, difference);
  return from;
};

/** How much. */
const remains = (
  plane: Uint8Array,
  stride: number,
  cells: number,
  column: number,
  row: number,
  from: From,
  difference: Int32Array,
): number => {
  const first = row * cells * stride + column * cells;
  // Of the cells beside it: the row above, or the column on the left.
  const beside = from === 'above' ? first - stride : first - 1;
  const down = from === 'above' ? 0 : stride;
  const right = from === 'above' ? 1 : 0;
  let sum = 0;
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const predicted = from === 'nothing' ? middle : (plane[beside + j * down + i * right] ?? 0);
      const value = (plane[first + j * stride + i] ?? 0) - predicted;
      difference[j * cells + i] = value;
      sum += value < 0 ? -value : value;
    }
  }
  return sum;
};

/** The same of both colours, which go by the same neighbour; what remains is in `blueDifference` and `redDifference`. */
const predictColour = (picture: Picture, column: number, row: number, stride: number): From => {
  const above = row > 0 ? remainsOfColour(picture, column, row, stride, 'above') : Infinity;
  if (above === 0) return 'above';
  const left = column > 0 ? remainsOfColour(picture, column, row, stride, 'left') : Infinity;
  if (left < above) return 'left';
  const from = above < Infinity ? 'above' : 'nothing';
  remainsOfColour(picture, column, row, stride, from);
  return from;
};

const remainsOfColour = ({ cb, cr }: Picture, column: number, row: number, stride: number, from: From): number =>
  remains(cb, stride, 2, column, row, from, blueDifference) + remains(cr, stride, 2, column, row, from, redDifference);

/** Where each coefficient of brightness stands in the scan, row by row. */
const zigzag = [0, 1, 5, 6, 2, 4, 7, 12, 3, 8, 11, 13, 9, 10, 14, 15] as const;

/** The means as sums and differences (Hadamard), divided by 16: whole, for all differ by the same number and steps of 16. */
const transform4 = (cells: Int32Array, scanned: Int32Array): void => {
  if (!tellsSomething(cells)) {
    scanned.fill(0);
    return;
  }
  for (let line = 0; line < 4; line++) butterfly(cells, line * 4, 1);
  for (let line = 0; line < 4; line++) butterfly(cells, line, 4);
  for (let at = 0; at < 16; at++) scanned[zigzag[at] ?? 0] = (cells[at] ?? 0) / 16;
};

const butterfly = (cells: Int32Array, first: number, step: number): void => {
  const [a, b] = [cells[first] ?? 0, cells[first + step] ?? 0];
  const [c, d] = [cells[first + 2 * step] ?? 0, cells[first + 3 * step] ?? 0];
  cells[first] = a + b + c + d;
  cells[first + step] = a + b - c - d;
  cells[first + 2 * step] = a - b - c + d;
  cells[first + 3 * step] = a - b + c - d;
};

/** The same of four means of a colour, divided by 4. */
const transform2 = (cells: Int32Array, scanned: Int32Array): void => {
  const [a = 0, b = 0, c = 0, d = 0] = cells;
  scanned[0] = (a + b + c + d) / 4;
  scanned[1] = (a - b + c - d) / 4;
  scanned[2] = (a + b - c - d) / 4;
  scanned[3] = (a - b - c + d) / 4;
};
