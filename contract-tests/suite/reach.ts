/** How a suite reaches the control API of its mock: the same calls without a network, or over one. */

/** Throws ControlRefused for what the mock refuses, and an Error if there is none, its token is another, or it fails. */
export type Reach = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  told?: { readonly query?: Query; readonly body?: object },
) => Promise<T>;

export type Query = { readonly [parameter: string]: string | number | undefined };

/** The mock understood what a test asked for, and said no. */
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
  async <T>(method: string, path: string, { query = {}, body }: { query?: Query; body?: object } = {}): Promise<T> => {
    const answer = await answerOf(controlUrl, () =>
      fetch(controlUrl + path + written(query), {
        method,
        headers: {
          'x-understudy-token': controlToken,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // The token is for this mock alone.
        redirect: 'error',
      }),
    );
    return read(controlUrl, answer) as T;
  };

type Answer = { readonly status: number; readonly body: unknown };

const answerOf = async (controlUrl: string, send: () => Promise<Response>): Promise<Answer> => {
  try {
    const response = await send();
    return { status: response.status, body: parsed(await response.text()) };
  } catch (cause) {
    throw new Error(`no mock answers at ${controlUrl}: is it running, and is this its control_url?`, { cause });
  }
};

const read = (controlUrl: string, { status, body }: Answer): unknown => {
  if (status >= 200 && status < 300 && body !== undefined) return body;
  if (status === 401) throw new Error(`the mock at ${controlUrl} has another token: its ready line has it`);
  const { code, message } = errorIn(body);
  if (code === undefined)
    throw new Error(`what answers at ${controlUrl} is no control API of a mock: it said ${status}`);
  if (status >= 500) throw new Error(`the mock at ${controlUrl} failed: ${message}`);
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
