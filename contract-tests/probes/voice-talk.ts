/** Conversations on the voice socket: what is sent, and all that comes back. */
import type { Actor } from '../actor.ts';
import { type FrameLabel, isNear } from '../lawful/sockets.ts';
import { formatIn, formatNumber } from '../reading/audio-format.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Stream, StreamFrame } from '../wire/stream.ts';
import { createSession, voice } from './sessions.ts';
import { voiceIds } from './voices.ts';

export type Opening = {
  readonly says: string;
  readonly session: Exchange;
  readonly status: number;
  /** What came before the client had sent anything, within a few seconds. */
  readonly unprompted: readonly StreamFrame[];
  /** All that came, to the end. */
  readonly frames: readonly StreamFrame[];
};

/** The first words of voice sessions: without a voice and with one. */
export const openings = async (actor: Actor): Promise<readonly Opening[]> => {
  const first = await opening(actor, 'no voice', {}, 2_000);
  const [id] = await voiceIds(actor);
  // Of a server that says nothing, nothing more is expected.
  const patienceMs = formatsIn(first.unprompted).length > 0 ? 2_000 : 300;
  return [
    first,
    await opening(actor, `the voice ${id ?? ''}`, { ...(id !== undefined && { voice_profile_id: id }) }, patienceMs),
  ];
};

const opening = async (
  actor: Actor,
  says: string,
  body: { readonly voice_profile_id?: string },
  patienceMs: number,
): Promise<Opening> => {
  const session = await createSession(actor, await actor.main(), voice, 1, body);
  const stream = await actor.connect(session);
  await stream.until((frames) => frames.some((frame) => formatIn(frame) !== undefined), patienceMs);
  const unprompted = [...stream.frames];
  let sent = 0;
  for (let count = 1; count <= 5; count++) {
    // The format may come in between.
    const bytes = 2 * chunkOf(stream.frames);
    stream.send(soundOf(bytes, count));
    sent += bytes;
    if (!(await stream.until((frames) => audioIn(frames).length >= sent, 500))) break;
  }
  await stream.close();
  return { says, session, status: stream.status, unprompted, frames: stream.frames };
};

/** The frames that are about the format. Where none can be read as such, a text at the beginning is meant to be it. */
export const formatsIn = (frames: readonly StreamFrame[]): readonly StreamFrame[] => {
  const speaking = frames.filter((frame) => formatIn(frame) !== undefined);
  return speaking.length > 0 ? speaking : frames.slice(0, 1).filter(({ kind }) => kind === 'text');
};

/** Samples to a message; as many as usual where no format has come. */
export const chunkOf = (frames: readonly StreamFrame[]): number => formatNumber(frames, 'chunk_frames') ?? 480;

/** All audio that came: what is binary and is not about the format. */
export const audioIn = (frames: readonly StreamFrame[]): Buffer =>
  Buffer.concat(
    frames.flatMap((frame) => (frame.kind === 'binary' && formatIn(frame) === undefined ? [frame.bytes] : [])),
  );

/** An open voice socket with its format. */
export type Line = {
  readonly session: Exchange;
  readonly stream: Stream;
  readonly sampleRate: number;
  /** Samples to a message. */
  readonly chunkFrames: number;
};

/** Throws NotTestable where it does not open, or says no format: others find that. */
export const openLine = async (
  actor: Actor,
  body: { readonly voice_profile_id?: string } = {},
  session?: Exchange,
): Promise<Line> => {
  const [first] = await actor.once(openings);
  if (first === undefined || formatNumber(first.frames, 'sample_rate') === undefined) {
    actor.wanted(undefined, 'a voice socket that says its format');
  }
  const created = session ?? (await createSession(actor, await actor.main(), voice, 1, body));
  const stream = await actor.connect(created);
  await stream.until((frames) => formatNumber(frames, 'sample_rate') !== undefined, 2_000);
  const [sampleRate, chunkFrames] = [
    formatNumber(stream.frames, 'sample_rate'),
    formatNumber(stream.frames, 'chunk_frames'),
  ];
  if (sampleRate === undefined || chunkFrames === undefined) stream.cut();
  return {
    session: created,
    stream,
    sampleRate: actor.wanted(sampleRate, 'a voice socket that says its sample_rate', created),
    chunkFrames: actor.wanted(chunkFrames, 'a voice socket that says its chunk_frames', created),
  };
};

