import * as fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeErrors, orNot, streamsOf, withoutFfmpeg } from './ffmpeg.case.ts';
import { speechRate } from './speech.ts';
import { createWav } from './wav.ts';

test('any range of bytes is that part of the whole file', () => {
  const { length, bytes } = createWav({ seed: 7, durationSeconds: 1.3, sentences: [5, 9] });
  const whole = bytes(0, length);
  expect(whole).toHaveLength(length);
  const place = fc.integer({ min: -3, max: whole.length + 3 });
  fc.assert(
    fc.property(place, place, (start, end) => {
      const part = whole.slice(Math.max(0, start), Math.max(0, start, end));
      expect(Buffer.compare(bytes(start, end), part)).toBe(0);
    }),
  );
});

test('every seed has its own sound, and always the same', () => {
  const sound = (seed: number): string => Buffer.from(createWav({ seed }).bytes(0, 50_000)).toString('base64');
  expect(sound(1)).toBe(sound(1));
  expect(sound(1)).not.toBe(sound(2));
});

test('the sound is to be heard and does not clip', () => {
  const bytes = createWav({ seed: 3, durationSeconds: 4 }).bytes(44, 44 + 4 * speechRate * 2);
  const loudest = new Int16Array(bytes.buffer).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest).toBeGreaterThan(4_000);
  expect(loudest).toBeLessThan(32_700);
});

test('the end of 50 minutes is made without what comes before it', () => {
  const { length, bytes } = createWav({ seed: 1, durationSeconds: 3_000 });
  expect(length).toBe(44 + 3_000 * speechRate * 2);
  const times = Array.from({ length: 10 }, () => {
    const began = performance.now();
    expect(bytes(length - 65_536, length)).toHaveLength(65_536);
    return performance.now() - began;
  });
  // All that comes before would take seconds each time; a busy machine does not hold up all ten.
  expect(Math.min(...times)).toBeLessThan(500);
});

test('a length that is none gives an empty file', () => {
  for (const durationSeconds of [0, -1, Number.NaN]) expect(createWav({ seed: 1, durationSeconds })).toHaveLength(44);
});

test.skipIf(withoutFfmpeg)(`it is 24 kHz mono PCM of the length asked for${orNot}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wav-'));
  const path = join(folder, 'sound.wav');
  const { length, bytes } = createWav({ seed: 5, durationSeconds: 2.5 });
  await writeFile(path, bytes(0, length));
  expect(streamsOf(path)).toMatchObject([{ codec_name: 'pcm_s16le', sample_rate: '24000', channels: 1 }]);
  expect(Number(streamsOf(path)[0]?.duration)).toBeCloseTo(2.5, 6);
  expect(decodeErrors(path)).toBe('');
  await rm(folder, { recursive: true });
});
