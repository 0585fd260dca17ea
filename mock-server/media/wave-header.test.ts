import * as fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mediumBytes } from '../../fixtures/media.ts';
import { describeMedia } from './reader-process.ts';
import { plainWave } from './wave-header.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wave-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the process for media from strangers says of it. */
const described = async (bytes: Buffer): ReturnType<typeof describeMedia> => {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  return describeMedia(path);
};

type Wave = { readonly channels: number; readonly rate: number; readonly bits: number; readonly dataBytes: number };

const wave = ({ channels, rate, bits, dataBytes }: Wave): Buffer => {
  const file = Buffer.alloc(44 + dataBytes, 1);
  const frameBytes = (channels * bits) / 8;
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + dataBytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE((rate * frameBytes) % 2 ** 32, 28);
  file.writeUInt16LE(frameBytes, 32);
  file.writeUInt16LE(bits, 34);
  file.write('data', 36);
  file.writeUInt32LE(dataBytes, 40);
  return file;
};

const anyWave = fc
  .record({
    channels: fc.integer({ min: 1, max: 8 }),
    rate: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    bits: fc.constantFrom(8, 16, 24, 32),
    dataBytes: fc.nat(300),
  })
  .map(wave);

test('a plain WAV is told of as the reader tells of it', async () => {
  expect(plainWave(await mediumBytes('voice.wav'))).toMatchObject({ durationSeconds: 8, hasAudio: true });
  await fc.assert(
    fc.asyncProperty(anyWave, async (file) => {
      const description = plainWave(file);
      expect(description).toBeDefined();
      expect(description).toEqual(await described(file));
    }),
    { numRuns: 100 },
  );
});

test('what is changed in it is told of as the reader does, or left to the reader', async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(anyWave, fc.nat(47), fc.nat(255), fc.nat(60), async (file, at, value, cut) => {
      if (at < file.length) file[at] = value;
      const changed = cut > 50 ? file.subarray(0, file.length - (cut - 50)) : file;
      const description = plainWave(changed);
      if (description === undefined) return;
      told++;
      expect(description).toEqual(await described(changed));
    }),
    { numRuns: 400 },
  );
  expect(told).toBeGreaterThan(10);
});

test.each(['clip.mp4', 'speech.mp3', 'portrait.png', 'not-a-video.mp4'] as const)('%s is none', async (name) => {
  expect(plainWave(await mediumBytes(name))).toBeUndefined();
});

test('a WAV with more behind its samples is left to the reader', async () => {
  const voice = await mediumBytes('voice.wav');
  expect(plainWave(Buffer.concat([voice, Buffer.alloc(2)]))).toBeUndefined();
  expect(plainWave(voice.subarray(0, 43))).toBeUndefined();
});

test('samples that are not of whole bytes are left to the reader, which knows none', async () => {
  const file = wave({ channels: 2, rate: 16_000, bits: 12, dataBytes: 300 });
  expect(plainWave(file)).toBeUndefined();
  expect(await described(file)).toBeUndefined();
});
