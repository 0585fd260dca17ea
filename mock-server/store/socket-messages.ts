/**
 * What the journal keeps of the messages of one connection: the first ones and the last ones, of each no more than a beginning. Streams
 * carry fifty messages a second for hours, and thousands of them do nothing at all: so nothing is made before it is needed, and
 * what all connections keep together has a bound.
 */
import {
  type SocketMessage,
  journalSocketBytesMax,
  journalSocketMessagesFirst,
  journalSocketMessagesLast,
  journalSocketTextMax,
} from '../../spec/schemas/journal.ts';
import { type Redactor, secretCharsMax } from './redact.ts';

export type MessageFrom = SocketMessage['from'];

/** What is kept of a connection that is over; it changes no more. */
export type KeptMessages = { readonly messages: readonly KeptMessage[]; readonly leftOut: number };

export type KeptMessage = {
  /** By the mock's clock, in milliseconds. */
  readonly at: number;
  readonly from: MessageFrom;
  readonly isBinary: boolean;
  readonly bytes: number;
  /** The beginning of a text, longer than what is shown; of a binary message its first bytes, a letter each. Undefined where there was no room. */
  readonly head: string | undefined;
};

/** Room that all connections share. */
export class MessageRoom {
  #free: number;

  /** @param bytesMax about how much memory may be taken */
  constructor(bytesMax = 32 * 2 ** 20) {
    this.#free = bytesMax;
  }

  /** @returns whether there was so much */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false;
    this.#free -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#free += bytes;
  }
}

export class MessageLog {
  readonly #room: MessageRoom;
  readonly #first: KeptMessage[] = [];
  /** A ring, made when the first ones are full. */
  #last: Slot[] | undefined;
  #count = 0;
  #taken = 0;

  constructor(room: MessageRoom) {
    this.#room = room;
  }

  /** @param data is not held on to */
  add(at: number, from: MessageFrom, data: Buffer | string, isBinary: boolean): void {
    const number = this.#count++;
    if (this.#first.length === number && number < journalSocketMessagesFirst) {
      const message = this.#kept({ at, from, isBinary, bytes: lengthOf(data), head: headOf(data, isBinary) });
      if (message !== undefined) this.#first.push(message);
      return;
    }
    const slot = (this.#last ??= this.#makeRing())[number % journalSocketMessagesLast];
    if (slot === undefined) return;
    if (slot.text !== undefined) this.#give(2 * slot.text.length);
    slot.at = at;
    slot.from = from;
    slot.isBinary = isBinary;
    slot.bytes = lengthOf(data);
    slot.text = undefined;
    if (isBinary && typeof data !== 'string') return copyHead(data, slot.head);
    const text = headOf(data, isBinary);
    if (this.#take(2 * text.length)) slot.text = text;
  }

  /** Gives up its room: what was kept is the receiver's now. */
  end(): KeptMessages {
    this.#give(this.#taken);
    const messages = [...this.#first, ...this.#lastInOrder()];
    return { messages, leftOut: this.#count - messages.length };
  }

  #lastInOrder(): KeptMessage[] {
    const ring = this.#last ?? [];
    const next = this.#count % journalSocketMessagesLast;
    return [...ring.slice(next), ...ring.slice(0, next)].filter(({ bytes }) => bytes >= 0).map(keptIn);
  }

  /** Empty where there is no room for it. */
  #makeRing(): Slot[] {
    return this.#take(ringBytes) ? Array.from({ length: journalSocketMessagesLast }, emptySlot) : [];
  }

  /** Without a beginning, or not at all, where there is no room for it. */
  #kept(message: KeptMessage): KeptMessage | undefined {
    if (this.#take(sizeOf(message))) return message;
    return this.#take(overheadBytes) ? { ...message, head: undefined } : undefined;
  }

  #take(bytes: number): boolean {
    if (!this.#room.take(bytes)) return false;
    this.#taken += bytes;
    return true;
  }

  #give(bytes: number): void {
    this.#room.give(bytes);
    this.#taken -= bytes;
  }
}

/** A place for one of the last messages. It is written over for every message, so nothing is made for one of sound. */
type Slot = {
  at: number;
  from: MessageFrom;
  isBinary: boolean;
  /** Less than 0 until there is one. */
  bytes: number;
  /** The beginning of a text, where there was room for it. */
  text: string | undefined;
  /** The first bytes of a binary message; what is behind its length is an older one's. */
  readonly head: Uint8Array;
};

const emptySlot = (): Slot => ({
  at: 0,
  from: 'client',
  isBinary: false,
  bytes: -1,
  text: undefined,
  head: new Uint8Array(journalSocketBytesMax),
});

const keptIn = ({ at, from, isBinary, bytes, text, head }: Slot): KeptMessage => ({
  at,
  from,
  isBinary,
  bytes,
  head: isBinary ? (text ?? Buffer.from(head.subarray(0, bytes)).toString('latin1')) : text,
});

/** Faster than a call for so few. */
const copyHead = (data: Uint8Array, head: Uint8Array): void => {
  const length = Math.min(data.length, head.length);
  for (let index = 0; index < length; index++) head[index] = data[index] ?? 0;
};

const lengthOf = (data: Buffer | string): number => (typeof data === 'string' ? Buffer.byteLength(data) : data.length);

/** About how much memory it takes. */
export const sizeOf = ({ head = '' }: KeptMessage): number => overheadBytes + 2 * head.length;

export const showMessage = (message: KeptMessage, redactor: Redactor): SocketMessage => {
  const { at, from, isBinary, bytes, head } = message;
  const common = { at: new Date(at).toISOString(), from, bytes };
  if (!isBinary) return { ...common, type: 'text', ...shownText(head, bytes, redactor) };
  // What begins here may go on in what is not kept.
  const safe = head !== undefined && !redactor.mayBegin(head);
  const base64 = safe ? Buffer.from(head, 'latin1').toString('base64') : null;
  return { ...common, type: 'binary', base64, truncated: base64 === null || head === undefined || head.length < bytes };
};

const shownText = (
  head: string | undefined,
  bytes: number,
  redactor: Redactor,
): { readonly text: string | null; readonly truncated: boolean } => {
  if (head === undefined) return { text: null, truncated: true };
  const safe = redactor.text(head);
  const goesOn = Buffer.byteLength(head) < bytes;
  // The last ones may be the beginning of a secret.
  const whole = goesOn ? Math.max(0, safe.length - secretCharsMax) : safe.length;
  const text = safe.slice(0, Math.min(whole, journalSocketTextMax));
  return { text, truncated: goesOn || text.length < safe.length };
};

/** A copy, so that the message can go. */
const headOf = (data: Buffer | string, isBinary: boolean): string => {
  if (typeof data !== 'string') {
    return isBinary ? data.toString('latin1', 0, journalSocketBytesMax) : data.toString('utf8', 0, keptCharsMax);
  }
  if (isBinary) return Buffer.from(data).toString('latin1', 0, journalSocketBytesMax);
  return data.length <= keptCharsMax ? data : Buffer.from(data.slice(0, keptCharsMax)).toString();
};

/** More than is shown: a secret across the last place shown is still whole, and so can be taken out. */
const keptCharsMax = journalSocketTextMax + secretCharsMax;

const overheadBytes = 96;
const ringBytes = journalSocketMessagesLast * (2 * overheadBytes + journalSocketBytesMax);
