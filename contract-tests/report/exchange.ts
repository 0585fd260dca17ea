/** One exchange as reports show it: text where it is text, and no credentials. */
import type { Exchange } from '../wire/exchange.ts';

export type ShownExchange = {
  /** Counts from 1 in a run; 0 for a webhook that came to the judge. */
  readonly number: number;
  readonly operation: string | null;
  /** What the request breaks on purpose: one constraint, if that can be. */
  readonly breaks: string | null;
  readonly request: ShownMessage & { readonly method: string; readonly url: string };
  readonly answer: (ShownMessage & { readonly status: number }) | null;
  /** Why there is no whole answer. */
  readonly failure: string | null;
  readonly sent_at: string;
  readonly took_ms: number;
};

type ShownMessage = {
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
};

export const shownExchange = (exchange: Exchange): ShownExchange => {
  const { number, operation, breaks, request, answer, failure, sentAt, tookMs } = exchange;
  return {
    number,
    operation: operation ?? null,
    breaks: breaks ?? null,
    request: {
      method: request.method,
      url: request.url,
      headers: shownHeaders(request.headers),
      body: request.body === undefined ? null : shownBody(request.body),
    },
    answer:
      answer === undefined
        ? null
        : { status: answer.status, headers: shownHeaders(answer.headers), body: shownBody(answer.body) },
    failure: failure ?? null,
    sent_at: new Date(sentAt).toISOString(),
    took_ms: Math.round(tookMs),
  };
};

/** A webhook that came: the request is not the judge's, and its answer is not told. */
export const isDelivery = ({ number }: ShownExchange): boolean => number === 0;

const secretHeaders = new Set(['x-understudy-token', 'cookie', 'set-cookie', 'proxy-authorization', 'x-api-key']);

const shownHeaders = (headers: { readonly [name: string]: string }): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name.toLowerCase()) ? '<secret>' : value]),
  );

/** Media are told by their size. */
const shownBody = (body: Uint8Array): string => {
  const bytes = Buffer.from(body);
  const text = bytes.subarray(0, bodyMax).toString();
  if (/[\0\ufffd]/.test(text.slice(0, -1))) return `<${bytes.length} bytes>`;
  return bytes.length > bodyMax ? `${text}… <${bytes.length} bytes in all>` : text;
};

const bodyMax = 4_000;
