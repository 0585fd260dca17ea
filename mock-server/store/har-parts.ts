/** The parts that entries of HAR 1.2 are made of. */
import type { JournalBody, JournalHeader } from '../../spec/schemas/journal.ts';

export type Har = { readonly log: HarLog };

export type HarLog = {
  readonly version: '1.2';
  readonly creator: { readonly name: string; readonly version: string };
  readonly pages: readonly [];
  readonly entries: readonly HarEntry[];
  readonly comment: string;
};

export type HarEntry = {
  readonly startedDateTime: string;
  /** Milliseconds. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Record<string, never>;
  readonly timings: { readonly [part in (typeof timingParts)[number]]: number };
  readonly comment?: string;
  readonly _resourceType: 'fetch' | 'ping' | 'websocket';
  readonly [ours: `_${string}`]: unknown;
};

export type HarPair = { readonly name: string; readonly value: string };

export type HarRequest = {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly cookies: readonly [];
  readonly headers: readonly HarPair[];
  readonly queryString: readonly HarPair[];
  readonly postData?: {
    readonly mimeType: string;
    readonly params: readonly [];
    readonly text: string;
    readonly comment?: string;
  };
  readonly headersSize: number;
  readonly bodySize: number;
};

export type HarResponse = {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly cookies: readonly [];
  readonly headers: readonly HarPair[];
  readonly content: {
    readonly size: number;
    readonly mimeType: string;
    readonly text?: string;
    readonly comment?: string;
  };
  readonly redirectURL: string;
  readonly headersSize: number;
  readonly bodySize: number;
};

/** The parts of a request's time. */
const timingParts = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const;

/** Only the whole is known. -1 stands for that where it may stand: not for the last three. */
export const timingsOf = (wait: number): HarEntry['timings'] => ({
  blocked: -1,
  dns: -1,
  connect: -1,
  ssl: -1,
  send: 0,
  wait,
  receive: 0,
});

export const commentOf = (remarks: readonly string[]): { readonly comment?: string } =>
  remarks.length === 0 ? {} : { comment: remarks.join('; ') };

export const writtenRequest = (
  method: string,
  url: string,
  headers: readonly JournalHeader[],
  body: JournalBody,
): HarRequest => ({
  method,
  url,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: pairsOf(headers),
  queryString: queryIn(url),
  ...(body.bytes !== 0 && {
    postData: {
      mimeType: headerIn(headers, 'content-type') ?? '',
      params: [],
      text: body.text ?? '',
      ...remarkOn(body),
    },
  }),
  headersSize: -1,
  bodySize: body.bytes ?? -1,
});

export const writtenResponse = (
  status: number,
  headers: readonly JournalHeader[],
  body: JournalBody,
): Pick<HarResponse, 'status' | 'headers' | 'content' | 'redirectURL' | 'bodySize'> => ({
  status,
  headers: pairsOf(headers),
  content: {
    size: body.bytes ?? 0,
    mimeType: headerIn(headers, 'content-type') ?? 'x-unknown',
    ...(body.text !== null && { text: body.text }),
    ...remarkOn(body),
  },
  redirectURL: headerIn(headers, 'location') ?? '',
  bodySize: body.bytes ?? -1,
});

/** As browsers write a request that failed: status 0. */
export const noResponse = (why: string): HarResponse => ({
  status: 0,
  statusText: why,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
});

const remarkOn = ({ text, truncated }: JournalBody): { readonly comment?: string } => {
  if (text === null) return { comment: 'the body was not kept' };
  return truncated ? { comment: 'the body goes on: only its beginning was kept' } : {};
};

const pairsOf = (headers: readonly JournalHeader[]): HarPair[] => headers.map(({ name, value }) => ({ name, value }));

export const headerIn = (headers: readonly JournalHeader[], wanted: string): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value;

/** Each parameter as it was written, as Chrome has them: decoded again, a text could spell what was taken out of it. */
const queryIn = (url: string): HarPair[] => {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  if (query === '') return [];
  return query.split('&').map((parameter) => {
    const at = parameter.indexOf('=');
    return at < 0 ? { name: parameter, value: '' } : { name: parameter.slice(0, at), value: parameter.slice(at + 1) };
  });
};
