import * as fc from 'fast-check';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { medium, mediumBytes, mediumNames, mediumPath } from '../../fixtures/media.ts';
import { endlessClip, hostileClip } from './hostile.case.ts';
import { probeFile } from './probe.ts';
import { makeResult } from './result.ts';

let folder = '';
let path = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'));
  path = join(folder, 'upload');
});
afterAll(() => rm(folder, { recursive: true }));

test.each(mediumNames.filter((name) => name !== 'not-a-video.mp4'))('%s is what it is', async (name) => {
  const { kind, contentType, durationSeconds, ...rest } = medium(name);
  const probe = await probeFile(mediumPath(name), contentType);
  expect(probe).toMatchObject(rest);
  expect(probe.hasVideo).toBe(kind === 'image' ? undefined : kind === 'video');
  if (durationSeconds === undefined) expect(probe.durationSeconds).toBeUndefined();
  else expect(probe.durationSeconds).toBeCloseTo(durationSeconds, 0);
});

test('of text, of nothing, of a folder and of no file nothing is known', async () => {
  await writeFile(path, '');
  for (const contentType of ['video/mp4', 'audio/mpeg', 'image/png', 'text/plain', '']) {
    for (const place of [mediumPath('not-a-video.mp4'), path, folder, join(folder, 'nothing')]) {
      expect(await probeFile(place, contentType)).toEqual({});
    }
  }
});

test.each([
  ['GIF', Buffer.from('GIF89a\x40\x01\xf0\x00\x00\x00\x00', 'latin1')],
  ['BMP', Buffer.concat([Buffer.from('BM'), ints(0, 0, 0, 40, 320, -240)])],
  ['WebP, extended', Buffer.from('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0', 'latin1')],
  ['WebP, lossless', Buffer.from('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x3f\xc1\x3b\0', 'latin1')],
  ['WebP, lossy', Buffer.from('RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xf0\0', 'latin1')],
])('the size of an image of 320 x 240: %s', async (_name, bytes) => {
  await writeFile(path, bytes);
  expect(await probeFile(path, 'image/any')).toEqual({ width: 320, height: 240 });
});

test('sizes and lengths that cannot be are taken for unknown', async () => {
  const image = await mediumBytes('portrait.png');
  image.writeUInt32BE(0xffffffff, 16);
  await writeFile(path, image);
  expect(await probeFile(path, 'image/png')).toEqual({});
  const sound = await mediumBytes('voice.wav');
  sound.writeUInt32LE(1, 24); // one sample a second
  await writeFile(path, sound);
  expect(await probeFile(path, 'audio/wav')).toEqual({ hasAudio: true, hasVideo: false });
});

test('a file of 500 MB with its index at the end costs neither time nor memory', async () => {
  const clip = await mediumBytes('clip.mp4');
  const ftyp = clip.readUInt32BE(0);
  const moov = clip.subarray(ftyp, ftyp + clip.readUInt32BE(ftyp));
  expect(moov.toString('latin1', 4, 8)).toBe('moov');
  const handle = await open(path, 'w');
  const content = Buffer.alloc(8);
  content.writeUInt32BE(500_000_000, 0);
  content.write('mdat', 4);
  await handle.write(Buffer.concat([clip.subarray(0, ftyp), content]));
  await handle.write(moov, 0, moov.length, ftyp + 500_000_000);
  await handle.close();
  const before = process.memoryUsage().rss;
  expect(await probeFile(path, 'video/mp4')).toMatchObject({ durationSeconds: 3, hasAudio: true });
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test('a file that claims thousands of millions of samples is given up, and the next one is read', async () => {
  await writeFile(path, await hostileClip());
  // Nothing would end it by itself.
  expect(await probeFile(path, 'video/mp4')).toEqual({});
  const result = await makeResult(
    { kind: 'video', seed: 1, lines: ['job_1'], soundtrackPath: path },
    join(folder, 'result.mp4'),
  );
  expect(result.length).toBeGreaterThan(1_000);
  expect(await probeFile(mediumPath('clip.mp4'), 'video/mp4')).toMatchObject({ durationSeconds: 3 });
});

test('a file that is searched for ever is given up, and the next one is read (F54)', async () => {
  await writeFile(path, await endlessClip());
  expect(await probeFile(path, 'video/webm')).toEqual({});
  expect(await probeFile(mediumPath('clip.webm'), 'video/webm')).toMatchObject({ hasVideo: true });
});

test('several at once are all answered', async () => {
  const names = [...mediumNames, ...mediumNames, ...mediumNames];
  const probes = await Promise.all(names.map((name) => probeFile(mediumPath(name), medium(name).contentType)));
  expect(probes.filter((probe) => Object.keys(probe).length > 0)).toHaveLength(names.length - 3);
});

test(
  'behind fifty such files nobody waits for all of them, and what comes later is read as ever (F54)',
  { timeout: 60_000 },
  async () => {
    await writeFile(path, await hostileClip());
    let readers = 0;
    const count = (): void => void readers++;
    subscribe('child_process', count);
    const hostile = Array.from({ length: 50 }, () => probeFile(path, 'video/mp4'));
    await probeFile(mediumPath('clip.mp4'), 'video/mp4');
    unsubscribe('child_process', count);
    // Each of them has the reader ended that it was given to: at a second and a half of work each they would take more than a minute.
    expect(readers).toBeLessThanOrEqual(4);
    expect(await Promise.all(hostile)).toEqual(hostile.map(() => ({})));
    expect(await probeFile(mediumPath('clip.mp4'), 'video/mp4')).toMatchObject({ durationSeconds: 3 });
  },
);

test('whatever is cut off or flipped, an answer comes and makes sense', { timeout: 60_000 }, async () => {
  const originals = await Promise.all(mediumNames.map(async (name) => ({ name, bytes: await mediumBytes(name) })));
  const damage = fc.record({
    which: fc.nat({ max: originals.length - 1 }),
    keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    flips: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.nat(255) }), {
      maxLength: 4,
    }),
    nearTheHead: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ which, keep, flips, nearTheHead }) => {
      const original = originals[which];
      if (original === undefined) return;
      const bytes = Buffer.from(original.bytes.subarray(0, Math.ceil(original.bytes.length * keep)));
      const zone = nearTheHead ? Math.min(bytes.length, 2_000) : bytes.length;
      for (const { at, value } of flips) bytes[Math.floor(at * (zone - 1))] = value;
      await writeFile(path, bytes);
      const probe = await probeFile(path, medium(original.name).contentType);
      const { durationSeconds = 1, width = 1, height = 1 } = probe;
      expect(durationSeconds > 0 && durationSeconds <= 86_400).toBe(true);
      expect(width > 0 && width <= 32_768 && height > 0 && height <= 32_768).toBe(true);
    }),
    { numRuns: 250 },
  );
});

function ints(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeInt32LE(value, i * 4);
  return bytes;
}
