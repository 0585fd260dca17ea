/** Result files: made at the first download, once, from what the plan of the job says. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MediumName, mediumBytes, medium } from '../fixtures/media.ts';
import { voices } from '../fixtures/voices.ts';
import { isRefused } from './domain/refusal.ts';
import type { Job, ResultPlan } from './domain/job.ts';
import { type TestService, openTestService } from './http/service.case.ts';
import type { ServedFile } from './http/service.ts';
import { probeFile } from './media/probe.ts';
import type { SpeechSpec } from './media/speech.ts';
import { speechOfPlan } from './result-speech.ts';

let mock: TestService;
beforeEach(async () => {
  mock = await openTestService();
});
afterEach(() => mock.close());

const put = async (name: MediumName): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([(await mediumBytes(name)).slice()], { type: medium(name).contentType }), name);
  return ((await (await mock.upload(form)).json()) as { file_key: string }).file_key;
};

const submit = async (path: string, body: object): Promise<string> => {
  const response = await mock.app.request(`http://localhost/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { id: string }).id;
};

const finish = (): Promise<void> => mock.engine.advanceTo(mock.engine.clock.now() + 60_000);

const bytesOf = async (file: ServedFile | undefined, start = 0, end = (file?.bytes ?? 0) - 1): Promise<Buffer> =>
  Buffer.from(await new Response(file?.read(start, end) as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());

const ofJob = (id: string): Promise<ServedFile | undefined> => mock.service.results.ofJob('a1', id);

test('a video is made once for all who ask, with the sound of its source', async () => {
  const id = await submit('/face-swap', {
    video_key: await put('clip.mp4'),
    face_key: await put('face.jpg'),
    output_resolution_p: 480,
  });
  expect(await ofJob(id)).toBeUndefined();
  await finish();
  const before = (await mock.leftovers()).blobs;
  const created = vi.spyOn(mock.blobs, 'create');
  const files = await Promise.all(Array.from({ length: 8 }, () => ofJob(id)));
  expect(new Set(files.map((file) => file?.bytes)).size).toBe(1);
  expect(files[0]).toMatchObject({ contentType: 'video/mp4', name: `${id}.mp4` });
  expect(created).toHaveBeenCalledTimes(1);
  const { blobs, partial } = await mock.leftovers();
  const [made] = blobs.filter((name) => !before.includes(name));
  expect([partial, blobs.length - before.length]).toEqual([[], 1]);
  const path = join(mock.folder, made ?? '');
  expect(await probeFile(path, 'video/mp4')).toMatchObject({
    hasAudio: true,
    hasVideo: true,
    durationSeconds: expect.closeTo(3, 0) as number,
  });
  expect((await bytesOf(files[0])).equals(await readFile(path))).toBe(true);
  await ofJob(id);
  expect(created).toHaveBeenCalledTimes(1);
});

test('a soundtrack that cannot be read gives a silent video', async () => {
  const id = await submit('/face-swap', { video_key: await put('not-a-video.mp4'), face_key: await put('face.jpg') });
  await finish();
  const file = await ofJob(id);
  expect(file?.contentType).toBe('video/mp4');
  expect(file?.bytes).toBeGreaterThan(1_000);
});

test('a soundtrack whose blob is gone gives a silent video', async () => {
  const id = await submit('/lip-sync', { video_key: await put('clip.mp4'), audio_key: await put('speech.mp3') });
  await finish();
  await mock.blobs.clear();
  expect((await ofJob(id))?.bytes).toBeGreaterThan(1_000);
});

test('of many results that are asked for at once two are being made, and all are had', async () => {
  const files = { video_key: await put('clip.mp4'), face_key: await put('face.jpg'), output_resolution_p: 480 };
  const ids: string[] = [];
  for (let job = 0; job < 12; job++) ids.push(await submit('/face-swap', files));
  await finish();
  let [making, most] = [0, 0];
  const { create, finish: end } = mock.blobs;
  vi.spyOn(mock.blobs, 'create').mockImplementation((name) => {
    most = Math.max(most, ++making);
    return create.call(mock.blobs, name);
  });
  vi.spyOn(mock.blobs, 'finish').mockImplementation((name) => {
    making--;
    return end.call(mock.blobs, name);
  });
  const made = await Promise.all(ids.map(ofJob));
  expect(made.filter((file) => (file?.bytes ?? 0) > 1_000)).toHaveLength(12);
  expect([most, making]).toEqual([2, 0]);
});

test('sound takes no room, and any range of it is the same as of the whole', async () => {
  const id = await submit('/voice-clone', {
    voice_key: await put('voice.wav'),
    script: 'One sentence after another. '.repeat(200),
  });
  await finish();
  const file = await ofJob(id);
  expect(file).toMatchObject({ contentType: 'audio/wav', name: `${id}.wav` });
  const whole = await bytesOf(file);
  expect(whole.length).toBe(file?.bytes);
  for (const [start, end] of [
    [0, 0],
    [40, 50],
    [1, 300_001],
    [262_143, 262_145],
    [whole.length - 3, whole.length - 1],
  ] as const) {
    expect((await bytesOf(file, start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
  }
  expect((await mock.leftovers()).blobs).toHaveLength(1);
});

/** How the result of a job sounds. */
const speechOf = async (path: string, body: object): Promise<SpeechSpec> => {
  const id = await submit(path, body);
  const account = await mock.account();
  const job = account.jobs.get(id);
  if (job === undefined) throw new Error('no job');
  return speechOfPlan(job.plan.result, account, mock.blobs);
};

