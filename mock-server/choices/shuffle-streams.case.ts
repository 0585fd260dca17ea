/** Streams under any choice of gaps: what comes over them, what ends them, and what they cost. */
import { expect } from 'vitest';
import { rateCard } from '../../fixtures/rate-card.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import type { UsageReason } from '../../spec/vocabulary.ts';
import { type StreamClient, openStream } from '../sockets/client.case.ts';
import { type Caller, type UsageRecord, micros, newRecords, openCaller } from './caller.case.ts';
import { type Client, at } from './client.case.ts';

export const streamAll = async (client: Client, choices: GapChoices, seed: number): Promise<void> => {
  const caller = await openCaller(client, { balance_usd: 20 });
  const stage: Stage = { client, choices, caller };
  await changeVoice(stage);
  await reachHardStop(stage);
  await swapLive(stage, seed % 2 === 0 ? 'pro' : 'standard');
  await neverConnect(stage);
};

type Stage = { readonly client: Client; readonly choices: GapChoices; readonly caller: Caller };

/** The format unasked, then as much audio as was sent; the client's close ends and settles it. */
const changeVoice = async (stage: Stage): Promise<void> => {
  const { client, choices, caller } = stage;
  const [voice] = (await caller.get('/voices')) as readonly { readonly id: string }[];
  const body = { duration_minutes: 2, voice_profile_id: voice?.id };
  const record = await settled(stage, '/voice/session', body, 7.5, rateCard.voice_changer.usd, async (session) => {
    const stream = await openStream(addressOf(session));
    const { sample_rate, chunk_frames } = await formatOf(stream, choices);
    const sent = audio(3, chunk_frames);
    stream.send(...sent);
    await client.clock.advance({ seconds: 7.5 });
    await stream.close();
    // A voice may come with a delay (gap `converted-voice`).
    const delay = choices['converted-voice'] === 'delayed' ? 2 * Math.round(0.2 * sample_rate) : 0;
    expect(bytesOf(stream.messages.slice(1)).length).toBe(bytesOf(sent).length + delay);
  });
  expect(record).toMatchObject({ status: 'succeeded', reason: reasonOfClose(choices) });
};

/** Without a voice the audio comes back as it is; the stream ends by itself at the last second that is funded. */
const reachHardStop = async (stage: Stage): Promise<void> => {
  const { client, choices } = stage;
  const body = { duration_minutes: 1 };
  const record = await settled(stage, '/voice/session', body, 60, rateCard.voice_changer.usd, async (session) => {
    expect(at(session, 'max_duration_sec')).toBe(60);
    const stream = await openStream(addressOf(session));
    const { chunk_frames } = await formatOf(stream, choices);
    const sent = audio(5, chunk_frames);
    await client.clock.advance({ seconds: 59 });
    stream.send(...sent);
    await stream.received(6);
    expect(bytesOf(stream.messages.slice(1)).equals(bytesOf(sent))).toBe(true);
    await client.clock.advance({ seconds: 1 });
    expect((await stream.closed).code).toBe(Number(choices['hard-stop-close']));
  });
  expect(record).toMatchObject({ status: 'succeeded', reason: 'session_limit_reached' });
};

/** A tier at its own rate; of two sockets with one token one streams, and one is billed. */
const swapLive = async (stage: Stage, tier: 'pro' | 'standard'): Promise<void> => {
  const { client, choices } = stage;
  const { usd } = tier === 'pro' ? rateCard.full_live_swap : rateCard.full_live_swap_standard;
  const takesOver = choices['socket-second'] === 'replaces';
  const body = { duration_minutes: 1, tier, prompt: 'Swap them.' };
  const record = await settled(stage, '/full-live-swap/session', body, 12.25, usd, async (session) => {
    expect(at(session, 'prompt')).toBe('Swap them.');
    expect(await isLetIn(`${addressOf(session)}x`)).toBe(false);
    const first = await openStream(addressOf(session));
    const second = await openStream(addressOf(session)).catch(() => undefined);
    expect(second !== undefined && (await isStreaming(second))).toBe(takesOver);
    if (takesOver) await first.closed;
    else expect(await isStreaming(first)).toBe(true);
    const stream = (takesOver ? second : first) ?? first;
    const sent = audio(3, 400);
    stream.send(...sent);
    await client.clock.advance({ seconds: 12.25 });
    await stream.close();
    const texts = stream.messages.filter((message) => typeof message === 'string');
    const frames = stream.messages.filter((message) => typeof message !== 'string');
    expect(texts).toHaveLength(choices['live-swap-frames'] === 'ready-first' ? 1 : 0);
    expect(frames.map(({ length }) => length)).toEqual(sent.map(({ length }) => length));
    expect(bytesOf(frames).equals(bytesOf(sent))).toBe(choices['live-swap-frames'] !== 'changed');
    // Its token is used up.
    expect(await isLetIn(addressOf(session))).toBe(false);
  });
  expect(record).toMatchObject({ status: 'succeeded', reason: reasonOfClose(choices) });
};

