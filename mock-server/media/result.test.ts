import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clips } from '../../fixtures/clips.ts';
import { mediumPath } from '../../fixtures/media.ts';
import { decodeErrors, orNot, soundPackets, streamsOf, withoutFfmpeg } from './ffmpeg.case.ts';
import { pickClip } from './mp4.ts';
import { probeFile } from './probe.ts';
import { makeResult, type ResultSpec } from './result.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'result-'));
});
afterAll(() => rm(folder, { recursive: true }));

const video = async (name: string, spec: Omit<ResultSpec, 'kind' | 'seed' | 'label'>): Promise<string> => {
  const path = join(folder, name);
  const result = await makeResult({ kind: 'video', seed: 1, label: 'job_1', ...spec }, { clips, path });
  expect(result).toMatchObject({ kind: 'file', contentType: 'video/mp4', path });
  return path;
};

test('a video has the length asked for, to the frame, and can be read as any upload', async () => {
  const path = await video('length.mp4', { durationSeconds: 2.53, width: 480, height: 854 });
  const probe = await probeFile(path, 'video/mp4');
  expect(probe).toEqual({ durationSeconds: 2.52, width: 480, height: 854, hasAudio: false, hasVideo: true });
});

test('the index stands before the content, so that a video plays while it loads', async () => {
  const bytes = await readFile(await video('fast.mp4', { durationSeconds: 2 }));
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
});

test('the same spec gives the same bytes, at any time of day', async () => {
  const spec = { durationSeconds: 2, soundtrackPath: mediumPath('clip.mp4') };
  const first = await readFile(await video('first.mp4', spec));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(Buffer.compare(await readFile(await video('second.mp4', spec)), first)).toBe(0);
  const other = await makeResult(
    { kind: 'video', seed: 1, label: 'job_2', ...spec },
    { clips, path: join(folder, 'o.mp4') },
  );
  expect(other.length).toBe(first.length);
  expect(Buffer.compare(await readFile(join(folder, 'o.mp4')), first)).not.toBe(0);
});

test.each([
  ['a wish that a clip meets', 1920, 1080, [1920, 1080]],
  ['upright', 1080, 1920, [1080, 1920]],
  ['square', 1080, 1080, [1080, 1080]],
  ['2k', 2048, 2048, [2048, 2048]],
  ['a shape of which there is none, with the lines kept', 1500, 720, [1280, 720]],
  ['4:3 at 480 lines', 640, 480, [640, 480]],
  ['4:3 upright at 720 lines', 720, 960, [720, 960]],
  ['4:3 at 1k', 1024, 768, [1024, 768]],
  ['3:2 at 2k keeps its long side', 2048, 1366, [2048, 1536]],
  ['neither side', 384, 512, [480, 640]],
  ['none', undefined, undefined, [1280, 720]],
])('the clip nearest to the wish: %s', (_title, width, height, expected) => {
  const clip = pickClip(clips, width, height);
  expect([clip.width, clip.height]).toEqual(expected);
});

test('ten minutes with sound are made as a whole', async () => {
  const path = await video('long.mp4', { durationSeconds: 600, soundtrackPath: mediumPath('clip.mp4') });
  expect(await probeFile(path, 'video/mp4')).toMatchObject({ durationSeconds: 600, hasAudio: true });
});

test.skipIf(withoutFfmpeg)(
  `every clip gives a video that decodes without a fault${orNot}`,
  { timeout: 60_000 },
  async () => {
    for (const { width, height } of clips) {
      const path = await video(`${width}.mp4`, { width, height, durationSeconds: 1.2 });
      expect(streamsOf(path)).toMatchObject([{ codec_name: 'h264', width, height, duration: '1.200000' }]);
      expect(decodeErrors(path)).toBe('');
    }
  },
);

test.skipIf(withoutFfmpeg).each([
  ['clip.mp4', 'aac'],
  ['clip.webm', 'opus'],
  ['speech.mp3', 'mp3'],
] as const)(`the soundtrack of %s is copied packet by packet as %s${orNot}`, async (name, codec) => {
  const path = await video(`with-${name}.mp4`, { durationSeconds: 10, soundtrackPath: mediumPath(name) });
  expect(streamsOf(path)).toMatchObject([{ codec_name: 'h264', duration: '10.000000' }, { codec_name: codec }]);
  expect(soundPackets(path)).toEqual(soundPackets(mediumPath(name)));
  expect(decodeErrors(path)).toBe('');
});

test.skipIf(withoutFfmpeg)(`a longer soundtrack ends with the video${orNot}`, async () => {
  const path = await video('cut.mp4', { durationSeconds: 1, soundtrackPath: mediumPath('speech.mp3') });
  const copied = soundPackets(path);
  expect(copied).toEqual(soundPackets(mediumPath('speech.mp3')).slice(0, copied.length));
  expect(Number(streamsOf(path)[1]?.duration)).toBeCloseTo(1, 1);
});

test.each(['clip-silent.mp4', 'not-a-video.mp4', 'voice.wav', 'face.jpg'] as const)(
  'a video over %s, which has no sound to copy, is silent',
  async (name) => {
    const path = await video(`silent-${name}.mp4`, { durationSeconds: 1, soundtrackPath: mediumPath(name) });
    expect(await probeFile(path, 'video/mp4')).toMatchObject({ hasAudio: false, durationSeconds: 1 });
  },
);

test('a soundtrack that is not there leaves the video silent', async () => {
  const path = await video('missing.mp4', { durationSeconds: 1, soundtrackPath: join(folder, 'nothing') });
  expect(await probeFile(path, 'video/mp4')).toMatchObject({ hasAudio: false });
});

test('images and sounds come as bytes, to be asked for in ranges', async () => {
  for (const [kind, contentType] of [
    ['image', 'image/png'],
    ['audio', 'audio/wav'],
  ] as const) {
    const result = await makeResult({ kind, seed: 1, label: 'job_1', width: 64, height: 64 }, { clips, path: '' });
    expect(result).toMatchObject({ kind: 'bytes', contentType });
    if (result.kind !== 'bytes') continue;
    const whole = result.bytes(0, result.length);
    expect(whole).toHaveLength(result.length);
    expect(result.bytes(10, 90)).toEqual(whole.slice(10, 90));
  }
});
