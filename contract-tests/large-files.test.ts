import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { mediaKinds } from '../spec/vocabulary.ts';
import { fileOfSize, longVideo } from './large-files.ts';

const secondsOf = (bytes: Uint8Array): Promise<number> =>
  new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS }).computeDuration();

test.each(mediaKinds)('a file of kind %s has exactly the size that was asked for', async (kind) => {
  for (const bytes of [1_000_000, 1_000_001]) {
    const { input, padBytes } = await fileOfSize(kind, bytes);
    expect(input.bytes.byteLength + padBytes).toBe(bytes);
    expect(input.contentType.startsWith(`${kind}/`)).toBe(true);
  }
});

test.each(['audio', 'video'] as const)(
  'a file of kind %s that was made larger plays as long as before',
  async (kind) => {
    const { input, padBytes } = await fileOfSize(kind, 1_000_000);
    const whole = Buffer.concat([input.bytes, Buffer.alloc(padBytes)]);
    expect(await secondsOf(whole)).toBeCloseTo(input.seconds, 0);
  },
);

test('the part that is passed over ends where the file does', async () => {
  const sound = (await fileOfSize('audio', 1_000_000)).input.bytes as Buffer;
  const chunk = sound.lastIndexOf('JUNK');
  expect(chunk + 8 + sound.readUInt32LE(chunk + 4)).toBe(1_000_000);
  expect(sound.readUInt32LE(4) + 8).toBe(1_000_000);
  const video = (await fileOfSize('video', 1_000_000)).input.bytes as Buffer;
  const box = video.lastIndexOf('free') - 4;
  expect(box + video.readUInt32BE(box)).toBe(1_000_000);
});

test('the long video is small and plays for hours', async () => {
  const { bytes } = await longVideo();
  expect(bytes.byteLength).toBeLessThan(100_000);
  expect(await secondsOf(bytes)).toBeGreaterThan(3_600 * 2);
});
