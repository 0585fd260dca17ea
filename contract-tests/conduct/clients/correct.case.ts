/** Clients that do everything right, in TypeScript: one that meets every refusal there is, and one that streams and takes webhooks. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { MockOptions } from '../../../mock-server/options.ts';
import type { Answer, Play, Stage, Told } from './stage.case.ts';
import { addressOf, download, speaks } from './well.case.ts';

export type CorrectClient = { readonly name: string; readonly options: MockOptions; readonly play: Play };

/** Its waits: each code has its own, and what is not here is final. */
const waits: { readonly [code: string]: (attempt: number) => number } = {
  rate_limited: (attempt) => 5 * 2 ** attempt,
  at_capacity: () => 3,
  capacity_warming: () => 60,
  capacity_unavailable: (attempt) => 10 * 2 ** attempt,
  internal_error: () => 1,
  lost: () => 1,
};

/** Attempts at one thing. @param send told how often it was paid for anew */
const patiently = async (stage: Stage, send: (topUps: number) => Promise<Answer>): Promise<Answer> => {
  let topUps = 0;
  for (let attempt = 0; attempt < 8; attempt++) {
    const answer = await send(topUps).catch(() => undefined);
    if (answer?.code === 'insufficient_balance') {
      await stage.topUp(50);
      topUps++;
      continue;
    }
    const wait = waits[answer === undefined ? 'lost' : (answer.code ?? '')];
    if (wait === undefined && answer !== undefined) return answer;
    await stage.wait(wait?.(attempt) ?? 1);
  }
  throw new Error('it gives up after eight attempts');
};

/** The key is made before the first attempt, and goes with each; after a refusal that may be remembered under it there is a new one. */
const orderedTo = async (stage: Stage, path: string, body: object, order: string): Promise<Told> => {
  const answer = await patiently(stage, (topUps) =>
    stage.post(path, body, { headers: { 'idempotency-key': `${order}.${topUps}` } }),
  );
  if (answer.status >= 300) throw new Error(`${path} was refused with ${answer.code}`);
  return answer.body;
};

const followed = async (stage: Stage, { status_url }: Told): Promise<Told> => {
  for (;;) {
    const { body } = await patiently(stage, () => stage.get(status_url));
    if (body.status === 'succeeded' || body.status === 'failed') return body;
    await stage.wait(1.5);
  }
};

/** A link may have expired: then the job has a fresh one. */
const fetched = async (stage: Stage, { status_url }: Told, job: Told): Promise<void> => {
  if ((await download(job)) === 200) return;
  await download((await patiently(stage, () => stage.get(status_url))).body);
};

const done = async (stage: Stage, path: string, body: object, order: string): Promise<void> => {
  const ordered = await orderedTo(stage, path, body, order);
  const job = await followed(stage, ordered);
  if (job.status === 'succeeded') await fetched(stage, ordered, job);
};

export const meetsFaults: CorrectClient = {
  name: 'TypeScript, under every refusal, lost replies and an expired link',
  options: {
    balance: 0.01,
    rateLimit: 12,
    capacity: { voice: 'warming' },
    faults: [
      { when: { operation: 'submitFaceSwapImage', nth: 1 }, then: { fault: 'request-drop-after-commit' } },
      { when: { operation: 'submitFaceSwapImage', nth: 3 }, then: { fault: 'request-drop-before-commit' } },
      { when: { operation: 'submitAvatar', nth: 1 }, then: { fault: 'request-error', code: 'at_capacity' } },
      { when: { operation: 'submitAvatar', nth: 2 }, then: { fault: 'request-error', code: 'at_capacity' } },
      { when: { operation: 'submitAvatar', nth: 3 }, then: { fault: 'request-error', code: 'at_capacity' } },
      { when: { operation: 'submitAvatar', nth: 4 }, then: { fault: 'request-drop-mid-reply' } },
      { when: { operation: 'getJob', nth: 2 }, then: { fault: 'request-error', code: 'internal_error' } },
    ],
  },
  play: async (stage) => {
    await patiently(stage, () => stage.get('/balance'));
    const early = await stage.upload();
    const first = await orderedTo(stage, '/face-swap-image', { image_key: early, face_key: early }, 'order-1');
    const job = await followed(stage, first);
    await stage.wait(20 * 24 * 3_600);
    await fetched(stage, first, job);
    const image = await stage.upload();
    const swap = { image_key: image, face_key: image };
    await done(stage, '/face-swap-image', swap, 'order-2');
    await done(stage, '/avatar', { image_key: image, script: 'Good morning.' }, 'order-3');
    await done(stage, '/avatar', { image_key: image, script: 'magic_content_rejected magic_job_at_once' }, 'order-4');
    await done(stage, '/avatar', { image_key: image, script: 'magic_job_at_once' }, 'order-5');
    for (let page = 0; page < 20; page++) await patiently(stage, () => stage.get('/voices'));
    const { body: session } = await patiently(stage, () => stage.post('/voice/session', { duration_minutes: 1 }));
    await stage.close(await stage.open(addressOf(session), 1));
    await patiently(stage, () => stage.get('/usage?from=2026-01-01&limit=2'));
    await patiently(stage, () => stage.get('/usage/summary?from=2026-01-01'));
  },
};

export const streamsAndListens: CorrectClient = {
  name: 'TypeScript, with streams and webhooks',
  options: {
    faults: [
      { when: { operation: 'createVoiceSession', nth: 2 }, then: { fault: 'socket-format-late', ms: 50 } },
      { when: { operation: 'submitFaceSwapImage', nth: 3 }, then: { fault: 'webhook-drop', attempts: 6 } },
    ],
  },
  play: async (stage) => {
    const told = new Map<string, Told>();
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { data } = JSON.parse(Buffer.concat(pieces).toString()) as { data: Told };
        told.set(data.id, data);
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const callback_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const image = await stage.upload();
    for (const order of ['one', 'two', 'three']) {
      const headers = { 'idempotency-key': order };
      const body = { image_key: image, face_key: image, callback_url };
      const job = (await stage.post('/face-swap-image', body, { headers })).body;
      await stage.wait(1_800);
      // The source of truth, for the webhook that has not come.
      await download(told.get(job.id) ?? (await stage.get(job.status_url)).body);
    }
    server.close();
    server.closeAllConnections();
    for (const steady of [true, false]) await speak(stage, steady);
    const { balance_usd } = (await stage.get('/balance')).body;
    const swap = (await stage.post('/full-live-swap/session', { duration_minutes: 1, tier: 'standard' })).body;
    if (swap.max_cost_usd > balance_usd) throw new Error('it would have to top up first');
    const ws = await stage.open(addressOf(swap));
    ws?.send(Buffer.alloc(100));
    await stage.wait(1);
    await stage.close(ws);
  },
};

/** Six seconds of sound at the pace of speech, or half of one as fast as it goes. */
const speak = async (stage: Stage, steady: boolean): Promise<void> => {
  const { body } = await stage.post('/voice/session', { duration_minutes: 1 });
  const ws = new WebSocket(addressOf(body));
  // Nothing is sent before it has come.
  const [first] = (await once(ws, 'message')) as [Buffer];
  const format = JSON.parse(first.toString()) as { sample_rate: number; chunk_frames: number };
  const { sample_rate, chunk_frames } = format;
  const chunks = steady ? Math.ceil((6 * sample_rate) / chunk_frames) : 25;
  for (let at = 0; at < chunks; at++)
    await speaks(stage, ws, chunk_frames, steady ? chunk_frames / sample_rate : 0, at);
  await stage.close(ws);
};
