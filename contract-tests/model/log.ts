/** What was observed of a program: every answer that the bookkeeper needs, in order. It judges nothing. */
import type { Account } from '../account.ts';
import type { Balance } from '../actor.ts';
import type { JobOutcome } from '../../spec/magic.ts';
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { StreamKind, UploadRole, Who } from './program.ts';

export type UploadLog = {
  readonly who: Who;
  readonly role: UploadRole;
  readonly exchange: Exchange;
  /** Undefined where none was given. */
  readonly fileKey: string | undefined;
};

export type Submit = {
  readonly who: Who;
  readonly endpoint: JobEndpoint;
  readonly key: string | undefined;
  /** `together`: one of several that were sent at once. */
  readonly kind: 'first' | 'again' | 'together' | 'other-body';
  /** The files of steps before it that it names. */
  readonly uploads: readonly UploadLog[];
  /** Undefined where it asks for no webhook. */
  readonly callbackUrl: string | undefined;
  readonly exchange: Exchange;
};

export type JobLog = {
  readonly who: Who;
  readonly id: string;
  /** With the key that submitted it. */
  readonly by: Account;
  readonly callbackUrl: string | undefined;
  readonly acknowledgement: Exchange;
  readonly looks: Exchange[];
  /** How it was told to end, if it was. */
  forced: JobOutcome | undefined;
  /** A look long after its end. */
  late: Exchange | undefined;
  /** Its key was revoked, and another one does not see it: nothing more can be said of it. */
  isHidden: boolean;
};

/** A webhook that came. */
export type DeliveryLog = {
  /** The `callback_url` to which it came; undefined where it came to none of the program's. */
  readonly callbackUrl: string | undefined;
  /** Its body; undefined if that is no JSON. */
  readonly json: unknown;
  /** The request, as evidence. */
  readonly exchange: Exchange;
};

export type StreamLog = {
  readonly who: Who;
  readonly kind: StreamKind;
  readonly session: Exchange;
  /** How long it was streamed lies between them. */
  readonly secondsLeast: number;
  readonly secondsMost: number;
  readonly ceilingMicros: number;
  /** What a second costs by its own ceiling, where the account may have another price than the rate card. */
  readonly ownSecondMicros: number | undefined;
};

/** What was there before the program began. */
export type Opening = {
  readonly before: Balance;
  /** What the usage log listed; undefined of an account that is the program's own, where there was nothing. */
  readonly recordsBefore: readonly unknown[] | undefined;
};

export type AccountLog = Opening & {
  /** When everything had ended. */
  readonly after: Balance;
  /** Long after that. */
  readonly late: Balance;
  readonly usage: { readonly exchange: Exchange; readonly records: readonly unknown[] };
  readonly summary: Exchange;
  readonly toppedUpMicros: number;
};

/** What is written down step by step. */
export type Notes = {
  readonly uploads: UploadLog[];
  readonly submits: Submit[];
  readonly jobs: JobLog[];
  readonly streams: StreamLog[];
  readonly unused: { readonly who: Who; readonly session: Exchange }[];
  readonly refused: { readonly who: Who; readonly exchange: Exchange }[];
  readonly strangers: { readonly id: string; readonly exchange: Exchange }[];
  readonly revoked: Exchange[];
};

export const noNotes = (): Notes => ({
  uploads: [],
  submits: [],
  jobs: [],
  streams: [],
  unused: [],
  refused: [],
  strangers: [],
  revoked: [],
});

/** The notes, with what was seen when all was over. */
export type Log = { readonly [part in keyof Notes]: Readonly<Notes[part]> } & {
  /** One or two. */
  readonly accounts: readonly AccountLog[];
  /** In the order in which they came to an address. */
  readonly deliveries: readonly DeliveryLog[];
  /** Some job did not end: then the books are not closed, and nothing is said of money. */
  readonly isOpen: boolean;
  readonly exchanges: readonly Exchange[];
};
