/** Sends one delivery over a connection of its own, byte for byte as it is written down, and times the answer. It follows nothing. */
import { type Socket, connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnswerRead, readAnswer } from './read-answer.ts';
import type { Outgoing } from './outgoing.ts';

export type Sent = {
  readonly outgoing: Outgoing;
  /** Undefined where none came. */
  readonly answer: AnswerRead | undefined;
  /** Why no answer came: a code of the system, or in words. */
  readonly failure: string | undefined;
  readonly failedAt: 'connect' | 'answer' | undefined;
  /** Real milliseconds since 1970. */
  readonly sentAt: number;
  /** Milliseconds from the beginning to the status line; to the end where there was none. */
  readonly tookMs: number;
};

export type SendOptions = {
  readonly url: string;
  /** For how long the status line is waited for. */
  readonly waitMs: number;
  /** Between the pieces of a slow body. */
  readonly pieceMs: number;
  readonly signal?: AbortSignal | undefined;
};

/** Never throws: what goes wrong is the `failure`. */
export const send = (outgoing: Outgoing, { url, waitMs, pieceMs, signal }: SendOptions): Promise<Sent> =>
  new Promise((resolve) => {
    const sentAt = Date.now();
    const started = performance.now();
    let [isConnected, isOver, statusAt, grace] = [false, false, 0, undefined as NodeJS.Timeout | undefined];
    const chunks: Buffer[] = [];
    const socket = connectTo(new URL(url), () => {
      isConnected = true;
      // What cannot be written is told by the answer that does not come.
      void write(socket, outgoing, new URL(url), pieceMs).catch(() => undefined);
    });
    // What cannot be read is a finding about the receiver: it must not end the judge.
    const readSoFar = (): ReturnType<typeof readAnswer> => {
      try {
        return readAnswer(Buffer.concat(chunks));
      } catch {
        return 'not-http';
      }
    };
    const end = (failure?: string): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener('abort', cut);
      const read = readSoFar();
      const answer = read === 'partial' || read === 'not-http' ? undefined : read;
      resolve({
        outgoing,
        answer,
        failure: answer === undefined ? (read === 'not-http' ? notHttp : (failure ?? closed)) : undefined,
        failedAt: answer !== undefined ? undefined : isConnected ? 'answer' : 'connect',
        sentAt,
        tookMs: (statusAt || performance.now()) - started,
      });
      socket.destroy();
    };
    const cut = (): void => end('it was interrupted');
    signal?.addEventListener('abort', cut, { once: true });
    const timer = setTimeout(() => end(`no answer within ${waitMs / 1_000} s`), waitMs);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const read = readSoFar();
      if (read === 'partial') return;
      if (read === 'not-http') return end();
      if (statusAt === 0) {
        statusAt = performance.now();
        clearTimeout(timer);
        // The status says it; the body is only shown.
        grace = setTimeout(end, bodyGraceMs);
      }
      if (read.isWhole) end();
    });
    socket.on('close', () => end());
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });

const bodyGraceMs = 1_000;
export const closed = 'the connection was closed without an answer';
export const notHttp = 'what answered does not speak HTTP';

const connectTo = (url: URL, onConnect: () => void): Socket => {
  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (isTls ? 443 : 80));
  if (!isTls) return connectTcp({ host, port, noDelay: true }, onConnect);
  return connectTls({ host, port, ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }) }, onConnect);
};

const write = async (socket: Socket, { headers, body, pace }: Outgoing, url: URL, pieceMs: number): Promise<void> => {
  const head = [
    `POST ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    pace === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.byteLength}`,
    'Connection: close',
    '\r\n',
  ].join('\r\n');
  // Values are bytes: a header may hold what is no ASCII.
  const headBytes = Buffer.from(head, 'utf8');
  if (pace === 'whole') return void socket.write(Buffer.concat([headBytes, body]));
  socket.write(headBytes);
  for (const piece of piecesOf(body, pace === 'slow' ? 5 : 2)) {
    await sleep(pace === 'slow' ? pieceMs : packetMs);
    socket.write(pace === 'chunked' ? chunkOf(piece) : piece);
  }
  if (pace === 'chunked') socket.write('0\r\n\r\n');
};

/** So that the network does not join what is meant to come apart. */
const packetMs = 20;

const chunkOf = (piece: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);

const piecesOf = (body: Buffer, count: number): readonly Buffer[] => {
  const size = Math.max(1, Math.ceil(body.byteLength / count));
  return Array.from({ length: Math.ceil(body.byteLength / size) }, (_, place) =>
    body.subarray(place * size, (place + 1) * size),
  );
};
