/** One delivery as reports show it: what was sent, and what came back. */
import type { Sent } from '../receiver-cases/send.ts';

export type ShownDelivery = {
  /** In the words of its case: `the retry`. */
  readonly what: string;
  readonly request: {
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body_bytes: number;
    /** Its beginning. */
    readonly body: string;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: { readonly [name: string]: string };
    readonly body: string;
  } | null;
  /** Why none came. */
  readonly failure: string | null;
  readonly sent_at: string;
  readonly took_ms: number;
};

export const shownDelivery = ({ outgoing, answer, failure, sentAt, tookMs }: Sent): ShownDelivery => ({
  what: outgoing.what,
  request: {
    headers: outgoing.headers,
    body_bytes: outgoing.body.byteLength,
    body: beginningOf(outgoing.body, bodyMax),
  },
  answer:
    answer === undefined
      ? null
      : { status: answer.status, headers: withoutCookies(answer.headers), body: beginningOf(answer.body, answerMax) },
  failure: failure ?? null,
  sent_at: new Date(sentAt).toISOString(),
  took_ms: Math.round(tookMs),
});

const bodyMax = 600;
const answerMax = 300;

const beginningOf = (bytes: Buffer, max: number): string => {
  const text = bytes.subarray(0, max).toString();
  return bytes.byteLength > max ? `${text}…` : text;
};

const withoutCookies = (headers: { readonly [name: string]: string }): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'set-cookie' ? '<secret>' : value]),
  );

/** In two lines: what went out, and what came. */
export const deliveryLines = ({ what, request, answer, failure, took_ms }: ShownDelivery): readonly string[] => {
  const headers = request.headers
    .filter(([name]) => !/^user-agent$/i.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  return [
    `sent ${what}: ${[...headers, `${request.body_bytes} bytes`].map(short).join(' · ')} ${short(request.body)}`.trimEnd(),
    answer === null
      ? `no answer (${failure ?? 'unknown'})`
      : `→ ${answer.status} after ${Math.max(1, took_ms)} ms ${short(answer.body)}`.trimEnd(),
  ];
};

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 110 ? `${line.slice(0, 110)}…` : line;
};
