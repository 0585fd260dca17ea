/**
 * Both directions of a connection together: what is written waits where the client does not take it, and then nothing is read either, so
 * that what waits has an end. Other reasons not to read, such as a fault, come on top.
 */
import type { StreamSocket } from './acceptor.ts';

export type BackPressureOptions = {
  /** Real milliseconds for which a client may take too little. */
  readonly stallMs: number;
  /** It has had that time. */
  readonly stalled: () => void;
  /** It is read from again. */
  readonly resumed: () => void;
};

export class BackPressure {
  readonly #ws: StreamSocket;
  readonly #options: BackPressureOptions;
  /** Set while nothing is read, since the client does not take what it gets. */
  #stall: NodeJS.Timeout | undefined;
  /** Set while nothing is read for another reason. */
  #waits = false;
  #silent = false;

  constructor(ws: StreamSocket, options: BackPressureOptions) {
    this.#ws = ws;
    this.#options = options;
  }

  /** Whether nothing is read for now. */
  get holds(): boolean {
    return this.#stall !== undefined || this.#waits;
  }

  /** Whether something can be written: it is open, and not silent. */
  get takes(): boolean {
    return !this.#silent && this.#ws.readyState === this.#ws.OPEN;
  }

  get isSilent(): boolean {
    return this.#silent;
  }

  send(data: Buffer | string, isBinary: boolean): void {
    const ws = this.#ws;
    const form = isBinary ? binary : text;
    if (ws.bufferedAmount + data.length < resumeBelow) return ws.send(data, form);
    ws.send(data, form, this.#sent);
    this.#pauseIfFull();
  }

  pong(data: Buffer): void {
    const ws = this.#ws;
    if (ws.bufferedAmount < resumeBelow) return ws.pong(data);
    ws.pong(data, false, this.#sent);
    this.#pauseIfFull();
  }

  /** Reads nothing for another reason, until that is over. */
  wait(on: boolean): void {
    if (this.#waits === on || this.#silent) return;
    this.#waits = on;
    if (on) this.#ws.pause();
    else if (this.#stall === undefined) this.#read();
  }

  /** From now on nothing is read or written any more. */
  silence(): void {
    clearTimeout(this.#stall);
    this.#stall = undefined;
    this.#silent = true;
    this.#ws.pause();
  }

  /** The stream is over: it is read on, into nothing, for the client's close frame to be seen. */
  release(): void {
    this.wait(false);
    if (this.#stall !== undefined) this.#resume();
  }

  #pauseIfFull(): void {
    if (this.#stall !== undefined || this.#ws.bufferedAmount < pauseFrom) return;
    this.#ws.pause();
    this.#stall = setTimeout(this.#options.stalled, this.#options.stallMs);
  }

  /** One for all messages of the connection. */
  readonly #sent = (): void => {
    if (this.#stall !== undefined && this.#ws.bufferedAmount < resumeBelow) this.#resume();
  };

  #resume(): void {
    clearTimeout(this.#stall);
    this.#stall = undefined;
    if (!this.#waits) this.#read();
  }

  #read(): void {
    this.#options.resumed();
    this.#ws.resume();
  }
}

const binary = { binary: true } as const;
const text = { binary: false } as const;

/** Bytes that wait for the client: from the first on nothing more is read from it, until less than the second wait. */
const pauseFrom = 2 ** 20;
const resumeBelow = 2 ** 18;
