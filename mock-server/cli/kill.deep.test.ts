/**
 * A mock with a data folder that is killed again and again while it works: nothing that it acknowledged is lost, nothing is done twice,
 * and what was under way goes on (F01 to F05).
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { mediumBytes } from '../../fixtures/media.ts';
import { createChance } from '../engine/random.ts';
import { seedOr, withSeed } from '../engine/simulation/replay.case.ts';
import { openReceiver } from '../webhooks/receiver.case.ts';
import { type Stream, expectNothingLost } from './kill-judge.case.ts';
import { type Serving, pause, serve } from './launch.case.ts';
import { callServed, listServed } from './served-call.case.ts';

const kills = 200;
/** The clock runs sixty times as fast, so that ladders go on between two kills. */
const speed = 60;
const seed = seedOr(4);

const parent = await mkdtemp(join(tmpdir(), 'kill-'));
const data = join(parent, 'world');
afterAll(() => rm(parent, { recursive: true }));

type Submit = { readonly key: string; readonly body: object; id: string | undefined };

/** What the client has asked for, and what it was told. */
const asked = { submits: [] as Submit[], files: new Set<string>(), streams: [] as Stream[] };

const submit = async (mock: Serving, one: Submit): Promise<void> => {
  const { status, body } = await callServed(mock, 'POST', '/face-swap-image', one.body, { 'idempotency-key': one.key });
  expect([200, 202]).toContain(status);
  // The same key is the same job, whatever happened in between.
  if (one.id !== undefined) expect(body['id']).toBe(one.id);
  one.id = String(body['id']);
};

const upload = async (mock: Serving, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'image/png' }), 'portrait.png');
  const key = String((await callServed(mock, 'POST', '/uploads', form)).body['file_key']);
  asked.files.add(key);
  return key;
};

const openStream = async (mock: Serving): Promise<void> => {
  const { body } = await callServed(mock, 'POST', '/voice/session', { duration_minutes: 120 });
  const stream: Stream = { id: String(body['session_id']), openedAt: Date.now(), cutAt: undefined };
  asked.streams.push(stream);
  const socket = new WebSocket(`${String(body['stream_url'])}?session_token=${String(body['session_token'])}`);
  socket.on('error', () => undefined);
  socket.on('close', () => (stream.cutAt = Date.now()));
};

/** Until the mock dies under it. */
const work = async (dies: AbortSignal, name: string, step: (number: number) => Promise<void>): Promise<void> => {
  for (let number = 0; ; number++) {
    try {
      await step(number);
    } catch (error) {
      if (!dies.aborted) throw new Error(name, { cause: error });
      return;
    }
  }
};

test(`a mock that is killed ${kills} times loses nothing that it acknowledged, and does nothing twice (F01, F02, F03, F04, F05)`, () =>
  withSeed(seed, killAgainAndAgain));

const killAgainAndAgain = async (): Promise<void> => {
  const receiver = await openReceiver(200, 500, 200, 'reset', 200);
  const bytes = (await mediumBytes('portrait.png')).slice();
  const start = (): Promise<Serving> =>
    serve(['--data', data, '--clock', `${speed}x`, '--job-time', '5', '--rate-limit', 'off', '--balance', '1000000']);
  const { draw } = createChance(seed, 'seed').moment('a1', 0, 0);
  let mock = await start();
  const file = await upload(mock, bytes);
  const fresh = (key: string): Submit => {
    const one = { key, body: { image_key: file, face_key: file, callback_url: receiver.url }, id: undefined };
    asked.submits.push(one);
    return one;
  };

  for (let round = 0; round < kills; round++) {
    const killing = new AbortController();
    const working = [
      work(killing.signal, 'submits', (number) => submit(mock, fresh(`${round}-${number}`))),
      work(killing.signal, 'uploads', async () => void (await upload(mock, bytes))),
      work(killing.signal, 'retries', async (number) => {
        const one = asked.submits[Math.floor(draw(`retry/${round}/${number}`) * asked.submits.length)];
        if (one === undefined) await pause(1);
        else await submit(mock, one);
      }),
      ...(round % 5 === 0 ? [openStream(mock).catch(() => undefined)] : []),
    ];
    await pause(5 + 120 * draw(`kill/${round}`));
    killing.abort();
    mock.child.kill('SIGKILL');
    expect((await mock.ended).stderr).toBe('');
    await rm(mock.folder, { recursive: true });
    await Promise.all(working);
    mock = await start();
  }

  for (const one of asked.submits) await submit(mock, one);
  const delivered = (): Set<unknown> =>
    new Set(receiver.received.map(({ body }) => (body['data'] as { readonly id: string }).id));
  const undelivered = (): number => asked.submits.filter(({ id }) => !delivered().has(id)).length;
  await expect.poll(undelivered, { timeout: 120_000, interval: 500 }).toBe(0);

  const ids = new Set(asked.submits.map(({ id }) => id));
  const jobs = [];
  for (const id of ids) jobs.push((await callServed(mock, 'GET', `/jobs/${id}`)).body);
  const received = receiver.received.map(({ body }) => body);
  const { body: balance } = await callServed(mock, 'GET', '/balance');
  const sessions = await listServed(mock, '/sessions?limit=1000');
  const streams = asked.streams.map((stream) => ({ ...stream, cutAt: stream.cutAt ?? Date.now() }));
  expectNothingLost({
    submits: asked.submits,
    jobs,
    sessions,
    balance,
    openingUsd: 1_000_000,
    received,
    streams,
    speed,
  });

  // Files: each that was acknowledged is there, and nothing of the others is.
  const blobs = await readdir(join(data, 'blobs'));
  expect(blobs.filter((name) => name !== 'partial').length).toBeGreaterThanOrEqual(asked.files.size);
  expect(await readdir(join(data, 'blobs', 'partial'))).toEqual([]);
  for (const key of asked.files) {
    const done = await callServed(mock, 'POST', '/face-swap-image', { image_key: key, face_key: key });
    expect(done.status).toBe(202);
  }
  expect((await mock.stop()).code).toBe(0);
  console.log(
    `${kills} kills: ${ids.size} jobs, ${receiver.received.length} attempts for ${new Set(received.map((body) => body['delivery_id'])).size} deliveries, ` +
      `${asked.files.size} files, ${asked.streams.length} streams`,
  );
  await receiver.close();
};
