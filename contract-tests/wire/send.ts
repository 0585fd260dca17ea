/** The judge's own HTTP client: node:http, exact bytes and headers, never `fetch`. It follows no redirect and decodes nothing. */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Answer, SentRequest } from './exchange.ts';
import { lengthOf, timeFor, writeBody } from './write-body.ts';

export type Sent = {
  readonly answer?: Answer;
  readonly failure?: string;
  readonly sentAt: number;
  readonly tookMs: number;
};

export type Wire = {
  /** Never throws: what goes wrong is the `failure`. */
  readonly send: (request: SentRequest, limits?: Partial<WireLimits>) => Promise<Sent>;
  readonly close: () => void;
  /** What a WebSocket is to go over; undefined where that is the network. */
  readonly connect?: (url: string) => Duplex | undefined;
};

export type WireLimits = {
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
  /** Cuts the request off. */
  readonly signal?: AbortSignal | undefined;
};

export type WireOptions = {
  /** PEM of a certificate to trust beside the system's. */
  readonly ca?: string | undefined;
  /** Whether what may change something goes out on kept connections too: where nobody pays for it if it is sent and its answer lost. */
  readonly isPlay?: boolean;
  /** Makes and keeps the connections of http, instead of one of its own. */
  readonly agent?: HttpAgent;
};

export const openWire = ({
  ca,
  isPlay = false,
  agent: http = new HttpAgent({ keepAlive: true }),
}: WireOptions = {}): Wire => {
  const https = new HttpsAgent({ keepAlive: true, ...(ca !== undefined && { ca }) });
  return {
    send: async (request, given = {}) => {
      const limits = { ...usualLimits, ...given };
      const isTls = request.url.startsWith('https:');
      // What may change something goes out on a connection of its own, so that it is never sent twice.
      const isRead = request.method === 'GET';
      const agent = (isRead || isPlay) && (isTls ? https : http);
      const options: RequestOptions = { method: request.method, agent, ...(ca !== undefined && { ca }) };
      const first = await sendOnce(request, options, limits);
      // A kept connection may be closed by the server just when it is used again: that says nothing about it.
      return isRead && first.failure === staleConnection
        ? sendOnce(request, { ...options, agent: false }, limits)
        : first;
    },
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
};

const sendOnce = (
  request: SentRequest,
  options: RequestOptions,
  { timeoutMs, answerBytesMax, signal }: WireLimits,
): Promise<Sent> =>
  new Promise((resolve) => {
    const sentAt = Date.now();
    const started = performance.now();
    const tell = (outcome: Pick<Sent, 'answer' | 'failure'>): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cut);
      resolve({ ...outcome, sentAt, tookMs: performance.now() - started });
    };
    let partial = '';
    const patienceMs = timeoutMs + timeFor(request);
    const call = begun(request, options);
    if (typeof call === 'string') return resolve({ failure: call, sentAt, tookMs: 0 });
    const timer = setTimeout(() => {
      tell({ failure: `no whole answer within ${patienceMs / 1_000} s${partial}` });
      call.destroy();
    }, patienceMs);
    const cut = (): void => {
      tell({ failure: 'it was interrupted' });
      call.destroy();
    };
    signal?.addEventListener('abort', cut, { once: true });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const { statusCode: status = 0 } = response;
      partial = ` (status ${status})`;
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size <= answerBytesMax) chunks.push(chunk);
        else {
          tell({ failure: `an answer of more than ${answerBytesMax} bytes` });
          call.destroy();
        }
      });
      response.on('end', () => {
        tell({ answer: answerOf(status, response.headers, Buffer.concat(chunks)) });
        // Answered before all of it was sent: nobody reads the rest.
        if (!call.writableFinished) call.destroy();
      });
      response.on('error', (error) => tell({ failure: `the answer broke off: ${codeOf(error)}` }));
    });
    call.on('upgrade', (_, socket) => {
      socket.destroy();
      tell({ failure: 'Parse Error: status 101, and nobody asked for another protocol' });
    });
    call.on('error', (error) => {
      tell({ failure: call.reusedSocket && isCut(error) ? staleConnection : codeOf(error) });
    });
    writeBody(call, request);
  });

/** @returns why it cannot be sent, where an answer gave an address of another kind */
const begun = (request: SentRequest, options: RequestOptions): ClientRequest | string => {
  try {
    return (request.url.startsWith('https:') ? httpsRequest : httpRequest)(request.url, {
      ...options,
      headers: headersOf(request),
    });
  } catch (error) {
    return `it cannot be asked: ${error instanceof Error ? error.message : String(error)}`;
  }
};

/** As they are sent, but for what is about the connection. */
export const headersOf = (request: SentRequest): SentRequest['headers'] => ({
  // What is not asked for as it is may come in any encoding.
  'accept-encoding': 'identity',
  ...request.headers,
  ...(request.body !== undefined && { 'content-length': String(lengthOf(request)) }),
});

export const answerOf = (
  status: number,
  headers: { readonly [name: string]: string | readonly string[] | undefined },
  body: Buffer,
): Answer => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body,
  json: parsed(body),
});

const parsed = (body: Buffer): unknown => {
  // Results are megabytes: what cannot be JSON is not made a text of first.
  if (!jsonStarts.includes(body.at(0) ?? 0)) return undefined;
  try {
    const json = JSON.parse(body.toString()) as unknown;
    return isOutsized(json) ? undefined : json;
  } catch {
    return undefined;
  }
};

/** No answer of the service is nested so: whoever walks through it would not come back. */
const depthMax = 100;

/** Nor has any so many values: they take many times the memory of their bytes, and all answers of a run are kept. */
const valuesMax = 100_000;

const isOutsized = (json: unknown): boolean => {
  let values = 0;
  const isDeeperThan = (levels: number, value: unknown): boolean =>
    ++values > valuesMax ||
    (typeof value === 'object' &&
      value !== null &&
      (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))));
  return isDeeperThan(depthMax, json);
};

const jsonStarts = Buffer.from(' \t\r\n{["-0123456789tfn');

const codeOf = (error: Error): string => ('code' in error ? `${String(error.code)}: ` : '') + error.message;

const isCut = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const staleConnection = 'a kept connection was closed';

/** What is JSON is never so large: five hundred usage records are a fraction of a megabyte. */
export const usualLimits: WireLimits = { timeoutMs: 30_000, answerBytesMax: 4_000_000 };

/** For results: as large as the largest file that can be uploaded, and some more. */
export const downloadBytesMax = 600_000_000;
