/** Results as people see and hear them: each is played in a real Chromium, by its link. */
import { existsSync } from 'node:fs';
import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestMock, openMock } from './http/client.case.ts';
import { ffmpeg, orNot as orNoFfmpeg, withoutFfmpeg } from './media/ffmpeg.case.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const withoutChromium = !existsSync(executablePath);
const orNot = withoutChromium ? ` (not tested: there is no ${executablePath})` : '';

let mock: TestMock;
let browser: Browser | undefined;
let page: Page;

beforeAll(async () => {
  if (withoutChromium) return;
  mock = await openMock({ port: 0, jobTime: 0 });
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  });
  // A page of the mock allows no media; what is looked at here is the media.
  page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await page.goto(new URL('/__understudy/health', mock.url).href);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await (mock as TestMock | undefined)?.close();
});

/** The link to the result of a job. */
const resultOf = async (endpoint: string, body: object): Promise<string> => {
  const { id, status_url } = (await mock.post(`/${endpoint}`, body)).body;
  await mock.clock.advance({ seconds: 60 });
  const link = (await mock.get(status_url.replace('/api/v1', ''))).body.output_url;
  if (link === null) throw new Error(`job ${id} has no result`);
  return link;
};

type Played = {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** How loud it gets, up to 1; 0 where there is no sound. */
  readonly loudest: number;
  /** Of so many pictures at different times. */
  readonly pictures: number;
};

/** Plays a bit of it, then looks at three places. What runs in the page is text here: this side knows no browser. */
const play = (link: string): Promise<Played> =>
  inPage(
    `const video = document.createElement('video');
    const happens = (name) => new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true });
      video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'it does not play')));
    });
    const loaded = happens('loadeddata');
    video.src = address;
    await loaded;
    const moved = happens('timeupdate');
    await video.play();
    await moved;
    video.pause();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const pictures = new Set();
    for (const part of [0.1, 0.5, 0.9]) {
      const found = happens('seeked');
      video.currentTime = video.duration * part;
      await found;
      canvas.getContext('2d').drawImage(video, 0, 0);
      pictures.add(canvas.toDataURL());
    }
    const bytes = await (await fetch(address)).arrayBuffer();
    const sound = await new AudioContext().decodeAudioData(bytes).catch(() => undefined);
    const loudest = sound?.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) ?? 0;
    return { width: video.videoWidth, height: video.videoHeight, seconds: video.duration, loudest, pictures: pictures.size };`,
    link,
  );

const playSound = (link: string): Promise<number> =>
  inPage(
    `const audio = new Audio(address);
    const moved = new Promise((resolve, reject) => {
      audio.addEventListener('timeupdate', resolve, { once: true });
      audio.addEventListener('error', () => reject(new Error(audio.error?.message ?? 'it does not play')));
    });
    await audio.play();
    await moved;
    return audio.duration;`,
    link,
  );

const show = (link: string): Promise<readonly [width: number, height: number]> =>
  inPage(
    `const image = new Image();
    image.src = address;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];`,
    link,
  );

const inPage = async <T>(script: string, address: string): Promise<T> =>
  (await page.evaluate(`(async (address) => { ${script} })(${JSON.stringify(address)})`)) as T;

test.skipIf(withoutChromium).each([
  ['face-swap', { video_key: 'clip.mp4', face_key: 'face.jpg', output_resolution_p: 480 }, 640, 480, 3, true],
  ['character-swap', { video_key: 'clip.webm', character_key: 'portrait.png' }, 1024, 768, 3, true],
  ['motion-control', { image_key: 'portrait.png', motion_video_key: 'clip-silent.mp4' }, 384, 512, 3, false],
  ['avatar', { image_key: 'portrait.png', script: 'Good morning to everybody in the room.' }, 720, 960, 38 / 15, true],
  ['lip-sync', { video_key: 'clip.mp4', audio_key: 'speech.mp3', output_resolution_p: 1080 }, 1440, 1080, 4.06, true],
  ['lip-sync', { video_key: 'clip.mp4', audio_key: 'voice.wav' }, 960, 720, 8, true],
] as const)(`the video of %s %o plays${orNot}`, async (endpoint, body, width, height, seconds, isHeard) => {
  const keyed = Object.entries(body).map(async ([field, value]): Promise<[string, string | number]> => {
    return [field, field.endsWith('_key') ? await mock.upload(value as 'clip.mp4') : value];
  });
  const played = await play(await resultOf(endpoint, Object.fromEntries(await Promise.all(keyed))));
  expect(played).toMatchObject({ width, height, pictures: 3 });
  expect(played.seconds).toBeCloseTo(seconds, 1);
  expect(played.loudest > 0.1).toBe(isHeard);
});

test.skipIf(withoutChromium || withoutFfmpeg).each(['vorbis', 'ac3', 'eac3', 'dca'])(
  `a video whose soundtrack is %s plays, heard or not${orNot}${orNoFfmpeg}`,
  async (encoder) => {
    const sine = ['-f', 'lavfi', '-i', 'sine=duration=2:sample_rate=48000', '-ac', '2'];
    const sound = ffmpeg([...sine, '-strict', '-2', '-c:a', encoder, '-f', 'matroska']);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(sound)], { type: 'audio/x-matroska' }), 'sound.mka');
    const { file_key: audio } = (await mock.call('POST', '/uploads', undefined, { raw: form })).body;
    const link = await resultOf('lip-sync', { video_key: await mock.upload('clip.mp4'), audio_key: audio });
    expect(await play(link)).toMatchObject({ width: 960, height: 720, pictures: 3 });
  },
);

test.skipIf(withoutChromium)(`the sound of a cloned voice and of a preview is heard${orNot}`, async () => {
  const script = 'One sentence. And another one, which is a bit longer.';
  const clone = await resultOf('voice-clone', { voice_key: await mock.upload('voice.wav'), script });
  const voices = (await mock.get('/voices')).body as unknown as readonly { readonly preview_url: string }[];
  for (const [link, seconds] of [
    [clone, script.length / 15],
    [voices[0]?.preview_url ?? '', 4],
  ] as const) {
    expect(await playSound(link)).toBeCloseTo(seconds, 1);
  }
});

test.skipIf(withoutChromium)(`a picture is shown in the size of its base image${orNot}`, async () => {
  const key = await mock.upload('portrait.png');
  const link = await resultOf('face-swap-image', { image_key: key, face_key: key });
  expect(await show(link)).toEqual([384, 512]);
});
