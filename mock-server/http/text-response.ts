/** An answer that most who get it read as a text. A stream of it, which costs the platform more than all else, is made where it is asked for. */

type Init = { readonly status: number; readonly headers: { readonly [name: string]: string } };

/** What `new Response(text, init)` is, for a text that JSON was written as. */
export const textResponse = (text: string, init: Init): Response => new TextResponse(text, init) as unknown as Response;

/** Its methods are properties to the types of Node: they could not be overridden. */
const Empty = Response as unknown as new (body: null, init: Init) => Pick<Response, 'status' | 'headers'>;

class TextResponse extends Empty {
  readonly #text: string;
  #isRead = false;
  /** The platform's, once more than the text has been asked for. */
  #platforms: Response | undefined;

  constructor(text: string, init: Init) {
    super(null, init);
    this.#text = text;
  }

  get body(): Response['body'] {
    return this.#whole().body;
  }

  get bodyUsed(): boolean {
    return this.#platforms === undefined ? this.#isRead : this.#platforms.bodyUsed;
  }

  text(): Promise<string> {
    if (this.#isRead || this.#platforms !== undefined) return this.#whole().text();
    this.#isRead = true;
    return Promise.resolve(this.#text);
  }

  json(): Promise<unknown> {
    return this.text().then((text) => JSON.parse(text) as unknown);
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole().arrayBuffer();
  }

  /** Of later versions of the platform, which would read it of what is empty. */
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer());
  }

  blob(): Promise<Blob> {
    return this.#whole().blob();
  }

  formData(): Promise<FormData> {
    return this.#whole().formData();
  }

  clone(): Response {
    const { status, headers } = this;
    return new Response(this.#whole().clone().body, { status, headers });
  }

  #whole(): Response {
    if (this.#platforms === undefined) {
      const { status, headers } = this;
      this.#platforms = new Response(this.#text, { status, headers });
      // So that it is as used as this is.
      if (this.#isRead) void this.#platforms.text();
    }
    return this.#platforms;
  }
}
