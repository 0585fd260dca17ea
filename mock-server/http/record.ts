/**
 * How an HTTP exchange becomes an entry of the journal. While it goes on, only what is there anyway is kept: lines of headers, texts
 * that were read or written. The entry is made from that if anybody reads it.
 */
import type { IncomingMessage } from 'node:http';
import type { HttpErrorCode } from '../../spec/errors.ts';
import { type JournalBody, type RequestEntry, consoleNote } from '../../spec/schemas/journal.ts';
import type { Recorded } from '../store/journal.ts';
import { type KeptBody, keepBody, onlyLength, showBody, sizeOf } from '../store/kept-body.ts';
import { type Redactor, credentialsIn } from '../store/redact.ts';
import type { Caller } from './authenticate.ts';
import type { Asked } from './ports.ts';
import { type TurnOfStranger, turnOfAccount } from './wording-turns.ts';

/** Where a handler says what it lets pass, and may not have been meant. */
export type Noting = {
  readonly note: (text: string) => void;
  /** Faults that stay with what the request made, however they were asked for. */
  readonly meets: (faults: readonly { readonly name: string }[] | undefined) => void;
};

/** Told of an answer as it is written. */
export type Witness = {
  /** What was asked, for a port that presents the answer; only where there is one. */
  readonly asked?: (refused: HttpErrorCode | undefined) => Asked;
  readonly answered?: (status: number, headers: { readonly [name: string]: string }, text: string) => void;
  /** Counts an error; gives how many with this code the same caller had before: the words of the next are others. */
  readonly wordingTurn?: (code: HttpErrorCode) => number;
};

type Came = {
  readonly request: Request;
  /** Where there is a connection. */
  readonly incoming: Pick<IncomingMessage, 'rawHeaders'> | undefined;
  readonly turnOfStranger: TurnOfStranger;
};

export class Exchange implements Recorded, Noting, Witness {
  readonly kind = 'request';
  readonly operation: string | null;
  accountId: string | null = null;
  status: number | null = null;
  /** Set at the end. */
  size = 0;
  readonly #method: string;
  readonly #url: string;
  /** Names and values in turn, a line each: one text that stays is cheaper for the collector of garbage than a dozen. */
  readonly #headers: string;
  readonly #at: number;
  #endedAt: number;
  readonly #turnOfStranger: TurnOfStranger;
  #account: object | undefined;
  #keyId: string | null = null;
  #body: KeptBody | undefined;
  #answerHeaders: { readonly [name: string]: string } = noHeaders;
  #answerBody: KeptBody = '';
  #notes: string[] | undefined;
  #faults: readonly string[] = nothing;
  #stuck: readonly string[] = nothing;

  /** @param now the mock's clock, in milliseconds */
  constructor({ request, incoming, turnOfStranger }: Came, operation: string | null, now: number) {
    this.operation = operation;
    this.#method = request.method;
    this.#url = request.url;
    this.#headers = (incoming?.rawHeaders ?? rawOf(request.headers)).join('\n');
    this.#turnOfStranger = turnOfStranger;
    this.#at = now;
    this.#endedAt = now;
  }

  from(caller: Caller | undefined): void {
    if (caller === undefined) return;
    this.accountId = caller.account.id;
    this.#account = caller.account;
    this.#keyId = caller.key.keyId;
  }

  /** The body that was read; without a text where its bytes are none. */
  read(bytes: Uint8Array, text: string | undefined): void {
    this.#body = text === undefined ? keepBody(lenient.decode(bytes), bytes.byteLength) : keepBody(text);
  }

  note(text: string): void {
    (this.#notes ??= []).push(text);
  }

  answered(status: number, headers: { readonly [name: string]: string }, text: string): void {
    this.status = status;
    this.#answerHeaders = headers;
    this.#answerBody = this.#method === 'HEAD' ? '' : keepBody(text);
  }

  /** A file: it is not kept. */
  served({ status, headers }: Response): void {
    this.status = status;
    this.#answerHeaders = Object.fromEntries(headers);
    const bytes = this.#method === 'HEAD' ? 0 : lengthIn(headers.get('content-length'));
    this.#answerBody = onlyLength(bytes);
  }

  wordingTurn(code: HttpErrorCode): number {
    if (this.#account !== undefined) return turnOfAccount(this.#account, code);
    return this.#turnOfStranger(credentialsIn(this.#headers.split('\n')).join())(code);
  }

  meets(faults: readonly { readonly name: string }[] = []): void {
    this.#stuck = faults.map(({ name }) => name);
  }

  end(now: number, faults: readonly string[] = nothing): void {
    this.#endedAt = now;
    if (faults.length + this.#stuck.length > 0) this.#faults = [...new Set([...faults, ...this.#stuck])];
    // It was done, and nobody was told.
    if (faults.includes('request-drop-after-commit')) this.status = null;
    let chars = this.#url.length + this.#headers.length;
    for (const note of this.#notes ?? nothing) chars += note.length;
    this.size = overheadBytes + 2 * chars + sizeOf(this.#body ?? '') + sizeOf(this.#answerBody);
  }

  entry(seq: number, redactor: Redactor): RequestEntry {
    // No header holds the end of a line.
    const headers = this.#headers.split('\n');
    const secrets = credentialsIn(headers);
    const { status } = this;
    return {
      kind: 'request',
      seq,
      at: new Date(this.#at).toISOString(),
      account_id: this.accountId,
      key_id: this.#keyId,
      operation: this.operation,
      method: this.#method,
      path: redactor.path(pathIn(this.#url), secrets),
      request: {
        headers: redactor.headers(headers, secrets),
        body: this.#body === undefined ? this.#unread(headers) : showBody(this.#body, redactor, secrets),
      },
      response:
        status === null
          ? null
          : {
              status,
              headers: redactor.headers(Object.entries(this.#answerHeaders).flat(), secrets),
              body: showBody(this.#answerBody, redactor, secrets),
            },
      duration_ms: Math.max(0, this.#endedAt - this.#at),
      notes: [
        ...(this.#notes ?? nothing).map((text) => redactor.text(text, secrets)),
        ...(isTriedOut(headers, redactor) ? [consoleNote] : []),
      ],
      faults: [...this.#faults],
    };
  }

  #unread(headers: readonly string[]): JournalBody {
    if (this.#method === 'GET' || this.#method === 'HEAD') return { bytes: 0, text: '', truncated: false };
    const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length');
    const bytes = at < 0 ? undefined : lengthIn(headers[at + 1] ?? '');
    return { bytes: bytes ?? null, text: null, truncated: false };
  }
}

/** Names and values in turn, as Node has them. */
const rawOf = (headers: Headers): string[] => {
  const raw: string[] = [];
  for (const [name, value] of headers) raw.push(name, value);
  return raw;
};

/** Only who steers the mock has the token: the console, where somebody tries the service out. */
const isTriedOut = (headers: readonly string[], redactor: Redactor): boolean =>
  headers.some(
    (name, index) =>
      index % 2 === 0 && name.toLowerCase() === 'x-understudy-token' && redactor.knows(headers[index + 1] ?? ''),
  );

/** Without the address of the mock. */
const pathIn = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');

const lengthIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

const lenient = new TextDecoder();

const nothing: readonly string[] = [];
const noHeaders = {};

/** About what the objects of an exchange take beside their texts. */
const overheadBytes = 1_024;
