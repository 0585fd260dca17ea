/**
 * One connection to a receiver, for one request at a time. Undici speaks HTTP on it; connecting is done here, for only so can an attempt
 * that is given up end a connection that is still being made.
 */
import { type Socket, connect as connectTcp, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Dispatcher, type buildConnector } from 'undici';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { TlsFailure, failed, failureOf } from './failure.ts';
import type { Allowed } from './where.ts';

export type Exchange = {
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array | string;
  /** Milliseconds over which the body is spread; 0 sends it at once. */
  readonly spreadMs: number;
  /** Told once, as soon as the head of the answer has come or will not come. */
  readonly settle: (outcome: AttemptOutcome) => void;
  /** Told once, after that: when nothing more is to come, or the connection is gone. */
  readonly done: () => void;
};

export type ConnectionOptions = {
  readonly allowed: Allowed;
  /** Certificates in PEM that are trusted instead of the system's. */
  readonly ca?: string | undefined;
  /** Told when its socket is closed, and not by `destroy`. @param byReceiver and not because it was unused, or was to be closed */
  readonly lost: (byReceiver: boolean) => void;
};

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #client: Client;
  #socket: Socket | undefined;
  /** That it is `closed` a socket says before it is. */
  #isGone: Promise<unknown> | undefined;
  #exchange: Exchange | undefined;
  #isSettled = false;
  #informational = 0;
  #draining: NodeJS.Timeout | undefined;
  #mistake: Error | undefined;
  #hasAnswered = false;
  #ended: Promise<void> | undefined;

  constructor(origin: string, options: ConnectionOptions) {
    this.#options = options;
    this.#client = new Client(origin, {
      connect: (target, done) => this.#connect(target, done),
      pipelining: 1,
      allowH2: false,
      // Who sends decides how long to wait.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: headBytesMax,
      maxResponseSize: answerBytesMax,
      // Unused it is closed soon, and well before the receiver would close it.
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      keepAliveTimeoutThreshold: idleMarginMs,
    });
    this.#client.on('disconnect', (_origin, _clients, { code }) => {
      if (this.#ended === undefined) options.lost(code !== 'UND_ERR_INFO');
    });
  }

  /** Whether the receiver has answered on it before. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  get isBusy(): boolean {
    return this.#exchange !== undefined;
  }

  /** As far as is known on this side. */
  get isOpen(): boolean {
    return this.#ended === undefined && this.#socket?.destroyed === false;
  }

  /** Sends one request. Throws, and tells nobody, if a header is none. */
  exchange(exchange: Exchange): void {
    const { path, headers, spreadMs } = exchange;
    const body = Buffer.from(exchange.body);
    this.#exchange = exchange;
    this.#isSettled = false;
    this.#informational = 0;
    const slowly = spreadMs > 0 && body.byteLength > 1;
    this.#client.dispatch(
      {
        method: 'POST',
        path,
        headers: {
          ...headers,
          'user-agent': userAgent,
          ...(slowly && { 'content-length': String(body.byteLength) }),
        },
        body: slowly ? Readable.from(spread(body, spreadMs)) : body,
      },
      this.#handler,
    );
    if (this.#mistake === undefined) return;
    this.#exchange = undefined;
    throw this.#mistake;
  }

  /** Ends it. Resolves when its socket is closed. @param outcome of what runs on it */
  destroy(outcome: AttemptOutcome): Promise<void> {
    const exchange = this.#finish();
    this.#ended ??= this.#end();
    if (!this.#isSettled) exchange?.settle(outcome);
    exchange?.done();
    return this.#ended;
  }

  readonly #handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart: (_, status) => {
      if (status < 200) {
        if (++this.#informational <= informationalMax) return;
        return void this.destroy(failed('garbage', `more than ${informationalMax} interim answers`));
      }
      const outcome = { kind: 'answered', status } as const;
      this.#hasAnswered = true;
      this.#isSettled = true;
      this.#exchange?.settle(outcome);
      // The rest is of no interest; it is read, within bounds, for the sake of the connection.
      this.#draining = setTimeout(() => void this.destroy(outcome), drainMs);
    },
    onResponseData: () => undefined,
    onResponseEnd: () => this.#finish()?.done(),
    onResponseError: (_, error) => {
      if (isMistake(error)) this.#mistake = error;
      else if (this.isBusy) void this.destroy(failureOf(error));
    },
  };

  /** What ran until now; nobody else is told of it. */
  #finish(): Exchange | undefined {
    const exchange = this.#exchange;
    clearTimeout(this.#draining);
    this.#exchange = undefined;
    return exchange;
  }

  async #end(): Promise<void> {
    const ended = this.#client.destroy();
    this.#socket?.destroy();
    await Promise.all([ended, this.#isGone]);
  }

  #connect({ hostname, port, protocol }: buildConnector.Options, done: buildConnector.Callback): void {
    const { allowed, ca } = this.#options;
    const secure = protocol === 'https:';
    // Node sets the port of a URL apart; undici leaves it empty where it is the usual one.
    const target = { host: hostname, port: Number(port || (secure ? 443 : 80)), lookup: allowed.lookup };
    const socket: Socket = secure
      ? connectTls({
          ...target,
          servername: isIP(hostname) === 0 ? hostname : '',
          ALPNProtocols: ['http/1.1'],
          ...(ca !== undefined && { ca }),
        })
      : connectTcp(target);
    this.#socket = socket;
    this.#isGone = new Promise((resolve) => socket.once('close', resolve));
    let connected = false;
    let told = false;
    const tell = (error?: Error): void => {
      if (told) return;
      told = true;
      if (error === undefined) done(null, socket);
      else done(secure && connected ? new TlsFailure(error.message, { cause: error }) : error, null);
    };
    socket.setNoDelay(true);
    socket.once('connect', () => {
      connected = true;
      if (!secure) tell();
    });
    socket.once('secureConnect', () => tell());
    socket.on('error', tell);
    socket.once('close', () => tell(new ClosedEarly('the connection was closed before it was made')));
  }
}

class ClosedEarly extends Error {
  readonly code = 'ECONNRESET';
}

/** Nothing was sent: a header is none, or none that may be set. */
const isMistake = (error: Error): boolean =>
  ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'].includes((error as { code?: string }).code ?? '');

/** The body in pieces, evenly over a time. */
async function* spread(body: Uint8Array, ms: number): AsyncGenerator<Uint8Array> {
  const pieces = Math.min(20, body.byteLength);
  const length = Math.ceil(body.byteLength / pieces);
  for (let at = 0; at < body.byteLength; at += length) {
    if (at > 0) await sleep(ms / (pieces - 1), undefined, { ref: false });
    yield body.subarray(at, at + length);
  }
}

const userAgent = 'Understudy';
/** For an answer to end after its head, in real milliseconds. */
const drainMs = 1_000;
const idleMs = 2_000;
const idleMarginMs = 1_000;
const headBytesMax = 16 * 1024;
/** Of an answer behind its head; a connection with a longer one is closed. */
const answerBytesMax = 64 * 1024;
const informationalMax = 100;
