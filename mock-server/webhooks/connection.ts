/**
 * One connection to a receiver, for one request at a time. Undici speaks HTTP on it; connecting is done here, for only so can an attempt
 * that is given up end a connection that is still being made.
 */
import { type Socket, connect as connectTcp, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type buildConnector } from 'undici';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { TlsFailure, failed, failureOf } from './failure.ts';
import type { Allowed } from './where.ts';

export type Exchange = {
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
  /** Milliseconds over which the body is spread; 0 sends it at once. */
  readonly spreadMs: number;
  /** Told once, as soon as the head of the answer has come or will not come. */
  readonly settle: (outcome: AttemptOutcome) => void;
  /** Told once, when the connection is free again, or gone. */
  readonly done: (reusable: boolean) => void;
};

export type ConnectionOptions = {
  readonly allowed: Allowed;
  /** Certificates in PEM that are trusted instead of the system's. */
  readonly ca?: string | undefined;
};

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #client: Client;
  #socket: Socket | undefined;
  #busy = false;

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
    });
  }

  /** Sends one request. Throws, and tells nobody, if a header is none. */
  exchange({ path, headers, body, spreadMs, settle, done }: Exchange): void {
    this.#busy = true;
    let informational = 0;
    let draining: NodeJS.Timeout | undefined;
    let invalid: Error | undefined;
    const end = (reusable: boolean): void => {
      if (!this.#busy) return;
      clearTimeout(draining);
      this.#busy = false;
      done(reusable);
    };
    const fail = (outcome: AttemptOutcome): void => {
      settle(outcome);
      end(false);
    };
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
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, status) => {
          if (status < 200) {
            if (++informational > informationalMax) {
              fail(failed('garbage', `more than ${informationalMax} interim answers`));
            }
            return;
          }
          settle({ kind: 'answered', status });
          // The rest is of no interest; it is read, within bounds, for the sake of the connection.
          draining = setTimeout(() => end(false), drainMs);
        },
        onResponseData: () => undefined,
        onResponseEnd: () => end(!this.#client.destroyed),
        onResponseError: (_, error) => {
          if (isMistake(error)) invalid = error;
          else fail(failureOf(error));
        },
      },
    );
    if (invalid !== undefined) {
      this.#busy = false;
      throw invalid;
    }
  }

  /** Ends it, with whatever runs on it. Resolves when its socket is closed. */
  async destroy(): Promise<void> {
    const ended = this.#client.destroy();
    const socket = this.#socket;
    socket?.destroy();
    await Promise.all([
      ended,
      socket === undefined || socket.closed || new Promise((resolve) => socket.once('close', resolve)),
    ]);
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
const drainMs = 1_000;
const headBytesMax = 16 * 1024;
const answerBytesMax = 64 * 1024;
const informationalMax = 100;
