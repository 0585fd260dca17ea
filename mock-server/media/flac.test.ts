/** FLAC against a decoder that is not ours: what goes in comes out. */
import { expect, test } from 'vitest';
import { ffmpeg, orNot, withoutFfmpeg } from './ffmpeg.case.ts';
import { type SoundFormat, flacBlock, flacFrame, flacHead } from './flac.ts';
import { mix } from './mix.ts';

const encode = (channels: readonly Int32Array[], format: SoundFormat): Buffer => {
  const samples = channels[0]?.length ?? 0;
  const parts: Uint8Array[] = [flacHead(format, samples)];
  for (let from = 0; from < samples; from += flacBlock) {
    const block = channels.map((channel) => channel.subarray(from, from + flacBlock));
    parts.push(flacFrame(block, from / flacBlock, format));
  }
  return Buffer.concat(parts);
};

/** @returns channels side by side, little-endian */
const decode = (file: Buffer, bits: 16 | 24): Buffer =>
  ffmpeg(['-err_detect', 'crccheck', '-f', 'flac', '-i', '-', '-f', `s${bits}le`], file);

/** A tone that swells, silence, one value that stays, and noise as loud as can be: blocks of each kind. */
const sound = (samples: number, bits: 16 | 24, channel: number): Int32Array => {
  const loudest = 2 ** (bits - 1) - 1;
  return Int32Array.from({ length: samples }, (_, at) => {
    const part = Math.floor((at * 4) / samples);
    if (part === 0) return Math.round(Math.sin(at / (17 + channel)) * loudest * (at / samples));
    if (part === 1) return 0;
    if (part === 2) return -loudest - 1;
    return (mix(channel, at) % (2 * loudest + 1)) - loudest;
  });
};

test.skipIf(withoutFfmpeg).each([
  [16, 1, 24_000, 100_000],
  [16, 2, 44_100, 70_000],
  [24, 2, 48_000, 70_001],
  [24, 6, 12_345, 20_000],
  [16, 1, 8_000, 1],
  // So many frames that their number has three bytes.
  [16, 1, 24_000, flacBlock * 2_050],
] as const)(
  `%i bits, %i channels and %i Hz come back as they were, %i samples${orNot}`,
  (bits, channels, sampleRate, samples) => {
    const whole = Array.from({ length: channels }, (_, channel) => sound(samples, bits, channel));
    const width = bits / 8;
    const expected = Buffer.alloc(samples * channels * width);
    for (const [channel, values] of whole.entries()) {
      for (const [at, value] of values.entries()) expected.writeIntLE(value, (at * channels + channel) * width, width);
    }
    const decoded = decode(encode(whole, { sampleRate, channels, bits }), bits);
    expect(Buffer.compare(decoded, expected)).toBe(0);
  },
);

test('a tone takes less room than its samples, silence hardly any', () => {
  const format = { sampleRate: 24_000, channels: 1, bits: 16 } as const;
  const tone = Int32Array.from({ length: flacBlock }, (_, at) => Math.round(20_000 * Math.sin(at / 40)));
  expect(flacFrame([tone], 0, format).length).toBeLessThan(flacBlock * 0.6);
  expect(flacFrame([new Int32Array(flacBlock)], 0, format).length).toBeLessThan(20);
});

test('a frame ends with its check: divided bit by bit, nothing remains', () => {
  const frame = flacFrame([sound(500, 16, 1)], 3, { sampleRate: 24_000, channels: 1, bits: 16 });
  let rest = 0;
  for (const byte of frame) {
    rest ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) rest = ((rest << 1) ^ ((rest & 0x8000) === 0 ? 0 : 0x8005)) & 0xffff;
  }
  expect(rest).toBe(0);
});
