/** What was observed of a program: every answer that the bookkeeper needs, in order. It judges nothing. */
import type { Balance } from '../actor.ts';
import type { JobOutcome } from '../../spec/magic.ts';
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Program, StreamKind, Who } from './program.ts';

export type Submit = {
  readonly who: Who;
  readonly endpoint: JobEndpoint;
  readonly key: string | undefined;
  /** `together`: one of several that were sent at once. */
  readonly kind: 'first' | 'again' | 'together' | 'other-body';
  readonly exchange: Exchange;
};

export type JobLog = {
  readonly who: Who;
  readonly id: string;
  readonly acknowledgement: Exchange;
  readonly looks: Exchange[];
  /** How it was told to end, if it was. */
  forced: JobOutcome | undefined;
  /** A look long after its end. */
  late: Exchange | undefined;
};

export type StreamLog = {
  readonly who: Who;
  readonly kind: StreamKind;
  readonly session: Exchange;
  readonly seconds: number;
  readonly ceilingMicros: number;
};

export type AccountLog = {
  readonly before: Balance;
  /** When everything had ended. */
  readonly after: Balance;
  /** Long after that. */
  readonly late: Balance;
  readonly usage: { readonly exchange: Exchange; readonly records: readonly unknown[] };
  readonly summary: Exchange;
  readonly toppedUpMicros: number;
};

export type Log = {
  readonly program: Program;
  /** One or two. */
  readonly accounts: readonly AccountLog[];
  readonly submits: readonly Submit[];
  readonly jobs: readonly JobLog[];
  readonly streams: readonly StreamLog[];
  readonly unused: readonly { readonly who: Who; readonly session: Exchange }[];
  readonly refused: readonly { readonly who: Who; readonly exchange: Exchange }[];
  readonly strangers: readonly { readonly id: string; readonly exchange: Exchange }[];
  readonly revoked: readonly Exchange[];
  /** Some job did not end: then the books are not closed, and nothing is said of money. */
  readonly isOpen: boolean;
  readonly exchanges: readonly Exchange[];
};
