/**
 * A request made in this process, as the app reads it. What the platform makes for each (a stream of its body, a signal) costs more than
 * most answers; here it is made where it is asked for.
 */
import { takeRest } from './platform-rest.ts';

/** What `new Request(input, init)` is, in a cheaper way where nothing here can tell them apart. */
export const requestOf = (input: string | URL | Request, init: RequestInit = {}): Request => {
  const { method = 'GET', headers, body = null } = init;
  if (typeof input !== 'string' || !isPlain(input, method, body, init)) return new Request(input, init);
  return new PlainRequest(method, input, new Headers(headers), body) satisfies Readable as unknown as Request;
};

/** The bytes of a body, where all of them are there and nobody has asked for a stream of them. */
export const wholeBody = (request: Request): Uint8Array | undefined => {
  const made: Readable = request;
  return made instanceof PlainRequest ? made.whole() : undefined;
};

/** What the app reads of most requests. */
type Readable = Pick<Request, 'method' | 'url' | 'headers' | 'body'>;

type Whole = string | Uint8Array<ArrayBuffer> | null;

class PlainRequest implements Readable {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly #body: Uint8Array<ArrayBuffer> | null;
  #platforms: Request | undefined;

  constructor(method: string, url: string, headers: Headers, body: Whole) {
    this.method = method;
    this.url = url;
    this.headers = headers;
    // Whoever sent it may write to it again.
    this.#body = typeof body === 'string' ? Buffer.from(body) : (body?.slice() ?? null);
    if (typeof body === 'string' && !headers.has('content-type')) headers.set('content-type', textType);
  }

  get body(): Request['body'] {
    return this.#body === null ? null : this.platforms.body;
  }

  /** Undefined once the platform's request has been made of it. */
  whole(): Uint8Array | undefined {
    return this.#platforms === undefined ? (this.#body ?? none) : undefined;
  }

  get platforms(): Request {
    const { method, headers } = this;
    return (this.#platforms ??= new Request(this.url, { method, headers, body: this.#body }));
  }
}

takeRest(PlainRequest, Request, ['method', 'url', 'headers']);

const isPlain = (url: string, method: string, body: RequestInit['body'], init: RequestInit): body is Whole =>
  (method === 'POST'
    ? body === null || typeof body === 'string' || body instanceof Uint8Array
    : method === 'GET' && body === null) &&
  plainUrl.test(url) &&
  Object.keys(init).every((name) => plainParts.has(name));

const plainParts: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'duplex']);

/** Written as `URL` would write it: no dots that have to be resolved, nothing that has to be escaped. */
const plainUrl =
  /^http:\/\/(?:127\.0\.0\.1|(?:[a-z]+\.)?localhost)(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?\/(?!(?:\S*\/)?(?:\.|%2[eE]))[\w/~.:=&?,+*%-]*$/;

/** What the platform says of a text without a type. */
const textType = 'text/plain;charset=UTF-8';

const none = new Uint8Array();
