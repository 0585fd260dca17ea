import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mediumPath } from '../../fixtures/media.ts';
import { decodeErrors, decodedSound, orNot, soundPackets, streamsOf, withoutFfmpeg, writeTone } from './ffmpeg.case.ts';
import { mix } from './mix.ts';
import { type VideoSpec, isShort, mp4Bytes, videoSize, writeMp4 } from './mp4.ts';
import { probeFile } from './probe.ts';
import { makeResult, type ResultSpec } from './result.ts';
import { createWav } from './wav.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'result-'));
});
afterAll(() => rm(folder, { recursive: true }));

const video = async (name: string, spec: Partial<ResultSpec>): Promise<string> => {
  const path = join(folder, name);
  const { length, bytes } = await makeResult({ kind: 'video', seed: 1, lines: ['job_1'], ...spec }, path);
  if (bytes !== undefined) await writeFile(path, bytes);
  expect(length).toBe((await stat(path)).size);
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
  expect(Buffer.compare(await readFile(await video('o.mp4', { ...spec, lines: ['job_2'] })), first)).not.toBe(0);
});

test.each([
  { seed: 1, lines: ['job_1'], durationSeconds: 2 },
  { seed: 2, lines: ['job_2'], durationSeconds: 30, speech: { seed: 2, sentences: [2, 3] }, container: 'mov' },
] satisfies VideoSpec[])(
  'a video that is held is the same as one that is written, at any time of day: %j',
  async (spec) => {
    const path = join(folder, 'written.mp4');
    await writeMp4(spec, path);
    const day = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
    const held = await mp4Bytes(spec);
    day.mockRestore();
    expect([isShort(spec), Buffer.compare(held, await readFile(path))]).toEqual([true, 0]);
  },
);

test.each([
  ['lasts a minute', { durationSeconds: 60 }],
  ['has the sound of a file', { durationSeconds: 1, soundtrackPath: 'clip.mp4' }],
])('a video that %s is not held', (_title, spec) => {
  expect(isShort({ seed: 1, lines: [], ...spec })).toBe(false);
});

test.each([
  ['as asked for', 1920, 1080, [1920, 1080]],
  ['any shape', 1502, 720, [1502, 720]],
  ['even', 333, 501, [334, 502]],
  ['no larger than players take, in the same shape', 8000, 6000, [4096, 3072]],
  ['never nothing', 40_000, 1, [4096, 2]],
  ['the usual one for none', undefined, undefined, [1280, 720]],
])('the size of a video is %s', (_title, width, height, expected) => {
  const size = videoSize({ width, height });
  expect([size.width, size.height]).toEqual(expected);
});

test('ten minutes with sound are made as a whole', { timeout: 120_000 }, async () => {
  const path = await video('long.mp4', { durationSeconds: 600, soundtrackPath: mediumPath('clip.mp4') });
  expect(await probeFile(path, 'video/mp4')).toMatchObject({ durationSeconds: 600, hasAudio: true });
});

test.skipIf(withoutFfmpeg).each([
  [854, 480],
  [720, 1280],
  [1080, 1080],
  [2048, 1152],
  [334, 502],
  [66, 34],
  [2, 2],
  [4096, 130],
])(`a video of %i by %i decodes without a fault${orNot}`, { timeout: 120_000 }, async (width, height) => {
  const path = await video(`${width}.mp4`, { width, height, durationSeconds: 1.2 });
  expect(streamsOf(path)).toMatchObject([
    { codec_name: 'h264', profile: 'Constrained Baseline', width, height, duration: '1.200000' },
  ]);
  expect(decodeErrors(path)).toBe('');
});

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

test.skipIf(withoutFfmpeg).each([
  ['vorbis', 'vorbis', 'webm', 'mp4'],
  ['vorbis', 'vorbis', 'ogg', 'mp4'],
  ['ac3', 'ac3', 'mp4', 'mp4'],
  ['ac3', 'ac3', 'matroska', 'mov'],
  ['eac3', 'eac3', 'matroska', 'mp4'],
  ['dca', 'dts', 'matroska', 'mp4'],
] as const)(
  `a soundtrack that players decode and browsers may not is copied too: %s, as %s in %s, into %s${orNot}`,
  async (encoder, codec, form, container) => {
    const source = join(folder, `${codec}.${form}`);
    writeTone(encoder, form, source);
    const path = await video(`${codec}-${form}.${container}`, {
      durationSeconds: 4,
      soundtrackPath: source,
      container,
    });
    expect(streamsOf(path)).toMatchObject([{ codec_name: 'h264' }, { codec_name: codec, channels: 2 }]);
    expect(soundPackets(path)).toEqual(soundPackets(source));
    expect(decodeErrors(path)).toBe('');
  },
);

