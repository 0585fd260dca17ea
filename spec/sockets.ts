/** The two sockets of the document as data: how they are reached, what is framed on them each way, and who ends them. */
import type { GapId } from './gaps.ts';
import type { OperationId } from './operations.ts';

export type FrameName = keyof typeof frames;
export type SocketName = keyof typeof sockets;

export type Frame = { readonly kind: 'text' | 'binary' | 'unknown'; readonly summary: string };

/** What a message on a socket holds. */
export const frames = {
  audioFormat: { kind: 'text', summary: 'Sample rate and chunk length, as JSON; once, before any audio' },
  pcm: { kind: 'binary', summary: 'Raw mono PCM, int16 little-endian, at the announced sample rate' },
  swapFrame: { kind: 'unknown', summary: 'A frame of the live swap stream; what it holds is not documented' },
} as const satisfies Record<string, Frame>;

export type Socket = {
  readonly title: string;
  /** The session call that gives `stream_url` and `session_token`. */
  readonly session: OperationId;
  /** What the service sends unasked, before anything else. */
  readonly firstFrame?: FrameName;
  readonly fromService: readonly FrameName[];
  readonly fromClient: readonly FrameName[];
  /** First parts of the ids of the clauses that speak of it. */
  readonly cites: readonly string[];
  readonly gaps: readonly GapId[];
};

/** Both sockets are reached at this address, and are authenticated by nothing but its query. */
export const socketAddress = '{stream_url}?session_token={session_token}';
export const socketTokenParameter = 'session_token';

/** Who ends a stream. No HTTP call does. */
export const socketEnds = {
  client: 'The client closes the socket; the session is over and the streamed seconds are billed.',
  service: 'The service stops the stream at `max_duration_sec`.',
} as const;

const bothCite = ['authentication.socket-', 'conventions.stream-url-'] as const;
const bothGaps = [
  'socket-bad-token',
  'socket-second',
  'token-lifetime',
  'session-funds',
  'session-rounding',
  'hard-stop-close',
  'other-close-codes',
  'dropped-connection',
  'keepalive',
  'session-clock',
  'socket-origin',
  'revoked-key-stream',
] as const satisfies GapId[];

export const sockets = {
  liveSwap: {
    title: 'Full Live Swap',
    session: 'createLiveSwapSession',
    fromService: ['swapFrame'],
    fromClient: ['swapFrame'],
    cites: [...bothCite, 'endpoints.full-live-swap.', 'states.full-live-swap.'],
    gaps: ['live-swap-frames', ...bothGaps],
  },
  voice: {
    title: 'Voice Changer',
    session: 'createVoiceSession',
    firstFrame: 'audioFormat',
    fromService: ['audioFormat', 'pcm'],
    fromClient: ['pcm'],
    cites: [...bothCite, 'endpoints.voice-session.', 'resources.audio-format.', 'states.voice-changer.'],
    gaps: ['voice-format', 'converted-voice', 'chunk-size', 'stream-pace', 'odd-bytes', 'voice-text', ...bothGaps],
  },
} as const satisfies Record<string, Socket>;
