/** The faults of a request, enacted: refused, late, dropped, cut off or spoilt. All times are real. */
import type { ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Fault, faultNamed } from '../../spec/faults.ts';
import { breakingOff } from './broken-body.ts';
import type { Respond } from './respond.ts';
import { bodiless, textResponse } from './text-response.ts';

/**
 * @param serve does what was asked for
 * @param outgoing the answer of the connection, where there is a connection. Without one a drop is a network error
 *   (`Response.error()`), and a body that is cut off is a stream that fails.
 */
export const breakReply = (
  faults: readonly Fault[],
  serve: () => Promise<Response>,
  refusal: Respond['refusal'],
  outgoing: ServerResponse | undefined,
): Promise<Response> =>
  // Most requests meet none: their promise is handed on as it is.
  faults.length === 0 ? serve() : breakWith(faults, serve, refusal, outgoing);

const breakWith: typeof breakReply = async (faults, serve, refusal, outgoing) => {
  if (faultNamed(faults, 'request-drop-before-commit') !== undefined) return drop(outgoing);
  const error = faultNamed(faults, 'request-error');
  const response =
    error === undefined
      ? await serve()
      : refusal({ code: error.code, message: 'this is an injected fault (request-error): nothing was done' });
  await pause(faultNamed(faults, 'request-delay')?.ms ?? 0, outgoing);
  return faultNamed(faults, 'request-drop-after-commit') === undefined
    ? spoil(faults, response, outgoing)
    : drop(outgoing);
};

const spoil = async (
  faults: readonly Fault[],
  response: Response,
  outgoing: ServerResponse | undefined,
): Promise<Response> => {
  const type = faultNamed(faults, 'request-wrong-content-type')?.type;
  const malformed = faultNamed(faults, 'request-malformed-json') !== undefined;
  const reset = faultNamed(faults, 'request-drop-mid-reply') !== undefined;
  const truncated = reset || faultNamed(faults, 'request-truncated-body') !== undefined;

  const { status } = response;
  const headers = new Headers(response.headers);
  if (type !== undefined) headers.set('content-type', type);
  let text = await response.text();
  // Every document of the service ends in a bracket.
  if (malformed) text = text.slice(0, -1);
  // Without a body there is nothing that could be cut off.
  if (!truncated || bodiless.has(status)) return textResponse(text, { status, headers: Object.fromEntries(headers) });

  const bytes = Buffer.from(text);
  const half = bytes.subarray(0, bytes.length >> 1);
  headers.set('content-length', String(bytes.length));
  if (outgoing === undefined) return new Response(breakingOff(half, undefined), { status, headers });
  outgoing.writeHead(status, Object.fromEntries(headers));
  // Of an answer to HEAD they are all there is, and the write below would not send them.
  outgoing.flushHeaders();
  outgoing.write(half, () => end(outgoing, reset));
  return RESPONSE_ALREADY_SENT;
};

/** What was written has left by now, and is given time to arrive: a reset overtakes what its receiver has not read. */
const end = ({ socket }: ServerResponse, reset: boolean): void => {
  // Node resets no connection under TLS; there the line is cut.
  const breakOff = (): void => void (socket instanceof TLSSocket ? socket.destroy() : socket?.resetAndDestroy());
  if (reset) setTimeout(breakOff, arrivalMs);
  else socket?.destroySoon();
};

const arrivalMs = 20;

/** No answer at all: the connection is cut. */
export const drop = (outgoing: ServerResponse | undefined): Response => {
  if (outgoing === undefined) return Response.error();
  outgoing.socket?.destroy();
  return RESPONSE_ALREADY_SENT;
};

/** Nobody is kept waiting for who has gone. */
const pause = (ms: number, outgoing: ServerResponse | undefined): Promise<void> => {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      outgoing?.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    outgoing?.once('close', done);
    // A connection on which nothing moves is closed sooner than that; the next request on it has the usual time again.
    outgoing?.socket?.setTimeout(0);
  });
};
