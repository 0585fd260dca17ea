/** The client of a day in which effects fail: it asks again, and what fails again and again it puts off. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { mediumBytes } from '../../fixtures/media.ts';
import type { Mock } from '../compose.ts';
import type { Download, Look } from './nth-effect.case.ts';

/** Thrown where something has failed so often that it is tried later. */
export class PutOff extends Error {}

type Asked = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | FormData };

export class EffectClient {
  readonly #mock: Mock;
  readonly #callback: string;
  /** The job of each submit. */
  readonly #jobs = new Map<number, string>();
  #image: string | undefined;
  #uploads = 0;
  #streams = 0;
  readonly #cut: number[] = [];
  /** The codes of all answers with 500. */
  readonly refusals: string[] = [];
  readonly downloads: Download[] = [];

  /** @param callback where webhooks go */
  constructor(mock: Mock, callback: string) {
    this.#mock = mock;
    this.#callback = callback;
  }

  /** @param copies that are sent at once */
  async submit(number: number, copies: number): Promise<void> {
    const image = (this.#image ??= await this.#upload());
    const sent = Array.from({ length: copies }, () =>
      this.#call('POST', '/face-swap-image', {
        headers: { 'content-type': 'application/json', 'idempotency-key': `k${number}` },
        body: JSON.stringify({ image_key: image, face_key: image, callback_url: this.#callback }),
      }),
    );
    const ids = new Set((await Promise.all(sent)).map((job) => (job as { id: string }).id));
    const [id, another] = ids;
    if (id === undefined || another !== undefined)
      throw new Error(`one key stands for the jobs ${[...ids].join(', ')}`);
    this.#jobs.set(number, id);
  }

  /** @param place among the downloads of the day */
  async download(number: number, place: number): Promise<void> {
    await this.wait(5);
    const id = this.#jobs.get(number);
    if (id === undefined) throw new PutOff();
    const { output_url: link } = (await this.#call('GET', `/jobs/${id}`)) as { output_url: string | null };
    const response = link === null ? undefined : await this.#answered('GET', link);
    const bytes = response === undefined ? '' : Buffer.from(await response.arrayBuffer()).toString('base64');
    this.downloads[place] = { job: id, bytes };
  }

  async wait(seconds: number): Promise<void> {
    await this.#mock.clock.advance({ seconds });
  }

  /** A session with three messages, each of them awaited, and seven seconds. One that is cut off is put off: another will be made. */
  async talk(): Promise<void> {
    const cutWith = await this.#stream();
    if (cutWith === undefined) return;
    this.#cut.push(cutWith);
    throw new PutOff();
  }

  async look(): Promise<Omit<Look, 'deliveries' | 'received' | 'left'>> {
    const jobs = await Promise.all([...this.#jobs.values()].map((id) => this.#call('GET', `/jobs/${id}`)));
    return {
      jobs: (jobs as Look['jobs']).map(({ status, charged_usd }) => ({ status, charged_usd })),
      balance: (await this.#call('GET', '/balance')) as Look['balance'],
      usage: (await this.#call('GET', '/usage?limit=500')) as Look['usage'],
      streams: this.#streams,
      cut: [...this.#cut],
      uploads: this.#uploads,
    };
  }

  async #upload(): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([(await mediumBytes('portrait.png')).slice()], { type: 'image/png' }), 'portrait.png');
    const { file_key } = (await this.#call('POST', '/uploads', { body: form })) as { file_key: string };
    this.#uploads++;
    return file_key;
  }

  /** @returns the code with which it was closed before its time */
  async #stream(): Promise<number | undefined> {
    const made = await this.#call('POST', '/voice/session', {
      headers: { 'content-type': 'application/json' },
      body: '{"duration_minutes":1}',
    });
    const { stream_url, session_token } = made as { stream_url: string; session_token: string };
    const socket = new WebSocket(`${stream_url}?session_token=${session_token}`);
    socket.on('error', () => undefined);
    this.#streams++;
    const over = once(socket, 'close') as Promise<[code: number]>;
    const isNext = (): Promise<boolean> =>
      Promise.race([
        once(socket, 'message', { signal: AbortSignal.timeout(waitMaxMs) }).then(() => true),
        over.then(() => false),
      ]);
    let goesOn = await isNext();
    for (let sent = 0; sent < 3 && goesOn; sent++) {
      socket.send(Buffer.alloc(960, sent + 1));
      goesOn = await isNext();
    }
    if (!goesOn) return (await over)[0];
    await this.wait(7);
    socket.close(1000);
    await over;
    return undefined;
  }

  async #call(method: string, path: string, init: Asked = {}): Promise<unknown> {
    return (await this.#answered(method, path, init)).json();
  }

  /** Asks again what was answered with 500: nothing was billed. */
  async #answered(method: string, path: string, init: Asked = {}): Promise<Response> {
    for (let tries = 0; tries < triesMax; tries++) {
      const response = await this.#mock.fetch(path.startsWith('http') ? path : this.#mock.url + path, {
        ...init,
        method,
        headers: { authorization: `Bearer ${this.#mock.apiKey}`, ...init.headers },
      });
      if (response.status !== 500) return response;
      const { error } = (await response.json()) as { readonly error?: { readonly code?: string } };
      this.refusals.push(error?.code ?? 'no code');
    }
    throw new PutOff(`${method} ${path} is answered with 500 again and again`);
  }
}

const triesMax = 3;

/** Real milliseconds: far more than a message takes. */
const waitMaxMs = 10_000;
