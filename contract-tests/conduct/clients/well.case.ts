/** What a client does that does it well: parts for small ones that are broken elsewhere. */
import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { limits } from '../../../spec/limits.ts';
import type { Answer, Sending, Stage, Told } from './stage.case.ts';

/** A submit of the cheapest job. */
export const submit = async (stage: Stage, sending: Sending = {}): Promise<Answer> => {
  const image = await stage.upload();
  return stage.post('/face-swap-image', { image_key: image, face_key: image }, sending);
};

/** Polls once a second. */
export const finish = async ({ get, wait }: Stage, statusUrl: string): Promise<Told> => {
  for (;;) {
    const { body } = await get(statusUrl);
    if (body.status === 'succeeded' || body.status === 'failed') return body;
    await wait(1);
  }
};

/** The link is signed: it takes no key. */
export const download = async (job: Told): Promise<number> => {
  const response = await fetch(job.output_url);
  await response.arrayBuffer();
  return response.status;
};

export const main = async (stage: Stage, sending: Sending = {}): Promise<Told> => {
  const job = await finish(stage, (await submit(stage, sending)).body.status_url);
  await download(job);
  return job;
};

/** So many jobs that the log of usage is longer than it lists without a limit. They fail, so that there is nothing to fetch. */
export const fillUsage = async (stage: Stage): Promise<void> => {
  const image = await stage.upload();
  for (let jobs = 0; jobs <= limits.usageLimitDefault; jobs++) {
    const script = 'magic_processing_failed';
    await finish(stage, (await stage.post('/avatar', { image_key: image, script })).body.status_url);
  }
};

export const voiceSession = async ({ post }: Stage, body: object = { duration_minutes: 1 }): Promise<Told> =>
  (await post('/voice/session', body)).body;

export const liveSwap = async ({ post }: Stage, body: object = { duration_minutes: 1 }): Promise<Told> =>
  (await post('/full-live-swap/session', body)).body;

export const addressOf = ({ stream_url, session_token }: Pick<Told, 'stream_url' | 'session_token'>): string =>
  `${stream_url}?session_token=${session_token}`;

/** So many messages of int16 samples that are heard. @param frames in each */
export const pcm = (frames: number, at = 0): Buffer => {
  const bytes = Buffer.alloc(2 * frames);
  for (let index = 0; index < frames; index++) {
    bytes.writeInt16LE(Math.round(8_000 * Math.sin((at * frames + index) / 9)), 2 * index);
  }
  return bytes;
};

/** Sends a message of sound, and waits: until it was heard, and then so long. */
export const speaks = async (
  stage: Stage,
  ws: WebSocket | undefined,
  frames: number,
  seconds: number,
  at = 0,
): Promise<void> => {
  if (ws === undefined) throw new Error('the socket was not opened');
  const back = once(ws, 'message');
  ws.send(pcm(frames, at));
  await back;
  await stage.wait(seconds);
};
