/** Requests handed to a server of this process as Node would hand them on, and its answers read as they are written: nothing is made bytes of only to be read again. */
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { SentRequest } from '../wire/exchange.ts';
import { type Sent, type WireLimits, answerOf, headersOf, usualLimits } from '../wire/send.ts';
import { piecesOf, timeFor } from '../wire/write-body.ts';
import { answerIn } from './written-answer.ts';

/** Whether nothing is lost so. What has many bytes of its own, or what Node might refuse or change on its way, has to be sent. */
export const isPlain = ({ method, url, headers, body }: SentRequest): boolean =>
  plainUrl.test(url) &&
  (body !== undefined || method === 'GET' || method === 'HEAD') &&
  (body?.byteLength ?? 0) <= bodyBytesMax &&
  url.length <= textCharsMax &&
  Object.entries(headers).every(
    ([name, value]) => plainNames.test(name) && value.length <= textCharsMax && plainValue.test(value),
  );

/** Never throws: what goes wrong is the `failure`, in the words that Node's client has for it. */
export const handOver = (server: Server, request: SentRequest, given: Partial<WireLimits> = {}): Promise<Sent> =>
  new Promise((resolve) => {
    const { timeoutMs, answerBytesMax } = { ...usualLimits, ...given };
    const patienceMs = timeoutMs + timeFor(request);
    const sentAt = Date.now();
    const started = performance.now();
    const line = new Line();
    const tell = (outcome: Pick<Sent, 'answer' | 'failure'>): void => {
      clearTimeout(timer);
      resolve({ ...outcome, sentAt, tookMs: performance.now() - started });
    };
    const timer = setTimeout(() => {
      tell({ failure: `no whole answer within ${patienceMs / 1_000} s` });
      line.destroy();
    }, patienceMs);
    const incoming = incomingOf(request, line);
    const response = new ServerResponse(incoming);
    response.assignSocket(line.socket);
    // As Node's server does.
    line.on('drain', () => response.emit('drain'));
    response.once('finish', () => {
      response.detachSocket(line.socket);
      response.emit('close');
      // In a later turn of the loop, as from a network.
      setImmediate(() => tell(answered(line.written(), answerBytesMax)));
    });
    line.once('close', () => tell({ failure: line.failure }));
    setImmediate(() => server.emit('request', incoming, response));
  });

const answered = (bytes: Buffer, bytesMax: number): Pick<Sent, 'answer' | 'failure'> => {
  const { status, headers, body } = answerIn(bytes);
  if (body.byteLength > bytesMax) return { failure: `an answer of more than ${bytesMax} bytes` };
  return { answer: answerOf(status, headers, body) };
};

/** As Node's parser makes it of what Node's client sends. */
const incomingOf = (request: SentRequest, line: Line): IncomingMessage => {
  const { method, url } = request;
  const [, host = '', path = ''] = plainUrl.exec(url) ?? [];
  const incoming = new IncomingMessage(line.socket);
  incoming.method = method;
  incoming.url = path;
  incoming.httpVersion = '1.1';
  [incoming.httpVersionMajor, incoming.httpVersionMinor] = [1, 1];
  for (const [name, value] of Object.entries({ ...headersOf(request), Host: host, Connection: 'keep-alive' })) {
    incoming.rawHeaders.push(name, value);
    incoming.headers[name.toLowerCase()] = value;
  }
  incoming.complete = true;
  const pieces = piecesOf(request);
  incoming._read = () => void incoming.push(pieces.shift() ?? null);
  return incoming;
};

/** Stands for the connection of one request, and keeps what is written to it. To make a whole socket would take as long as to answer. */
class Line extends Writable {
  readonly #chunks: Buffer[] = [];
  #isReset = false;

  /** For Node, which asks no more of it than it can do. */
  get socket(): Socket {
    return this as Writable as Socket;
  }

  /** What a client is told of it when it has gone. */
  get failure(): string {
    if (this.#chunks.length > 0) return 'the answer broke off: ECONNRESET: aborted';
    return this.#isReset ? 'ECONNRESET: read ECONNRESET' : 'ECONNRESET: socket hang up';
  }

  written(): Buffer {
    const [first, ...more] = this.#chunks;
    return first !== undefined && more.length === 0 ? first : Buffer.concat(this.#chunks);
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    done();
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer | string; readonly encoding: BufferEncoding }[],
    done: () => void,
  ): void {
    for (const { chunk, encoding } of chunks) this._write(chunk, encoding, nothing);
    done();
  }

  override _final(done: () => void): void {
    done();
  }

  /** As `net.Socket` has it. */
  resetAndDestroy(): this {
    this.#isReset = true;
    return this.destroy();
  }

  /** As `net.Socket` has it. */
  destroySoon(): void {
    if (this.writableFinished) this.destroy();
    else this.end(() => this.destroy());
  }

  setTimeout(): this {
    return this;
  }
}

const nothing = (): void => undefined;

const bodyBytesMax = 1_000_000;
const textCharsMax = 4_000;
/** Of what is written so already that nothing of it has to be escaped or resolved. */
const plainUrl = /^http:\/\/([\d.]+:\d+)(\/(?!.*\/\.)[\w\-.~%/?=&+:,]*)$/;
const plainNames = /^(?!connection$|content-length$|expect$|host$|transfer-encoding$|upgrade$)[a-z-]+$/;
const plainValue = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
