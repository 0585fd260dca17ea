/** A short day of one client of a whole mock, in which the n-th effect of a kind fails: a file that is written, a webhook, a frame. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { mediumBytes } from '../../fixtures/media.ts';
import { type Mock, type Ports, createMock } from '../compose.ts';
import { BlobStore } from '../store/blobs.ts';
import { type Receiver, openReceiver } from '../webhooks/receiver.case.ts';

export const effectKinds = ['file', 'webhook', 'frame'] as const;
export type EffectKind = (typeof effectKinds)[number];

export type Day = {
  readonly seed: number;
  readonly steps: readonly ('submit' | 'submit twice' | 'talk' | 'download' | 'wait')[];
  /** What the receiver answers, the last again and again. */
  readonly answers: readonly (200 | 500)[];
};

export const day: fc.Arbitrary<Day> = fc.record({
  seed: fc.nat(1_000),
  steps: fc
    .array(fc.constantFrom('submit', 'submit twice', 'talk', 'download', 'wait'), { minLength: 2, maxLength: 4 })
    .map((steps): Day['steps'] => ['submit', ...steps]),
  answers: fc.array(fc.constantFrom(200 as const, 500 as const), { maxLength: 2 }).map((answers) => [...answers, 200]),
});

/** What a day has come to, for those who look at it from outside. */
export type Course = {
  /** How often each kind of effect was asked for, and failed. */
  readonly effects: { readonly [kind in EffectKind]: number };
  readonly failed: number;
  /** What the mock has told of. */
  readonly told: readonly string[];
  readonly jobs: readonly { readonly status: string; readonly charged_usd: number }[];
  readonly balance: { readonly balance_usd: number; readonly total_spent_usd: number };
  readonly usage: readonly { readonly feature: string; readonly charged_usd: number }[];
  readonly sessions: number;
  /** The bytes of each download. */
  readonly downloads: readonly string[];
  readonly deliveries: readonly {
    readonly id: string;
    readonly status: string;
    readonly attempts: readonly { readonly extra: boolean }[];
  }[];
  readonly received: Receiver['received'];
  /** Of unfinished blobs, and of finished ones that are neither an upload nor a result. */
  readonly left: { readonly partial: number; readonly uploads: number };
  readonly uploads: number;
};

/** @param first the effect of the kind that fails first, from 1 @param times how many fail, from then on */
export const spend = async (
  { seed, steps, answers }: Day,
  { kind, first, times }: { readonly kind: EffectKind; readonly first: number; readonly times: number },
): Promise<Course> => {
  const effects = { file: 0, webhook: 0, frame: 0 };
  let failed = 0;
  const mayFail = (of: EffectKind): void => {
    effects[of]++;
    if (of !== kind || effects[of] < first || failed >= times) return;
    failed++;
    throw new Error(injected);
  };
  const told: string[] = [];
  const undo = failFiles(() => mayFail('file'));
  const receiver = await openReceiver(...answers);
  const mock = await createMock(
    {
      clock: 'manual',
      seed,
      rateLimit: 'off',
      jobTime: 1,
      settleMs: 10_000,
      onFailure: (error) => told.push(error instanceof Error ? error.message : String(error)),
    },
    { ports: portsOf(mayFail) },
  );
  try {
    const client = new Client(mock);
    const image = await client.upload();
    let submits = 0;
    const submit = (): Promise<unknown> =>
      client.call('POST', '/face-swap-image', {
        headers: { 'content-type': 'application/json', 'idempotency-key': `k${submits}` },
        body: JSON.stringify({ image_key: image, face_key: image, callback_url: receiver.url }),
      });
    const ids = new Set<string>();
    const downloads: string[] = [];
    let sessions = 0;
    for (const step of steps) {
      switch (step) {
        case 'submit':
        case 'submit twice': {
          submits++;
          const copies = step === 'submit' ? 1 : 2;
          for (const one of await Promise.all(Array.from({ length: copies }, submit))) {
            ids.add((one as { id: string }).id);
          }
          break;
        }
        case 'talk':
          sessions++;
          await client.talk();
          break;
        case 'download':
          await mock.clock.advance({ seconds: 5 });
          downloads.push(await client.download([...ids].at(-1) ?? ''));
          break;
        case 'wait':
          await mock.clock.advance({ seconds: 40 });
          break;
        default:
          step satisfies never;
      }
    }
    await mock.clock.advance({ seconds: 7_200 });
    const jobs = (await Promise.all([...ids].map((id) => client.call('GET', `/jobs/${id}`)))) as Course['jobs'];
    return {
      effects,
      failed,
      told,
      jobs: jobs.map(({ status, charged_usd }) => ({ status, charged_usd })),
      balance: (await client.call('GET', '/balance')) as Course['balance'],
      usage: (await client.call('GET', '/usage?limit=500')) as Course['usage'],
      sessions,
      downloads,
      deliveries: await mock.control.deliveries({ limit: 1_000 }),
      received: receiver.received,
      left: await undo.leftBy(),
      uploads: client.uploads,
    };
  } finally {
    undo.undo();
    await mock.close({ graceMs: 200 });
    await receiver.close();
  }
};

