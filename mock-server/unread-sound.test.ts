/** A soundtrack that nobody has come to the end of, as on a machine that is much too busy: what comes of that is not kept. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MediumName, medium, mediumBytes } from '../fixtures/media.ts';
import { type TestService, openTestService } from './http/service.case.ts';
import type * as ReaderProcess from './media/reader-process.ts';
import { probeFile } from './media/probe.ts';
import { join } from 'node:path';

let isBusy = false;
vi.mock(import('./media/reader-process.ts'), async (original) => {
  const own = await original();
  const readSound: typeof ReaderProcess.readSound = async (path, seconds) => {
    if (isBusy) throw new own.NotRead('too busy');
    return own.readSound(path, seconds);
  };
  return { ...own, readSound };
});

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

test('a video whose soundtrack was not read is silent, and has its sound for whoever asks later', async () => {
  const response = await mock.app.request('http://localhost/api/v1/face-swap', {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ video_key: await put('clip.mp4'), face_key: await put('face.jpg') }),
  });
  const { id } = (await response.json()) as { id: string };
  await mock.engine.advanceTo(mock.engine.clock.now() + 60_000);
  /** What was new in the folder when the result had been asked for. */
  const asked = async (): Promise<boolean | undefined> => {
    const before = (await mock.leftovers()).blobs;
    expect((await mock.service.results.ofJob('a1', id))?.bytes).toBeGreaterThan(1_000);
    const [made] = (await mock.leftovers()).blobs.filter((name) => !before.includes(name));
    return made === undefined ? undefined : (await probeFile(join(mock.folder, made), 'video/mp4')).hasAudio;
  };
  isBusy = true;
  expect([await asked(), await asked()]).toEqual([false, undefined]);
  isBusy = false;
  expect([await asked(), await asked()]).toEqual([true, undefined]);
});
