/** One POST to a receiver: exact bytes, and headers in their order and spelling. It follows no redirect and never throws. */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { visible } from '../../contract-tests/report/visible.ts';
import { wallNow } from '../engine/clock.ts';

export type Posted = (
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Names and values in turn, as they came. */
      readonly headers: readonly string[];
      /** At most 64 kB of it. */
      readonly body: Buffer;
    }
  | { readonly kind: 'failed'; readonly why: string }
) & { readonly durationMs: number };

export type PostOptions = {
  readonly timeoutMs: number;
  /** Takes any certificate. */
  readonly skipVerify?: boolean | undefined;
};

/** @param headers names and values in turn, beside host and length */
export const post = (
  url: string,
  headers: readonly string[],
  body: Buffer,
  { timeoutMs, skipVerify = false }: PostOptions,
): Promise<Posted> =>
  new Promise((resolve) => {
    const startedAt = wallNow();
    const tell = (outcome: Omit<Extract<Posted, { kind: 'answered' }>, 'durationMs'> | Failed): void => {
      clearTimeout(timer);
      resolve({ ...outcome, durationMs: Math.max(0, wallNow() - startedAt) });
    };
    const framed = ['Host', new URL(url).host, ...headers, 'Content-Length', String(body.byteLength)];
    const options = { method: 'POST', headers: framed, agent: false } as const;
    let call: ClientRequest;
    const timer = setTimeout(() => {
      tell(failed(`no answer within ${timeoutMs / 1000} s`));
      call.destroy();
    }, timeoutMs);
    try {
      call = url.startsWith('https:')
        ? requestHttps(url, { ...options, rejectUnauthorized: !skipVerify })
        : requestHttp(url, options);
    } catch (error) {
      return tell(failed(reasonOf(error as NodeJS.ErrnoException)));
    }
    call.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      // Digits are all that Node asks of it.
      if (status < 200 || status > 599) {
        tell(failed(`its status is none: ${status}`));
        return void call.destroy();
      }
      void bodyOf(response).then(
        (received) =>
          tell({
            kind: 'answered',
            status,
            headers: response.rawHeaders,
            body: received,
          }),
        () => tell(failed(`the answer broke off (status ${status})`)),
      );
    });
    call.on('error', (error) => tell(failed(reasonOf(error))));
    // Such as an upgrade, which nobody asked for.
    call.on('close', () => tell(failed('the connection was closed without an answer')));
    call.end(body);
  });

type Failed = { readonly kind: 'failed'; readonly why: string };

const failed = (why: string): Failed => ({ kind: 'failed', why: visible(why) });

/** The rest is read, and forgotten. */
const bodyOf = async (response: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    if (bytes < keptBytesMax) pieces.push(piece.subarray(0, keptBytesMax - bytes));
    bytes += piece.byteLength;
  }
  return Buffer.concat(pieces);
};

const keptBytesMax = 64 * 1024;

const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => {
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/.test(code)) {
    return `its certificate is not trusted (${code}): --skip-verify leaves it unchecked`;
  }
  return reasons[code] ?? (message || code);
};

const reasons: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nobody listens there (ECONNREFUSED): is it running?',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
  ECONNRESET: 'the connection was cut (ECONNRESET)',
};
