/** The judge's own HTTP client: node:http, exact bytes and headers, never `fetch`. It follows no redirect and decodes nothing. */
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions, request as httpsRequest } from 'node:https';
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
  readonly send: (request: SentRequest, timeoutMs?: number) => Promise<Sent>;
  readonly close: () => void;
};

/** @param ca PEM of a certificate to trust beside the system's */
export const openWire = ({ ca }: { readonly ca?: string | undefined } = {}): Wire => {
  const http = new HttpAgent({ keepAlive: true });
  const https = new HttpsAgent({ keepAlive: true, ...(ca !== undefined && { ca }) });
  return {
    send: async (request, timeoutMs = defaultTimeoutMs) => {
      const isTls = request.url.startsWith('https:');
      // What may change something goes out on a connection of its own, so that it is never sent twice.
      const agent = request.method === 'GET' && (isTls ? https : http);
      const options: RequestOptions = { method: request.method, agent, ...(ca !== undefined && { ca }) };
      const first = await sendOnce(request, options, timeoutMs);
      // A kept connection may be closed by the server just when it is used again: that says nothing about it.
      return first.failure === staleConnection ? sendOnce(request, { ...options, agent: false }, timeoutMs) : first;
    },
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
};

const sendOnce = (request: SentRequest, options: RequestOptions, timeoutMs: number): Promise<Sent> =>
  new Promise((resolve) => {
    const sentAt = Date.now();
    const started = performance.now();
    const { body } = request;
    const tell = (outcome: Pick<Sent, 'answer' | 'failure'>): void => {
      clearTimeout(timer);
      resolve({ ...outcome, sentAt, tookMs: performance.now() - started });
    };
    const call = (request.url.startsWith('https:') ? httpsRequest : httpRequest)(request.url, {
      ...options,
      headers: { ...request.headers, ...(body !== undefined && { 'content-length': String(lengthOf(request)) }) },
    });
    let partial = '';
    const patienceMs = timeoutMs + timeFor(request);
    const timer = setTimeout(() => {
      tell({ failure: `no whole answer within ${patienceMs / 1_000} s${partial}` });
      call.destroy();
    }, patienceMs);
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
    call.on('error', (error) => {
      tell({ failure: call.reusedSocket && isCut(error) ? staleConnection : codeOf(error) });
    });
    writeBody(call, request);
  });

const answerOf = (
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
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
};

const codeOf = (error: Error): string => ('code' in error ? `${String(error.code)}: ` : '') + error.message;

const isCut = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const staleConnection = 'a kept connection was closed';
const defaultTimeoutMs = 30_000;
const answerBytesMax = 600_000_000;
