/** Jobs under any choice of gaps: one of each kind to its success and its download, and failed ones, whose money comes back. */
import { expect } from 'vitest';
import { rateCard } from '../../fixtures/rate-card.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import type { JobErrorCode } from '../../spec/errors.ts';
import type { JobEndpoint, MediaKind } from '../../spec/vocabulary.ts';
import { type Caller, micros, newRecords, openCaller, pathOf } from './caller.case.ts';
import { type Client, at, codeOf } from './client.case.ts';

const kinds: { readonly [endpoint in JobEndpoint]: MediaKind } = {
  'character-swap': 'video',
  'face-swap': 'video',
  'face-swap-image': 'image',
  'motion-control': 'video',
  avatar: 'video',
  'lip-sync': 'video',
  'voice-clone': 'audio',
};
const endpoints = Object.keys(kinds) as JobEndpoint[];

/** Seven jobs, each submitted twice by one name: seven results of the right kind, seven charges, and nobody else's business. */
export const runEachKind = async (client: Client): Promise<void> => {
  const caller = await openCaller(client, { balance_usd: 20 });
  const stranger = await openCaller(client, { balance_usd: 20 });
  const bodies = await bodiesOf(caller);
  const submit = (endpoint: JobEndpoint): Promise<unknown> =>
    caller.post(`/${endpoint}`, bodies[endpoint], { 'idempotency-key': `the-${endpoint}` });

  const taken = new Map<JobEndpoint, unknown>();
  for (const endpoint of endpoints) {
    const first = await submit(endpoint);
    expect(at(first, 'status')).toBe('queued');
    taken.set(endpoint, first);
    expectSameJob(await submit(endpoint), first);
  }
  expect(new Set([...taken.values()].map((job) => at(job, 'id'))).size).toBe(7);
  await client.clock.advance({ seconds: 60 });

  let charged = 0;
  for (const [endpoint, job] of taken) {
    expectSameJob(await submit(endpoint), job);
    expect(codeOf(await stranger.call('GET', pathOf(job)))).toBe('not_found');
    const polled = await caller.get(pathOf(job));
    expect(polled).toMatchObject({ id: at(job, 'id'), status: 'succeeded' });
    expect(micros(at(polled, 'charged_usd')), endpoint).toBeGreaterThan(0);
    charged += micros(at(polled, 'charged_usd'));
    await expectResult(client, at(polled, 'output_url'), kinds[endpoint]);
  }
  const { spent, records } = await caller.books();
  expect(spent).toBe(charged);
  expect(records.map(({ status }) => status)).toEqual(endpoints.map(() => 'succeeded'));
  expect(await stranger.books()).toMatchObject({ spent: 0, records: [] });
};

const bodiesOf = async ({ upload }: Caller): Promise<Record<JobEndpoint, object>> => {
  const video_key = await upload('clip.mp4');
  const image_key = await upload('portrait.png');
  const face_key = await upload('face.jpg');
  return {
    'character-swap': { video_key, character_key: image_key, resolution: '2k' },
    'face-swap': { video_key, face_key },
    'face-swap-image': { image_key, face_key },
    'motion-control': { image_key, motion_video_key: video_key },
    avatar: { image_key, script: 'Good morning, and welcome.', output_resolution_p: 480 },
    'lip-sync': { video_key, audio_key: await upload('speech.mp3'), output_resolution_p: 480 },
    // Long enough to cost something where charges are whole cents.
    'voice-clone': { voice_key: await upload('voice.wav'), script: 'This is my voice. '.repeat(20), language: 'en' },
  };
};

/** Whatever else a repeat is told: the same id, and the same address. */
const expectSameJob = (again: unknown, first: unknown): void => {
  expect([at(again, 'id'), at(again, 'status_url')]).toEqual([at(first, 'id'), at(first, 'status_url')]);
};

/** How files of a kind begin. */
const beginnings: { readonly [kind in MediaKind]: RegExp } = {
  image: /^(?:\x89PNG|GIF8|\xff\xd8\xff)/,
  audio: /^(?:RIFF....WAVE|ID3|\xff[\xe0-\xff])/s,
  video: /^....ftyp/s,
};

/** The link opens without a key, and what it leads to is of that kind by name and by content. */
export const expectResult = async (client: Client, link: unknown, kind: MediaKind): Promise<void> => {
  const { status, headers, text } = await client.call('GET', String(link), undefined, { authorization: null });
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(`^${kind}/`)]);
  expect(text.slice(0, 12)).toMatch(beginnings[kind]);
  expect(text.length).toBeGreaterThan(1_000);
};

/** Each failure that the document knows: by the balance it is as if the job had never been. */
export const refundFailures = async (client: Client, choices: GapChoices): Promise<void> => {
  const caller = await openCaller(client, { balance_usd: 1 });
  const thousandCharacters = (word: string): string => word.padEnd(1_000, '.');
  const textPrice = micros(rateCard.voice_clone.usd);
  const imagePrice = micros(rateCard.face_swap_image.usd);

  // Text is paid for before its render.
  const voice_key = await caller.upload('voice.wav');
  const speak = (code: JobErrorCode): Promise<unknown> =>
    caller.post('/voice-clone', { voice_key, script: thousandCharacters(`magic_${code}`) });
  await expectRefund(client, choices, caller, speak, 'processing_failed', textPrice, [textPrice]);
  await expectRefund(client, choices, caller, speak, 'content_rejected', textPrice, [textPrice]);

  // An image on its completion, so that before it was taken, set aside, or neither.
  const swap = async (code: JobErrorCode): Promise<unknown> => {
    const image_key = await caller.upload('portrait.png', `magic_${code}.png`);
    return caller.post('/face-swap-image', { image_key, face_key: image_key });
  };
  await expectRefund(client, choices, caller, swap, 'face_not_detected', imagePrice, [0, imagePrice]);
};

/** @param meanwhile what the balance may lack while the job runs, in millionths of a dollar as the price is */
const expectRefund = async (
  client: Client,
  choices: GapChoices,
  caller: Caller,
  submit: (code: JobErrorCode) => Promise<unknown>,
  code: JobErrorCode,
  price: number,
  meanwhile: readonly number[],
): Promise<void> => {
  const before = await caller.books();
  const job = await submit(code);
  expect(meanwhile).toContain(before.balance - (await caller.balance()));
  await client.clock.advance({ seconds: 60 });

  const failed = await caller.get(pathOf(job));
  expect(failed).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(/\S/) } });
  expect([undefined, null, '']).toContain(at(failed, 'output_url'));
  expect(micros(at(failed, 'charged_usd'))).toBe(choices['failed-job-charge'] === 'gross' ? price : 0);
  const after = await caller.books();
  expect([after.balance, after.spent]).toEqual([before.balance, before.spent]);
  const isNamed = choices['failed-job-reason'] === 'render-failed' || code === 'processing_failed';
  expect(newRecords(before, after)).toMatchObject([
    { status: 'failed', charged_usd: 0, reason: isNamed ? 'render_failed' : null },
  ]);
};
