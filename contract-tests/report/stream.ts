/** One socket as reports show it. */
import type { FrameEvidence, StreamEvidence } from '../sockets/stream-evidence.ts';
import { plural } from './figures.ts';

export type ShownStream = {
  /** Number of the exchange that made its session. */
  readonly session: number;
  /** HTTP status of the answer to the upgrade; 0 if none came. */
  readonly status: number;
  /** How many frames came in all: the first and the last ones are shown. */
  readonly count: number;
  /** Text as it is, bytes in hexadecimal digits. */
  readonly frames: readonly FrameEvidence[];
  /** Null while it is open. */
  readonly close_code: number | null;
};

export const shownStream = ({ session, status, count, frames, closeCode }: StreamEvidence): ShownStream => ({
  session,
  status,
  count,
  frames,
  close_code: closeCode ?? null,
});

/** One line for the socket. */
export const streamLine = ({ session, status, count, close_code }: ShownStream): string => {
  const answer = status === 0 ? 'no answer to the upgrade' : `upgrade ${status}`;
  if (status !== 101) return `socket of #${session}: ${answer}`;
  return `socket of #${session}: ${answer}, ${plural(count, 'frame')}, ${close_code === null ? 'open' : `closed with ${close_code}`}`;
};

/** One line for each of its frames that is shown. */
export const frameLines = ({ frames }: ShownStream): readonly string[] =>
  frames.map(({ number, kind, bytes, head }) => `frame ${number}, ${kind} of ${plural(bytes, 'byte')}: ${head}`);