const neverConnect = async (stage: Stage): Promise<void> => {
  const { client, choices } = stage;
  const body = { duration_minutes: 1 };
  const record = await settled(stage, '/voice/session', body, 0, rateCard.voice_changer.usd, async (session) => {
    // Longer than any token lives (gap `token-lifetime`).
    await client.clock.advance({ seconds: 660 });
    expect(await isLetIn(addressOf(session))).toBe(false);
  });
  if (choices['no-stream-time'] === 'never') expect(record).toBeUndefined();
  else expect(record).toMatchObject({ status: choices['no-stream-status'], reason: 'no_stream', charged_usd: 0 });
};

const reasonOfClose = (choices: GapChoices): UsageReason | null =>
  choices['session-reason'] === 'slugs' ? 'cancelled' : null;

/** Creates a session, which costs nothing yet, and streams: one record at the most, its charge off the balance, as much as the seconds cost. */
const settled = async (
  { client, choices, caller }: Stage,
  path: string,
  body: object,
  seconds: number,
  secondUsd: number,
  stream: (session: unknown) => Promise<unknown>,
): Promise<UsageRecord | undefined> => {
  const before = await caller.books();
  const session = await caller.post(path, body);
  expect(await caller.books()).toEqual(before);
  await stream(session);
  // It may take its time to settle (gap `session-settle-delay`).
  await client.clock.advance({ seconds: 3 });
  const after = await caller.books();
  const [record, ...more] = newRecords(before, after);
  expect(more).toEqual([]);
  const charged = micros(record?.charged_usd ?? 0);
  expect(before.balance - after.balance).toBe(charged);
  expect(charged).toBeLessThanOrEqual(micros(at(session, 'max_cost_usd')));
  // Half a cent where charges are whole cents (gap `usd-rounding`); whole seconds below and above (gap `session-rounding`).
  const slack = choices['usd-rounding'] === 'cent' ? 5_000 : 0;
  expect(charged).toBeGreaterThanOrEqual(Math.floor(seconds) * micros(secondUsd) - slack);
  expect(charged).toBeLessThanOrEqual(Math.ceil(seconds) * micros(secondUsd) + slack);
  return record;
};

/** The first message, before anything was sent: positive numbers, and those that were chosen. */
const formatOf = async (
  stream: StreamClient,
  choices: GapChoices,
): Promise<{ readonly sample_rate: number; readonly chunk_frames: number }> => {
  const [frame] = await stream.received(1);
  expect(frame).toBeTypeOf('string');
  const [sample_rate = 0, chunk_frames = 0] = choices['voice-format'].split('x').map(Number);
  expect(JSON.parse(String(frame))).toMatchObject({ sample_rate, chunk_frames });
  return { sample_rate, chunk_frames };
};

/** Messages of so many samples, each different from the others. */
const audio = (messages: number, samples: number): Buffer[] =>
  Array.from({ length: messages }, (_, index) => Buffer.alloc(2 * samples, `sound ${index}`));

const bytesOf = (messages: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(messages.map((message) => Buffer.from(message)));

const addressOf = (session: unknown): string =>
  `${String(at(session, 'stream_url'))}?session_token=${String(at(session, 'session_token'))}`;

/** Whether a socket is there to stay: it may be opened only to be told that it is not wanted. */
const isStreaming = ({ ws, closed }: StreamClient): Promise<boolean> =>
  new Promise((resolve) => {
    void closed.then(() => resolve(false));
    ws.once('pong', () => resolve(true));
    if (ws.readyState === ws.OPEN) ws.ping();
  });

const isLetIn = async (address: string): Promise<boolean> => {
  const stream = await openStream(address).catch(() => undefined);
  if (stream === undefined) return false;
  const isIn = await isStreaming(stream);
  if (!isIn) expect(stream.messages).toEqual([]);
  return isIn;
};
