/**
 * Sockets are held against their claim as requests are: an upgrade and each message that is sent is what every server has to take, or is
 * labelled with what it breaks, or with the gap of the document that it goes into.
 */
import { formatNumber } from '../reading/audio-format.ts';
import { textIn } from '../reading/members.ts';
import { HarnessError } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { StreamFrame } from '../wire/stream.ts';

/** `used-token`: that of the session, whose socket was let in before. It may be open still (gap `socket-second`) or over. */
export type UpgradeLabel = 'no-token' | 'unknown-token' | 'foreign-token' | 'used-token';

export type FrameLabel = 'gap:live-swap-frames' | 'gap:voice-text' | 'gap:odd-bytes' | 'gap:chunk-size';

export type Upgrade = {
  /** With its query. */
  readonly url: string;
  readonly session: Exchange;
  /** Every token that a session call of the run gave out. */
  readonly tokens: ReadonlySet<string>;
  /** Whether a socket of the session was let in before. */
  readonly isUsed: boolean;
};

/** Throws a HarnessError if an upgrade is not what it claims to be. */
export const expectUpgradeAsClaimed = (upgrade: Upgrade, breaks: UpgradeLabel | undefined): void => {
  const { url, session } = upgrade;
  const given = new URL(url);
  const address = new URL(textIn(session, 'stream_url') ?? '', session.request.url);
  if (given.host !== address.host || given.pathname !== address.pathname)
    throw new HarnessError(`an upgrade is sent elsewhere than its session said: ${given.host}${given.pathname}`);
  expectAmong('an upgrade', labelsOf(upgrade), breaks);
};

/** By which it may be claimed; none for one that every server has to let in. */
const labelsOf = (upgrade: Upgrade): readonly UpgradeLabel[] => {
  const { url, session, isUsed } = upgrade;
  const token = new URL(url).searchParams.get('session_token');
  if (token === null) return ['no-token'];
  if (token === '') return ['no-token', 'unknown-token'];
  if (token === textIn(session, 'session_token')) return isUsed ? ['used-token'] : [];
  return [upgrade.tokens.has(token) ? 'foreign-token' : 'unknown-token'];
};

/**
 * Throws a HarnessError if a message that is going to be sent is not what it claims to be.
 * @param frames what has come on the socket: on that of a voice session, its format
 */
export const expectFrameAsClaimed = (
  { operation }: Pick<Exchange, 'operation'>,
  frames: readonly StreamFrame[],
  data: Uint8Array | string,
  breaks: FrameLabel | undefined,
): void => {
  // The document does not show what a live swap socket carries.
  if (operation !== 'createVoiceSession') return expectAmong('a message', ['gap:live-swap-frames'], breaks);
  if (typeof data === 'string') return expectAmong('a message', ['gap:voice-text'], breaks);
  if (data.byteLength % 2 === 1) return expectAmong('a message', ['gap:odd-bytes'], breaks);
  const chunk = formatNumber(frames, 'chunk_frames');
  // Who says no format says no size either.
  if (chunk === undefined && (breaks === undefined || breaks === 'gap:chunk-size')) return;
  expectAmong('a message', isNear(data.byteLength, chunk ?? 0) ? [] : ['gap:chunk-size'], breaks);
};

/** Whether a message of so many bytes holds about `chunk_frames` samples, as a client's has to. */
export const isNear = (bytes: number, chunkFrames: number): boolean => bytes >= chunkFrames && bytes <= 4 * chunkFrames;

const expectAmong = (what: string, labels: readonly string[], breaks: string | undefined): void => {
  const isRight = breaks === undefined ? labels.length === 0 : labels.includes(breaks);
  if (isRight) return;
  throw new HarnessError(
    `${what} claims ${breaks === undefined ? 'to be lawful' : `to be ${breaks} and nothing else`}, and is ${labels.join(' or ') || 'lawful'}`,
  );
};