/**
 * Sends messages of audio, and hears what comes back.
 * @param bytes that are expected, by default as many as are sent
 * @param breaks what those messages do that are not usual; of `gap:chunk-size`, those of a size that is not near
 * @returns the audio that came from then on
 */
export const say = async (
  actor: Actor,
  { stream, sampleRate, chunkFrames }: Line,
  messages: readonly Buffer[],
  { bytes = lengthOfAll(messages), breaks }: { readonly bytes?: number; readonly breaks?: FrameLabel } = {},
): Promise<Buffer> => {
  const before = stream.frames.length;
  const { run, target } = actor;
  // Of other servers nothing says that they take audio faster than it is spoken (gap `stream-pace`).
  const isPaced = target.control === undefined;
  let due = run.now;
  for (const message of messages) {
    if (!stream.isOpen) break;
    const isUsual = breaks === 'gap:chunk-size' && isNear(message.length, chunkFrames);
    stream.send(message, isUsual ? undefined : breaks);
    due += (1_000 * message.length) / (2 * sampleRate);
    if (isPaced && due > run.now) await run.pass((due - run.now) / 1_000);
  }
  const patience = await run.once(usualPatience);
  const heard = audioSince(before);
  const isAll = await stream.until((frames) => heard(frames) >= bytes, patience.ms);
  // Who has lost something once is not waited for that long again. Where there is real distance, it may have been that.
  if (!isAll && stream.isOpen && !isPaced) patience.ms = 300;
  return audioIn(stream.frames.slice(before));
};

/** Real milliseconds for what is still to come. */
const usualPatience = (): Promise<{ ms: number }> => Promise.resolve({ ms: 3_000 });

const lengthOfAll = (messages: readonly (Buffer | number)[]): number =>
  messages.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : one.length), 0);

/** How many bytes of audio have come; asked with each frame, it goes on where it was. */
const audioSince = (from: number): ((frames: readonly StreamFrame[]) => number) => {
  let [place, sum] = [from, 0];
  return (frames) => {
    for (; place < frames.length; place++) {
      const frame = frames[place];
      if (frame?.kind === 'binary') sum += frame.bytes.length;
    }
    return sum;
  };
};

/** So many bytes of noise in which no stretch is like another, with the loudest and the quietest samples in it. */
export const soundOf = (bytes: number, seed: number): Buffer => {
  const sound = Buffer.alloc(bytes);
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  for (let at = 0; at < bytes; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    sound[at] = state >>> 24;
  }
  for (const [place, sample] of [-32_768, 32_767, 0, -1, 256].entries()) {
    if (bytes >= 2 * (place + 9)) sound.writeInt16LE(sample, 2 * (place + 4));
  }
  return sound;
};

/** So many samples that sound a little like a voice: a tone with overtones that swells. */
export const hum = (samples: number, sampleRate: number): Buffer => {
  const sound = Buffer.alloc(2 * samples);
  for (let at = 0; at < samples; at++) {
    const turn = (2 * Math.PI * at) / sampleRate;
    let sum = 0;
    for (let overtone = 1; overtone <= 4; overtone++) sum += Math.sin(140 * overtone * turn) / overtone;
    sound.writeInt16LE(Math.round(7_000 * (0.6 + 0.4 * Math.sin(3 * turn)) * sum), 2 * at);
  }
  return sound;
};

/** So many messages of noise; the sizes in bytes are used in turn. */
export const messagesOf = (sizes: readonly number[], count: number, seed: number): readonly Buffer[] => {
  const all = Array.from({ length: count }, (_, place) => sizes[place % sizes.length] ?? 0);
  return cutInto(soundOf(lengthOfAll(all), seed), all);
};

/** Cuts a sound into messages of so many bytes each; the sizes are used in turn. */
export const cutInto = (sound: Buffer, sizes: readonly number[]): readonly Buffer[] => {
  const messages: Buffer[] = [];
  let at = 0;
  for (let count = 0; at < sound.length; count++) {
    const size = Math.max(1, sizes[count % sizes.length] ?? sound.length);
    messages.push(sound.subarray(at, at + size));
    at += size;
  }
  return messages;
};