test('a cloned voice is that of its reference, whichever upload brought it, and speaks its language', async () => {
  const script = 'Two sentences are said. This is the second of them.';
  const clone = async (name: MediumName, more = {}): Promise<SpeechSpec> =>
    speechOf('/voice-clone', { voice_key: await put(name), script, ...more });
  const first = await clone('voice.wav');
  expect(first).toMatchObject({ sentences: [24, 27], durationSeconds: 51 / 15 });
  expect(first.language).toBeUndefined();
  expect((await clone('voice.wav')).voice).toEqual(first.voice);
  expect((await clone('speech.mp3')).voice).not.toEqual(first.voice);
  expect((await clone('voice.wav', { language: 'fr' })).language).toBe('fr');
});

test('an avatar speaks with the voice that was chosen, or with the usual one', async () => {
  const body = { image_key: await put('portrait.png'), script: 'Good morning to everybody.' };
  const pitches = await Promise.all(
    [{}, { voice_id: 'voice_meadow' }, { voice_id: 'voice_granite' }, { voice_id: 'voice_sparrow' }].map(
      async (chosen) => (await speechOf('/avatar', { ...body, ...chosen })).voice?.hz ?? 0,
    ),
  );
  const [usual = 0, meadow, granite, sparrow] = pitches;
  expect(usual).toBe(meadow);
  expect(granite).toBeLessThan(usual);
  expect(sparrow).toBeGreaterThan(usual);
});

test('an avatar is heard for as long as its script takes', async () => {
  const id = await submit('/avatar', { image_key: await put('portrait.png'), script: 'Good morning to everybody.' });
  await finish();
  await ofJob(id);
  const made = (await mock.leftovers()).blobs.find((name) => name.endsWith('.mp4'));
  expect(await probeFile(join(mock.folder, made ?? ''), 'video/mp4')).toMatchObject({
    hasAudio: true,
    width: 720,
    height: 960,
    durationSeconds: expect.closeTo(26 / 15, 1) as number,
  });
});

test('each voice of the catalogue has a preview of its own', async () => {
  const previews = await Promise.all(
    voices.map(async ({ id }) => (await bytesOf(await mock.service.results.ofVoice(id))).toString('base64')),
  );
  expect(new Set(previews).size).toBe(voices.length);
  expect(await mock.service.results.ofVoice('voice_none')).toBeUndefined();
});

test('a picture has the size of its base image', async () => {
  const key = await put('portrait.png');
  const id = await submit('/face-swap-image', { image_key: key, face_key: key });
  await finish();
  const bytes = await bytesOf(await ofJob(id));
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([384, 512]);
});

test('the same id with another plan is another file', async () => {
  const key = await put('portrait.png');
  const id = await submit('/face-swap-image', { image_key: key, face_key: key });
  await finish();
  const first = await bytesOf(await ofJob(id));
  const { jobs } = await mock.account();
  const job = jobs.get(id);
  if (job === undefined) throw new Error('no job');
  const result: ResultPlan = { ...job.plan.result, width: 100, height: 50 };
  jobs.set(id, { ...job, plan: { ...job.plan, result } } satisfies Job);
  expect((await bytesOf(await ofJob(id))).equals(first)).toBe(false);
});

test('there is no file of a job that failed, of another account, or of none', async () => {
  const key = await put('portrait.png');
  const id = await submit('/face-swap-image', { image_key: key, face_key: key });
  const outcome = await mock.engine.execute('a1', { type: 'finish-job', jobId: id, outcome: 'content_rejected' });
  expect(isRefused(outcome)).toBe(false);
  expect(await ofJob(id)).toBeUndefined();
  expect(await mock.service.results.ofJob('a2', id)).toBeUndefined();
  expect(await ofJob('job_a1_none')).toBeUndefined();
});

test('a failure of the disk is told, and the next download tries again', async () => {
  const key = await put('portrait.png');
  const id = await submit('/face-swap-image', { image_key: key, face_key: key });
  await finish();
  vi.spyOn(mock.blobs, 'create').mockRejectedValueOnce(new Error('ENOSPC'));
  await expect(ofJob(id)).rejects.toThrow('ENOSPC');
  expect((await ofJob(id))?.bytes).toBeGreaterThan(100);
});