const wavOf = (samples: Buffer, tag: number, bits: number, channels: number, rate: number): Buffer => {
  const head = Buffer.from('RIFF....WAVEfmt ................\u0010...data....', 'latin1').fill(0, 4, 8);
  head.writeUInt32LE(samples.length + 36, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(tag, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(((rate * channels * bits) / 8) >>> 0, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
};

test.skipIf(withoutFfmpeg).each([
  ['16 bits in stereo', 1, 16, 2, 44_100, 's16le'],
  ['24 bits', 1, 24, 1, 48_000, 's24le'],
  ['8 bits', 1, 8, 1, 11_025, 's16le'],
  ['a telephone in Europe', 6, 8, 1, 8_000, 's16le'],
  ['a telephone in America', 7, 8, 1, 8_000, 's16le'],
] as const)(
  `a soundtrack that is not encoded keeps every sample: %s${orNot}`,
  async (_title, tag, bits, channels, rate, form) => {
    const samples = Buffer.from(Uint8Array.from({ length: (rate * channels * bits) / 8 }, (_, at) => mix(tag, at)));
    const source = join(folder, `${tag}-${bits}-${channels}.wav`);
    await writeFile(source, wavOf(samples, tag, bits, channels, rate));
    const path = await video(`pcm-${tag}-${bits}.mp4`, { durationSeconds: 2, soundtrackPath: source });
    expect(streamsOf(path)).toMatchObject([{ codec_name: 'h264' }, { codec_name: 'flac', channels }]);
    expect(decodedSound(path, form).equals(decodedSound(source, form))).toBe(true);
    expect(decodeErrors(path)).toBe('');
  },
);

test.skipIf(withoutFfmpeg)(`a sound that is not encoded ends with the video, to the sample${orNot}`, async () => {
  const path = await video('cut-pcm.mp4', { durationSeconds: 1, soundtrackPath: mediumPath('voice.wav') });
  const [whole, cut] = [decodedSound(mediumPath('voice.wav'), 's16le'), decodedSound(path, 's16le')];
  expect(cut.length).toBe(16_000 * 2);
  expect(cut.equals(whole.subarray(0, cut.length))).toBe(true);
});

test.skipIf(withoutFfmpeg).each(['mp4', 'mov'] as const)(
  `what is said in a video is the speech itself, as long as the video: %s${orNot}`,
  async (container) => {
    const speech = { seed: 7, durationSeconds: 2.4, sentences: [3, 4], language: 'de' };
    const path = await video(`said.${container}`, { durationSeconds: 2.4, speech, container });
    expect(streamsOf(path)).toMatchObject([{ codec_name: 'h264', duration: '2.400000' }, { codec_name: 'flac' }]);
    const { bytes, length } = createWav(speech);
    expect(decodedSound(path, 's16le').equals(Buffer.from(bytes(44, length)))).toBe(true);
    expect(decodeErrors(path)).toBe('');
  },
);

test.each([
  ['more channels than any FLAC', 16, 12, 8_000],
  ['more samples a second than any FLAC', 16, 1, 3_000_000_000],
  ['no samples a second', 16, 1, 0],
  ['no channels', 16, 0, 8_000],
  ['samples of 13 bits', 13, 1, 8_000],
])('a sound that claims %s leaves the video silent', async (_title, bits, channels, rate) => {
  const source = join(folder, 'claims.wav');
  await writeFile(source, wavOf(Buffer.alloc(50_000, 1), 1, bits, channels, rate));
  const path = await video('claims.mp4', { durationSeconds: 1, soundtrackPath: source });
  expect(await probeFile(path, 'video/mp4')).toMatchObject({ hasAudio: false, durationSeconds: 1 });
});

test('a soundtrack goes before speech', async () => {
  const spec = { durationSeconds: 1, soundtrackPath: mediumPath('clip-silent.mp4'), speech: { seed: 1 } };
  expect(await probeFile(await video('both.mp4', spec), 'video/mp4')).toMatchObject({ hasAudio: false });
});

test.skipIf(withoutFfmpeg)(`a longer soundtrack ends with the video${orNot}`, async () => {
  const path = await video('cut.mp4', { durationSeconds: 1, soundtrackPath: mediumPath('speech.mp3') });
  const copied = soundPackets(path);
  expect(copied).toEqual(soundPackets(mediumPath('speech.mp3')).slice(0, copied.length));
  expect(Number(streamsOf(path)[1]?.duration)).toBeCloseTo(1, 1);
});

test.each(['clip-silent.mp4', 'not-a-video.mp4', 'face.jpg'] as const)(
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

test('an image comes as bytes', async () => {
  const { length, bytes } = await makeResult({ kind: 'image', seed: 1, lines: ['job_1'], width: 64, height: 64 }, '');
  expect(Buffer.from(bytes ?? []).toString('latin1', 1, 4)).toBe('PNG');
  expect(bytes).toHaveLength(length);
});
