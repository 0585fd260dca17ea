/**
 * The way out of a stream: every message and every close passes here. A port: a caller may wrap the line of a connection, to drop,
 * delay or change what leaves it, or to end it early.
 */
import type { Session } from '../domain/session.ts';

export interface Line {
  /** A message to the client. Nothing happens once the stream is over. */
  send(data: Buffer | string, isBinary: boolean): void;
  /** Ends the session and closes the connection with a code and a reason. */
  close(code: number, reason: string): void;
  /** Ends the session and breaks the connection off without a word. */
  reset(): void;
  /** As if the line were cut without either end noticing: nothing passes any more, until missed pings tell. */
  silence(): void;
  /** Reads nothing more from the client, or goes on. */
  wait(on: boolean): void;
  /** Called once, when the stream is over: time to let go of timers. */
  ended(): void;
}

export type Frame = (line: Line, session: Session) => Line;