/** The words of every failure that is injected. */
export const injected = 'injected into an effect';

const portsOf = (mayFail: (kind: EffectKind) => void): Ports => ({
  deliver: (next) => (attempt) => {
    mayFail('webhook');
    return next(attempt);
  },
  frame: (line) => ({
    send: (data, isBinary) => {
      mayFail('frame');
      line.send(data, isBinary);
    },
    close: (code, reason) => line.close(code, reason),
    reset: () => line.reset(),
    silence: () => line.silence(),
    wait: (on) => line.wait(on),
    ended: () => line.ended(),
  }),
});

/** Files fail when they are begun, and when they are finished. */
const failFiles = (mayFail: () => void) => {
  const stores = new Set<BlobStore>();
  const { create, finish } = BlobStore.prototype;
  vi.spyOn(BlobStore.prototype, 'create').mockImplementation(async function (this: BlobStore, name) {
    stores.add(this);
    mayFail();
    return create.call(this, name);
  });
  vi.spyOn(BlobStore.prototype, 'finish').mockImplementation(async function (this: BlobStore, name) {
    mayFail();
    return finish.call(this, name);
  });
  return {
    leftBy: async (): Promise<Course['left']> => {
      const left = { partial: 0, uploads: 0 };
      for (const store of stores) {
        left.partial += (await readdir(store.partialFolder)).length;
        const names = await readdir(dirname(store.partialFolder));
        left.uploads += names.filter((name) => /^[0-9a-f-]{36}$/.test(name)).length;
      }
      return left;
    },
    undo: () => void vi.restoreAllMocks(),
  };
};

type Asked = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | FormData };

/** Asks again whatever was answered with 500: nothing was billed. */
class Client {
  readonly #mock: Mock;
  uploads = 0;

  constructor(mock: Mock) {
    this.#mock = mock;
  }

  async call(method: string, path: string, init: Asked = {}): Promise<unknown> {
    return (await this.#answered(method, path, init)).json();
  }

  async upload(): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([(await mediumBytes('portrait.png')).slice()], { type: 'image/png' }), 'portrait.png');
    const { file_key } = (await this.call('POST', '/uploads', { body: form })) as { file_key: string };
    this.uploads++;
    return file_key;
  }

  async download(jobId: string): Promise<string> {
    const { output_url: link } = (await this.call('GET', `/jobs/${jobId}`)) as { output_url: string | null };
    if (link === null) return '';
    const response = await this.#answered('GET', link);
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  }

  /** A session with three messages, each of them awaited, and seven seconds; it goes on for as long as the mock lets it. */
  async talk(): Promise<void> {
    const made = await this.call('POST', '/voice/session', {
      headers: { 'content-type': 'application/json' },
      body: '{"duration_minutes":1}',
    });
    const { stream_url, session_token } = made as { stream_url: string; session_token: string };
    const socket = new WebSocket(`${stream_url}?session_token=${session_token}`);
    socket.on('error', () => undefined);
    const over = once(socket, 'close');
    const next = (): Promise<unknown> =>
      Promise.race([once(socket, 'message', { signal: AbortSignal.timeout(waitMaxMs) }), over]);
    await next();
    for (let sent = 0; sent < 3 && socket.readyState === socket.OPEN; sent++) {
      socket.send(Buffer.alloc(960, sent + 1));
      await next();
    }
    await this.#mock.clock.advance({ seconds: 7 });
    socket.close(1000);
    await over;
  }

  async #answered(method: string, path: string, init: Asked = {}): Promise<Response> {
    for (let tries = 0; tries < 20; tries++) {
      const response = await this.#mock.fetch(path.startsWith('http') ? path : this.#mock.url + path, {
        ...init,
        method,
        headers: { authorization: `Bearer ${this.#mock.apiKey}`, ...init.headers },
      });
      if (response.status !== 500) return response;
      await response.arrayBuffer();
    }
    throw new Error(`${method} ${path} is answered with 500 again and again`);
  }
}

/** Real milliseconds: far more than a message takes. */
const waitMaxMs = 10_000;
