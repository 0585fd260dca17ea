/** Sound out of the frames of a recording: as long as asked for, in any pieces, and readable by a library that knows the format. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mediumBytes } from '../../fixtures/media.ts';
import { mp3Bytes, mp3Frames, mp3Length } from './mp3.ts';
import { probeFile } from './probe.ts';

const frames = mp3Frames(await mediumBytes('speech.mp3'));

test.each([0.5, 4, 61])('a sound of %d seconds is read as one', async (durationSeconds) => {
  const spec = { seed: 5, durationSeconds };
  const bytes = mp3Bytes(spec, frames, 0, mp3Length(spec, frames));
  const folder = await mkdtemp(join(tmpdir(), 'mp3-'));
  const file = join(folder, 'sound.mp3');
  await writeFile(file, bytes);
  const found = await probeFile(file, 'audio/mpeg');
  await rm(folder, { recursive: true });
  expect(found.durationSeconds).toBeCloseTo(durationSeconds, 1);
});

test('it is the same in any pieces, and another seed begins elsewhere', () => {
  const spec = { seed: 5, durationSeconds: 9 };
  const length = mp3Length(spec, frames);
  const whole = Buffer.from(mp3Bytes(spec, frames, 0, length));
  expect(whole).toHaveLength(length);
  for (const cut of [1, 95, 96, 16_000, length - 1]) {
    const pieces = [mp3Bytes(spec, frames, 0, cut), mp3Bytes(spec, frames, cut, length)];
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
  }
  expect(whole.equals(mp3Bytes({ ...spec, seed: 6 }, frames, 0, length))).toBe(false);
});

test('no sound is shorter than a frame', () => {
  expect(mp3Length({ seed: 1, durationSeconds: 0 }, frames)).toBe(frames.frameBytes);
});

test.each([
  ['no sound', Buffer.from('text that is no sound')],
  ['a cut', Buffer.alloc(2)],
])('a recording that is %s is refused', (_what, file) => {
  expect(() => mp3Frames(file)).toThrow(/frame|outside/);
});
