/** What a socket carried, as evidence: how it began and ended, and its first and last frames. */
import type { Run } from '../run.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { StreamFrame } from '../wire/stream.ts';

export type StreamEvidence = {
  /** Number of the exchange that made its session. */
  readonly session: number;
  /** HTTP status of the answer to the upgrade; 0 if none came. */
  readonly status: number;
  /** How many frames came in all. */
  readonly count: number;
  readonly frames: readonly FrameEvidence[];
  /** Undefined while it is open. */
  readonly closeCode: number | undefined;
};

export type FrameEvidence = {
  /** Counts from 1. */
  readonly number: number;
  readonly kind: StreamFrame['kind'];
  readonly bytes: number;
  /** The beginning: text as it is, bytes in hexadecimal digits. */
  readonly head: string;
};

/** The sockets of the sessions among some exchanges, in the order in which they were opened. */
export const streamsOf = (run: Run, exchanges: readonly Exchange[]): readonly StreamEvidence[] =>
  run.streams.flatMap(({ stream: { status, frames, end }, session }): StreamEvidence[] =>
    exchanges.includes(session)
      ? [{ session: session.number, status, count: frames.length, frames: ends(frames), closeCode: end?.code }]
      : [],
  );

const ends = (frames: readonly StreamFrame[]): readonly FrameEvidence[] =>
  frames.flatMap((frame, at) =>
    at < shownAtEachEnd || at >= frames.length - shownAtEachEnd ? [frameEvidence(frame, at + 1)] : [],
  );

const shownAtEachEnd = 2;

const frameEvidence = ({ kind, bytes }: StreamFrame, number: number): FrameEvidence => {
  const max = kind === 'text' ? 200 : 16;
  const head = bytes.subarray(0, max).toString(kind === 'text' ? 'utf8' : 'hex');
  return { number, kind, bytes: bytes.length, head: bytes.length > max ? `${head}…` : head };
};
