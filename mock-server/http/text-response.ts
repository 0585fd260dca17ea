/** An answer that most who get it read as a text. What the platform makes of it, which costs more than all else, is made where it is asked for. */
import { takeRest } from './platform-rest.ts';

type Init = { readonly status: number; readonly headers: { readonly [name: string]: string } };

type Told = Init & { readonly text: string };

/** What `new Response(text, init)` is, for a status and headers that it would take, with names in lower case; of a status without bodies, none. */
export const textResponse = (text: string, init: Init): Response => new TextResponse(text, init) as unknown as Response;

/** What is to be sent of such an answer; undefined of another one, and of one that was read. */
export const textIn = (response: Response): Told | undefined => {
  const made: object = response;
  return made instanceof TextResponse ? made.unread() : undefined;
};

/** Its headers with the length of its body, which they may know already; without one where none may be told. */
export const measured = ({ status, headers, text }: Told): Init['headers'] =>
  unmeasured.has(status) ? headers : { 'content-length': String(Buffer.byteLength(text)), ...headers };

/** Statuses whose answer must not say that it has a body, or that another one would have none (RFC 9110, 8.6). */
const unmeasured: ReadonlySet<number> = new Set([204, 304]);

/** Statuses that no body may go with. */
export const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

class TextResponse {
  readonly #status: number;
  readonly #text: string;
  readonly #given: Init['headers'];
  #isRead = false;
  #headers: Headers | undefined;
  /** The platform's, once more than the text has been asked for. */
  #platforms: Response | undefined;

  constructor(text: string, { status, headers }: Init) {
    this.#status = status;
    const hasBody = !bodiless.has(status);
    this.#text = hasBody ? text : '';
    this.#given = hasBody && headers['content-type'] === undefined ? { ...untyped, ...headers } : headers;
  }

  get status(): number {
    return this.#status;
  }

  get ok(): boolean {
    return this.#status >= 200 && this.#status < 300;
  }

  get type(): Response['type'] {
    return 'default';
  }

  get statusText(): string {
    return '';
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#given));
  }

  get bodyUsed(): boolean {
    return this.#platforms === undefined ? this.#isRead : this.#platforms.bodyUsed;
  }

  text(): Promise<string> {
    if (this.#isRead || this.#platforms !== undefined) return this.platforms.text();
    this.#isRead = true;
    return Promise.resolve(asReceived(this.#text));
  }

  json(): Promise<unknown> {
    return this.text().then((text) => JSON.parse(text) as unknown);
  }

  /** Of later versions of the platform. */
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.platforms.arrayBuffer());
  }

  clone(): Response {
    // The headers are ours: they may have been changed since the platform's were made of them.
    return new Response(this.platforms.clone().body, { status: this.#status, headers: this.headers });
  }

  unread(): Told | undefined {
    if (this.#isRead || this.#platforms !== undefined) return undefined;
    const headers = this.#headers === undefined ? this.#given : Object.fromEntries(this.#headers);
    return { status: this.#status, headers, text: this.#text };
  }

  get platforms(): Response {
    if (this.#platforms === undefined) {
      const [status, { headers }] = [this.#status, this];
      // Of bytes, which have no type of their own: the one that a text has may have been taken away.
      this.#platforms = new Response(bodiless.has(status) ? null : Buffer.from(this.#text), { status, headers });
      // So that it is as used as this is.
      if (this.#isRead) void this.#platforms.text();
    }
    return this.#platforms;
  }
}

takeRest(TextResponse, Response, []);

/** What the platform says of a text without a type. */
const untyped = { 'content-type': 'text/plain;charset=UTF-8' };

/** What a client reads of the bytes of a text: without a mark of their order, and without halves of characters. */
const asReceived = (text: string): string =>
  unlikeItsBytes.test(text) ? new TextDecoder().decode(Buffer.from(text)) : text;

const unlikeItsBytes = /^\ufeff|\p{Surrogate}/u;
