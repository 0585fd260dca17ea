/**
 * A mock with a data folder that is killed again and again while it works: nothing that it acknowledged is lost, nothing is done twice,
 * and what was under way goes on (F01 to F05).
 */
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { mediumBytes } from '../../fixtures/media.ts';
import { createChance } from '../engine/random.ts';
import { seedOr, withSeed } from '../engine/simulation/replay.case.ts';
import { openReceiver } from '../webhooks/receiver.case.ts';
import { type Stream, expectNothingLost } from './kill-judge.case.ts';
import { wholeBytesMax } from '../http/uploads/whole.ts';
import { hasLived, readKept } from './kept-world.case.ts';
import { type Serving, pause, serve } from './launch.case.ts';
import { callServed, listServed } from './served-call.case.ts';
import { beginUpload } from './slow-upload.case.ts';

const kills = 200;
/** The clock runs sixty times as fast, so that ladders go on between two kills. */
const speed = 60;
const seed = seedOr(4);

const small = (await mediumBytes('portrait.png')).slice();
/** The same picture with rubbish behind it: 2 MB, which are taken as a stream. */
const large = Buffer.concat([small, Buffer.alloc(2_000_000, 7)]);

const parent = await mkdtemp(join(tmpdir(), 'kill-'));
const data = join(parent, 'world');
afterAll(() => rm(parent, { recursive: true }));

type Submit = { readonly key: string; readonly body: object; id: string | undefined };

/** What the client has asked for, and what it was told. */
const asked = {
  submits: [] as Submit[],
  /** The bytes of each file, by its key. */
  files: new Map<string, Uint8Array>(),
  streams: [] as Stream[],
};

/** What was under way at a kill, whichever way the timing was. */
const cut = { streams: 0, uploads: 0 };

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
  asked.files.set(key, bytes);
  return key;
};

/** Opens a stream, and waits until it has been written down that it lives. Some have their hard stop within a second of the wall clock. */
const live = async (mock: Serving): Promise<Stream> => {
  const minutes = asked.streams.length % 2 === 0 ? 1 : 120;
  const { body } = await callServed(mock, 'POST', '/voice/session', { duration_minutes: minutes });
  const stream: Stream = {
    id: String(body['session_id']),
    maxCostUsd: Number(body['max_cost_usd']),
    openedAt: Date.now(),
    cutAt: undefined,
    aliveSeconds: undefined,
  };
  asked.streams.push(stream);
  const socket = new WebSocket(`${String(body['stream_url'])}?session_token=${String(body['session_token'])}`);
  socket.on('error', () => undefined);
  socket.on('close', () => (stream.cutAt = Date.now()));
  await expect.poll(() => hasLived(data, stream.id), { timeout: 20_000, interval: 20 }).toBe(true);
  return stream;
};

/** Reads in the folder of a killed mock how long a stream has lived. */
const noteLife = async (stream: Stream): Promise<void> => {
  const kept = (await readKept(data)).streams.get(stream.id);
  expect(kept?.aliveSeconds).toBeGreaterThan(0);
  stream.aliveSeconds = kept?.aliveSeconds;
  if (kept?.endedBy === undefined) cut.streams++;
};

/** One large file all the way, and another until half of it is on the disk. */
const uploadHalf = async (mock: Serving): Promise<void> => {
  asked.files.set(await beginUpload(mock, large).finish(), large);
  beginUpload(mock, large);
  await expect.poll(partBytes, { timeout: 20_000, interval: 5 }).toBeGreaterThan(wholeBytesMax);
};

/** A large file, with a rest in the middle in which the mock may be killed. */
const uploadSlowly = async (mock: Serving): Promise<void> => {
  const { finish } = beginUpload(mock, large);
  await pause(20);
  asked.files.set(await finish(), large);
};

/** Of what is on its way to the folder: the largest. */
const partBytes = async (): Promise<number> => {
  const folder = join(data, 'blobs', 'partial');
  const sizes = (await readdir(folder)).map((name) =>
    // A small one may be finished meanwhile.
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return Math.max(0, ...(await Promise.all(sizes)));
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
  const start = (): Promise<Serving> =>
    serve(['--data', data, '--clock', `${speed}x`, '--job-time', '5', '--rate-limit', 'off', '--balance', '1000000']);
  const { draw } = createChance(seed, 'seed').moment('a1', 0, 0);
  let mock = await start();
  const file = await upload(mock, small);
  const fresh = (key: string): Submit => {
    const one = { key, body: { image_key: file, face_key: file, callback_url: receiver.url }, id: undefined };
    asked.submits.push(one);
    return one;
  };

  for (let round = 0; round < kills; round++) {
    const killing = new AbortController();
    const working = [
      work(killing.signal, 'submits', (number) => submit(mock, fresh(`${round}-${number}`))),
      work(killing.signal, 'uploads', async () => void (await upload(mock, small))),
      work(killing.signal, 'retries', async (number) => {
        const one = asked.submits[Math.floor(draw(`retry/${round}/${number}`) * asked.submits.length)];
        if (one === undefined) await pause(1);
        else await submit(mock, one);
      }),
      ...(round % 5 === 2 ? [work(killing.signal, 'large uploads', () => uploadSlowly(mock))] : []),
    ];
    const stream = round % 5 === 0 ? await live(mock) : undefined;
    if (round % 5 === 1) await uploadHalf(mock);
    await pause(5 + 120 * draw(`kill/${round}`));
    killing.abort();
    mock.child.kill('SIGKILL');
    expect((await mock.ended).stderr).toBe('');
    await rm(mock.folder, { recursive: true });
    await Promise.all(working);
    if (stream !== undefined) await noteLife(stream);
    if ((await partBytes()) > wholeBytesMax) cut.uploads++;
    mock = await start();
    expect(await readdir(join(data, 'blobs', 'partial'))).toEqual([]);
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

  for (const key of asked.files.keys()) {
    const use = async (): Promise<number> =>
      (await callServed(mock, 'POST', '/face-swap-image', { image_key: key, face_key: key })).status;
    // So many in a row may fill the waiting line for a moment.
    await expect.poll(use, { timeout: 20_000, interval: 50 }).toBe(202);
  }
  expect((await mock.stop()).code).toBe(0);
  await expectFiles();
  expect(cut.streams).toBeGreaterThanOrEqual(kills / 10);
  expect(cut.uploads).toBeGreaterThanOrEqual(kills / 5);
  const billedUsd = sessions.reduce((sum, session) => sum + Number(session['charged_usd']), 0);
  console.log(
    `${kills} kills: ${ids.size} jobs, ${receiver.received.length} attempts for ${new Set(received.map((body) => body['delivery_id'])).size} deliveries, ` +
      `${asked.files.size} files, ${cut.uploads} cut off on their way, ` +
      `${asked.streams.length} streams, ${cut.streams} cut off while they were alive, billed ${billedUsd.toFixed(4)} USD`,
  );
  await receiver.close();
};

/** Each file that was acknowledged is there with its bytes, and of the others nothing but what the log tells of, whose answer was cut off. */
const expectFiles = async (): Promise<void> => {
  const { uploads } = await readKept(data);
  for (const [key, bytes] of asked.files) {
    const blob = await readFile(join(data, 'blobs', uploads.get(key) ?? key));
    expect(blob.equals(bytes), `the bytes of ${key}`).toBe(true);
  }
  const blobs = (await readdir(join(data, 'blobs'))).filter((name) => name !== 'partial');
  expect(blobs.toSorted()).toEqual([...uploads.values()].toSorted());
  expect(await readdir(join(data, 'blobs', 'partial'))).toEqual([]);
};
