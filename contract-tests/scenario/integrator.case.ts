/** The program of an integrator, for tests: plain fetch, ws and node:http, written from the document alone. It waits as told, for its clock is the mock's. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { type MediumName, medium, mediumBytes } from '../../fixtures/media.ts';

/** What it is told of the service, also what its key and its secret change to. */
export type Service = {
  readonly url: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly accounts: {
    readonly [name: string]: { readonly next_api_key?: string; readonly next_webhook_secret?: string };
  };
};

/** `status` is 0 where no reply came. */
export type Reply = { readonly status: number; readonly code: string | undefined; readonly body: Body };
type Body = { readonly balance_usd: number } & {
  readonly [name in 'id' | 'status' | 'status_url' | 'output_url' | 'file_key']: string;
} & Session;
type Session = { readonly stream_url: string; readonly session_token: string };

export class Integrator {
  apiKey: string;
  readonly #servers: Server[] = [];

  constructor(
    readonly service: Service,
    /** Seconds of the service's time. */
    readonly wait: (seconds: number) => Promise<void>,
  ) {
    this.apiKey = service.apiKey;
  }

  async call(method: string, path: string, body?: object, headers: { [name: string]: string } = {}): Promise<Reply> {
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(new URL(path, `${this.service.url}/`), {
        method,
        headers: {
          authorization: `Bearer ${this.apiKey}`,
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      const json = (await response.json()) as Body & { readonly error?: { readonly code: string } | null };
      return { status: response.status, code: json.error?.code, body: json };
    } catch {
      return { status: 0, code: undefined, body: {} as Body };
    }
  }

  async upload(name: MediumName): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([(await mediumBytes(name)).slice()], { type: medium(name).contentType }), name);
    return (await this.call('POST', 'uploads', form)).body.file_key;
  }

  /** Of one picture into itself. @param key the Idempotency-Key, if it is one that sends one */
  submitter(): (key?: string, callback?: string) => Promise<Reply> {
    const picture = this.upload('portrait.png');
    return async (key, callback) => {
      const body = {
        image_key: await picture,
        face_key: await picture,
        ...(callback !== undefined && { callback_url: callback }),
      };
      return this.call('POST', 'face-swap-image', body, key === undefined ? {} : { 'idempotency-key': key });
    };
  }

  look({ body }: Reply): Promise<Reply> {
    return this.call('GET', body.status_url);
  }

  /** Until it has ended. */
  async finished(submitted: Reply): Promise<Reply> {
    for (let pause = 2; ; pause = Math.min(pause * 2, 60)) {
      await this.wait(pause);
      const job = await this.look(submitted);
      if (['succeeded', 'failed'].includes(job.body.status)) return job;
      if (pause === 60) return job;
    }
  }

  async download({ body }: Reply): Promise<number> {
    const response = await fetch(body.output_url);
    await response.arrayBuffer();
    return response.status;
  }

  /** @param first what comes first: of a voice the service says how it wants its sound. @returns undefined where it is not let in */
  async connect({ body }: Reply, first: 'message' | 'open' = 'message'): Promise<WebSocket | undefined> {
    const socket = new WebSocket(`${body.stream_url}?session_token=${body.session_token}`);
    return new Promise((resolve) => {
      socket.once(first, () => resolve(socket));
      socket.once('error', () => resolve(undefined));
    });
  }

  /** A receiver of webhooks. @param answer the status for one, from its headers and its bytes */
  async receive(answer: (raw: Buffer, signature: string, number: number) => number): Promise<string> {
    let number = 0;
    const server = createServer((request, response) => {
      void bytesOf(request).then((raw) => {
        number += 1;
        response.writeHead(answer(raw, String(request.headers['service-signature']), number)).end();
      });
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

/** As the document has it. @param maxAge seconds; a receiver that forgets it takes what is recorded and played again */
export const isGenuine = (secret: string, raw: Buffer, signature: string, maxAge = 300): boolean => {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest();
  const given = Buffer.from(v1, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Math.abs(Date.now() / 1_000 - Number(t)) <= maxAge;
};

const bytesOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};
