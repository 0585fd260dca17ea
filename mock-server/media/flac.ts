/**
 * Sound as FLAC: losslessly, by fixed predictors and Rice codes. What a video carries of sound that is not encoded yet, so
 * that it plays in a browser and nothing of it is lost.
 */
import { BitWriter } from './bit-writer.ts';

export type SoundFormat = {
  readonly sampleRate: number;
  /** Up to eight. */
  readonly channels: number;
  readonly bits: 16 | 24;
};

/** Samples of a frame; the last may have fewer. */
export const flacBlock = 4096;

/** What a decoder is told before the first frame: the mark, and the one block that must be there. */
export const flacHead = ({ sampleRate, channels, bits }: SoundFormat, samples: number): Uint8Array => {
  const out = new BitWriter().bytes(Buffer.from('fLaC')).bits(0x80, 8).bits(34, 24);
  out.bits(flacBlock, 16).bits(flacBlock, 16).bits(0, 24).bits(0, 24);
  out
    .bits(sampleRate, 20)
    .bits(channels - 1, 3)
    .bits(bits - 1, 5);
  out.bits(Math.floor(samples / 2 ** 32), 4).bits(samples, 32);
  return out.bytes(new Uint8Array(16)).take(); // no digest
};

/**
 * One frame.
 * @param block the samples of each channel
 * @param number which frame it is, from 0
 */
export const flacFrame = (
  block: readonly Int32Array[],
  number: number,
  { sampleRate, bits }: SoundFormat,
): Uint8Array<ArrayBuffer> => {
  const length = block[0]?.length ?? 0;
  const out = new BitWriter().bits(0xfff8, 16);
  out.bits(0b0111, 4).bits(Math.max(0, rates.indexOf(sampleRate)), 4);
  out
    .bits(block.length - 1, 4)
    .bits(bits === 16 ? 0b100 : 0b110, 3)
    .bits(0, 1);
  out.bytes(asUtf8(number)).bits(length - 1, 16);
  out.bits(crc8(out.take()), 8);
  for (const samples of block) writeChannel(out, samples, bits);
  const check = crc16(out.take());
  return new Uint8Array(out.bits(check, 16).take());
};

/** By their codes; any other is told by the head alone. */
const rates = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];

const constant = 0b000000;
const fixed = 0b001000;

const writeChannel = (out: BitWriter, samples: Int32Array, bits: number): void => {
  const first = samples[0] ?? 0;
  if (samples.every((sample) => sample === first)) {
    out.bits(constant << 1, 8).bits(first, bits);
    return;
  }
  const { order, remainder } = predict(samples);
  out.bits((fixed | order) << 1, 8);
  for (let at = 0; at < order; at++) out.bits(samples[at] ?? 0, bits);
  writeRemainder(out, remainder, order);
};

const orderMax = 4;

/** Which of the fixed predictors leaves the least, and what it leaves, from index `order` on. */
const predict = (samples: Int32Array): { readonly order: number; readonly remainder: Int32Array } => {
  const sizes = sizesOf(samples);
  const order = sizes.indexOf(Math.min(...sizes));
  let remainder = samples;
  for (let next = 1; next <= order; next++) remainder = differenceOf(remainder, next);
  return { order, remainder };
};

/** How much each of them leaves, in one pass: a predictor is the difference of what the one before it leaves. */
const sizesOf = (samples: Int32Array): readonly number[] => {
  const [a = 0, b = 0, c = 0, d = 0] = samples;
  // Of the sample before: itself, and its difference of each order.
  let [s0, s1, s2, s3] = [d, d - c, d - 2 * c + b, d - 3 * c + 3 * b - a];
  let [size0, size1, size2, size3, size4] = [0, 0, 0, 0, 0];
  for (let at = orderMax; at < samples.length; at++) {
    const d0 = samples[at] ?? 0;
    const d1 = d0 - s0;
    const d2 = d1 - s1;
    const d3 = d2 - s2;
    size0 += Math.abs(d0);
    size1 += Math.abs(d1);
    size2 += Math.abs(d2);
    size3 += Math.abs(d3);
    size4 += Math.abs(d3 - s3);
    s0 = d0;
    s1 = d1;
    s2 = d2;
    s3 = d3;
  }
  return [size0, size1, size2, size3, size4];
};

const differenceOf = (values: Int32Array, from: number): Int32Array => {
  const out = new Int32Array(values.length);
  for (let at = from; at < values.length; at++) out[at] = (values[at] ?? 0) - (values[at - 1] ?? 0);
  return out;
};

/** A block of full length is coded in eight parts, each as its loudness asks for. */
const writeRemainder = (out: BitWriter, remainder: Int32Array, order: number): void => {
  const splits = remainder.length === flacBlock ? 3 : 0;
  out.bits(0b01, 2).bits(splits, 4);
  const part = remainder.length >> splits;
  for (let start = 0; start < remainder.length; start += part) {
    const values = remainder.subarray(Math.max(start, order), start + part);
    const parameter = riceParameter(values);
    out.bits(parameter, 5);
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      const folded = (value << 1) ^ (value >> 31);
      const zeros = folded >>> parameter;
      const length = zeros + 1 + parameter;
      // Mostly short enough for one number: the zeros are in front of its highest bit.
      if (length <= 24) out.bits((1 << parameter) | (folded & ((1 << parameter) - 1)), length);
      else out.unary(zeros).bits(folded, parameter);
    }
  }
};

const riceParameter = (values: Int32Array): number => {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += Math.abs(values[at] ?? 0);
  return Math.max(0, Math.min(30, Math.round(Math.log2((2 * sum) / Math.max(1, values.length) + 1e-9))));
};

/** A number as UTF-8 would write it. */
const asUtf8 = (number: number): Uint8Array => {
  if (number < 0x80) return Uint8Array.of(number);
  const tail: number[] = [];
  let rest = number;
  for (let room = 0x20; ; room >>= 1) {
    tail.unshift(0x80 | (rest & 0x3f));
    rest >>>= 6;
    if (rest < room) return Uint8Array.of((0xff ^ (2 * room - 1)) | rest, ...tail);
  }
};

/** The remainder of a division by a polynomial, one entry for each byte. */
const crcTable = (polynomial: number, bits: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ ((value >> (bits - 1)) & 1 ? polynomial : 0);
    return value & ((1 << bits) - 1);
  });
const [table8, table16] = [crcTable(0x07, 8), crcTable(0x8005, 16)];

const crc8 = (bytes: Uint8Array): number => {
  let crc = 0;
  for (let at = 0; at < bytes.length; at++) crc = table8[crc ^ (bytes[at] ?? 0)] ?? 0;
  return crc;
};
const crc16 = (bytes: Uint8Array): number => {
  let crc = 0;
  for (let at = 0; at < bytes.length; at++) {
    crc = ((crc << 8) & 0xffff) ^ (table16[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0);
  }
  return crc;
};
