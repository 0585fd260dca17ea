/**
 * How H.264 writes the coefficients of a block: CAVLC (9.2 of the standard), with its tables for neighbours that have none
 * and for such as are written pixel by pixel, which count as full.
 */
import type { BitWriter } from '../bit-writer.ts';

/** Coefficients in their scan order: sixteen of brightness, or four of colour. */
export const writeCoefficients = (
  out: BitWriter,
  values: Int32Array,
  kind: 'luma' | 'luma-beside-pixels' | 'chroma',
): void => {
  let total = 0;
  for (let at = values.length - 1; at >= 0; at--) if (values[at] !== 0) places[total++] = at;
  const ones = trailingOnes(values, total);
  const { tokens, zerosBefore } = tables[kind === 'chroma' ? kind : 'luma'];
  if (kind === 'luma-beside-pixels') out.bits(total === 0 ? 3 : ((total - 1) << 2) | ones, 6);
  else writeCode(out, tokens[total]?.[ones]);
  if (total === 0) return;
  writeLevels(out, values, total, ones);
  let zeros = (places[0] ?? 0) + 1 - total;
  if (total < values.length) writeCode(out, zerosBefore[total - 1]?.[zeros]);
  for (let index = 0; zeros > 0 && index < total - 1; index++) {
    const run = (places[index] ?? 0) - (places[index + 1] ?? 0) - 1;
    writeCode(out, runs[Math.min(zeros, 7) - 1]?.[run]);
    zeros -= run;
  }
};

/** Where there is something to tell, from the far end on. Written over for each block, of which a video has thousands. */
const places = new Int32Array(16);

/** Up to three ones, of either sign, at the far end. */
const trailingOnes = (values: Int32Array, total: number): number => {
  const most = Math.min(3, total);
  for (let index = 0; index < most; index++) if (Math.abs(values[places[index] ?? 0] ?? 0) !== 1) return index;
  return most;
};

const writeLevels = (out: BitWriter, values: Int32Array, total: number, ones: number): void => {
  let suffixBits = total > 10 && ones < 3 ? 1 : 0;
  for (let index = 0; index < total; index++) {
    const level = values[places[index] ?? 0] ?? 0;
    if (index < ones) {
      out.bits(level < 0 ? 1 : 0, 1);
      continue;
    }
    // The first after fewer than three ones is no one itself.
    const code = (level > 0 ? 2 * level - 2 : -2 * level - 1) - (index === ones && ones < 3 ? 2 : 0);
    writeLevel(out, code, suffixBits);
    suffixBits = Math.max(1, suffixBits);
    if (Math.abs(level) > 3 << (suffixBits - 1) && suffixBits < 6) suffixBits++;
  }
};

const escapeBits = 12;

const writeLevel = (out: BitWriter, code: number, suffixBits: number): void => {
  const escape = suffixBits === 0 ? 30 : 15 << suffixBits;
  if (code >= escape) out.bits(1, 16).bits(code - escape, escapeBits);
  else if (suffixBits > 0) out.bits(1, (code >> suffixBits) + 1).bits(code, suffixBits);
  else if (code < 14) out.bits(1, code + 1);
  else out.bits(1, 15).bits(code - 14, 4);
};

/** A code by its length and its value: most are short and begin with zeros. */
type Code = readonly [length: number, value: number];

const writeCode = (out: BitWriter, code: Code | undefined): void => {
  if (code === undefined) throw new Error('a block has no code for its coefficients');
  out.bits(code[1], code[0]);
};

/** Rows of codes as the standard lists them, `length.value`. */
const rowsOf = (text: string): Code[][] =>
  text.split('|').map((row) =>
    row
      .trim()
      .split(' ')
      .map((code) => {
        const [length = 0, value = 0] = code.split('.').map(Number);
        return [length, value] as const;
      }),
  );

const tables = {
  luma: {
    // Row: how many coefficients; column: how many ones at the far end.
    tokens: rowsOf(
      '1.1 | 6.5 2.1 | 8.7 6.4 3.1 | 9.7 8.6 7.5 5.3 | 10.7 9.6 8.5 6.3 | 11.7 10.6 9.5 7.4 | 13.15 11.6 10.5 8.4 | ' +
        '13.11 13.14 11.5 9.4 | 13.8 13.10 13.13 10.4 | 14.15 14.14 13.9 11.4 | 14.11 14.10 14.13 13.12 | ' +
        '15.15 15.14 14.9 14.12 | 15.11 15.10 15.13 14.8 | 16.15 15.1 15.9 15.12 | 16.11 16.14 16.13 15.8 | ' +
        '16.7 16.10 16.9 16.12 | 16.4 16.6 16.5 16.8',
    ),
    // Row: how many coefficients, from 1; column: how many zeros between them and before.
    zerosBefore: rowsOf(
      '1.1 3.3 3.2 4.3 4.2 5.3 5.2 6.3 6.2 7.3 7.2 8.3 8.2 9.3 9.2 9.1 | ' +
        '3.7 3.6 3.5 3.4 3.3 4.5 4.4 4.3 4.2 5.3 5.2 6.3 6.2 6.1 6.0 | ' +
        '4.5 3.7 3.6 3.5 4.4 4.3 3.4 3.3 4.2 5.3 5.2 6.1 5.1 6.0 | ' +
        '5.3 3.7 4.5 4.4 3.6 3.5 3.4 4.3 3.3 4.2 5.2 5.1 5.0 | ' +
        '4.5 4.4 4.3 3.7 3.6 3.5 3.4 3.3 4.2 5.1 4.1 5.0 | ' +
        '6.1 5.1 3.7 3.6 3.5 3.4 3.3 3.2 4.1 3.1 6.0 | 6.1 5.1 3.5 3.4 3.3 2.3 3.2 4.1 3.1 6.0 | ' +
        '6.1 4.1 5.1 3.3 2.3 2.2 3.2 3.1 6.0 | 6.1 6.0 4.1 2.3 2.2 3.1 2.1 5.1 | 5.1 5.0 3.1 2.3 2.2 2.1 4.1 | ' +
        '4.0 4.1 3.1 3.2 1.1 3.3 | 4.0 4.1 2.1 1.1 3.1 | 3.0 3.1 1.1 2.1 | 2.0 2.1 1.1 | 1.0 1.1',
    ),
  },
  chroma: {
    tokens: rowsOf('2.1 | 6.7 1.1 | 6.4 6.6 3.1 | 6.3 7.3 7.2 6.5 | 6.2 8.3 8.2 7.0'),
    zerosBefore: rowsOf('1.1 2.1 3.1 3.0 | 1.1 2.1 2.0 | 1.1 1.0'),
  },
};

/** Row: how many zeros are left, from 1, the last for all above 6; column: how many of them come right before. */
const runs = rowsOf(
  '1.1 1.0 | 1.1 2.1 2.0 | 2.3 2.2 2.1 2.0 | 2.3 2.2 2.1 3.1 3.0 | 2.3 2.2 3.3 3.2 3.1 3.0 | 2.3 3.0 3.1 3.3 3.2 3.5 3.4 | 3.7 3.6 3.5 3.4 3.3 3.2 3.1 4.1 5.1 6.1 7.1 8.1 9.1 10.1 11.1',
);
