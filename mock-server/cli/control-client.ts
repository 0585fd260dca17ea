/**
 * A running mock, as commands call it: its control API over HTTP. What cannot work says whether it was the address, the token or the
 * request; the token itself is never told.
 */
import type { ControlFlags } from './control-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

export type Query = { readonly [parameter: string]: string | number | undefined };

export type ControlClient = {
  /** The control API's address, without a slash at its end. */
  readonly url: string;
  /** @param path below `/__understudy`, such as `/journal`; put ids through `encodeURIComponent` */
  readonly get: <T>(path: string, query?: Query) => Promise<T>;
  readonly post: <T>(path: string, body?: object) => Promise<T>;
};

/**
 * Every call throws `ControlRefused` (exit code 2) for a request that the mock refuses, `WrongUsage` (2) for a wrong token, and a plain
 * error (3) if there is no mock or if it fails.
 */
export const openControl = ({ controlUrl: url, controlToken: token }: ControlFlags): ControlClient => {
  if (url === undefined) {
    throw new WrongUsage(
      'say which mock: --control-url or UNDERSTUDY_CONTROL_URL. Its ready line has it as control_url',
    );
  }
  if (token === undefined) {
    throw new WrongUsage(
      'the mock wants its token: --control-token or UNDERSTUDY_CONTROL_TOKEN. Its ready line has it as control_token',
    );
  }
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await send(url, path, {
      method,
      headers: { 'x-understudy-token': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The token is for this mock alone.
      redirect: 'error',
      signal: AbortSignal.timeout(answerSeconds * 1000),
    });
    return read(url, response);
  };
  return {
    url,
    get: async <T>(path: string, query: Query = {}) => (await call('GET', path + written(query))) as T,
    post: async <T>(path: string, body?: object) => (await call('POST', path, body)) as T,
  };
};

/** The mock understood the request and said no. */
export class ControlRefused extends WrongUsage {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const answerSeconds = 60;

const send = async (url: string, path: string, request: RequestInit): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(url + path, request);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Error(`no mock answers at ${url}: ${reasonOf(error)}. Is it running, and is this its control_url?`, {
      cause: error,
    });
  }
};

const read = (url: string, { status, text }: { readonly status: number; readonly text: string }): unknown => {
  const body = parsed(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  const { code, message } = errorIn(body);
  if (status === 401) {
    throw new WrongUsage(`the mock at ${url} has another token: its ready line has the right one as control_token`);
  }
  if (code === undefined) throw new Error(`what answers at ${url} is no control API of a mock: it said ${status}`);
  if (status >= 500) throw new Error(`the mock at ${url} failed: ${message}`);
  throw new ControlRefused(code, message);
};

const errorIn = (body: unknown): { readonly code?: string; readonly message: string } => {
  const error: unknown = isObject(body) ? body['error'] : undefined;
  return isObject(error) && typeof error['code'] === 'string'
    ? { code: error['code'], message: String(error['message']) }
    : { message: '' };
};

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Of `fetch` the message says nothing: the reason is its cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it said nothing for ${answerSeconds} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
};

const written = (query: Query): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given.toString()}`;
};
