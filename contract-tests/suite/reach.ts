/**
 * How a program reaches the control API of its mock: the same calls without a network, or over one. What goes wrong has a type that says
 * whether it was the address, the token, the request or the mock; the token itself is never told.
 */

/** Throws NoMock, WrongToken, MockFailed or ControlRefused. */
export type Reach = <T>(
  method: Method,
  /** Below `/__understudy`, such as `/journal`; put ids through `encodeURIComponent`. */
  path: string,
  told?: { readonly query?: Query; readonly body?: object },
) => Promise<T>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What is undefined is left out. */
export type Query = { readonly [parameter: string]: string | number | undefined };

/** Nothing answers there, or what does is no control API. */
export class NoMock extends Error {
  override readonly name = 'NoMock';
}

/** The mock has another token. */
export class WrongToken extends Error {
  override readonly name = 'WrongToken';
}

/** The mock itself failed at what it was asked. */
export class MockFailed extends Error {
  override readonly name = 'MockFailed';
}

/** The mock understood what it was asked, and said no. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';
  /** `not_found` or `invalid_input`. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type ReachOptions = {
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
};

export const openReach =
  ({ controlUrl, controlToken, fetch }: ReachOptions): Reach =>
  async <T>(method: Method, path: string, { query = {}, body }: { query?: Query; body?: object } = {}): Promise<T> => {
    const seconds = method === 'GET' ? readSeconds : changeSeconds;
    const answer = await answerOf(controlUrl, seconds, (signal) =>
      fetch(controlUrl + path + written(query), {
        method,
        headers: {
          'x-understudy-token': controlToken,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // The token is for this mock alone.
        redirect: 'error',
        signal,
      }),
    );
    return read(controlUrl, answer) as T;
  };

/** How long a mock may say nothing: to move the clock it may have much to do. */
const readSeconds = 10;
const changeSeconds = 60;

type Answer = { readonly status: number; readonly body: unknown };

const answerOf = async (
  controlUrl: string,
  seconds: number,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Answer> => {
  try {
    const response = await send(AbortSignal.timeout(seconds * 1_000));
    return { status: response.status, body: parsed(await response.text()) };
  } catch (cause) {
    const reason = reasonOf(cause, seconds);
    throw new NoMock(`no mock answers at ${controlUrl}: ${reason}. Is it running, and is this its control_url?`, {
      cause,
    });
  }
};

/** Of `fetch` the message says nothing: the reason is its cause. */
const reasonOf = (error: unknown, seconds: number): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it said nothing for ${seconds} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
};

const read = (controlUrl: string, { status, body }: Answer): unknown => {
  if (status >= 200 && status < 300 && body !== undefined) return body;
  if (status === 401) {
    throw new WrongToken(
      `the mock at ${controlUrl} has another token: its ready line has the right one as control_token`,
    );
  }
  const { code, message } = errorIn(body);
  if (code === undefined) {
    throw new NoMock(`what answers at ${controlUrl} is no control API of a mock: it said ${status}`);
  }
  if (status >= 500) throw new MockFailed(`the mock at ${controlUrl} failed: ${message}`);
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

const written = (query: Query): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given.toString()}`;
};
