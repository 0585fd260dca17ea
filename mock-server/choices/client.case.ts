/** A caller that expects nothing of an answer's layout: for tests in which gaps are chosen otherwise than by default. */
import { type MediumName, medium, mediumBytes } from '../../fixtures/media.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { type Mock, createMock } from '../compose.ts';
import type { MockOptions } from '../options.ts';

export type Seen = {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where the body is no JSON. */
  readonly body: unknown;
  readonly text: string;
};

export type Sending = {
  /** The whole header; null sends none. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of an object as JSON. */
  readonly raw?: NonNullable<RequestInit['body']>;
};

export type Client = Mock & {
  readonly failures: unknown[];
  readonly call: (method: string, path: string, body?: object, sending?: Sending) => Promise<Seen>;
  readonly get: (path: string) => Promise<Seen>;
  readonly post: (path: string, body: object, headers?: Record<string, string>) => Promise<Seen>;
  readonly sendForm: (form: FormData) => Promise<Seen>;
  readonly sendFile: (bytes: Uint8Array<ArrayBuffer> | string, type: string, name?: string) => Promise<Seen>;
  /** Key of a fixture, uploaded under a name that may hold a magic word. */
  readonly upload: (name: MediumName, as?: string) => Promise<string>;
  /** Submits the cheapest of jobs, at 0.03 USD. */
  readonly swapImage: (headers?: Record<string, string>, word?: string) => Promise<Seen>;
  /** Submits one, waits for its end and polls it. */
  readonly finishedImage: (word?: string) => Promise<Seen>;
  /** Submits a voice clone that speaks a text, at 0.05 USD for 1,000 characters. */
  readonly speak: (script: string, more?: object) => Promise<Seen>;
};

/** @param watch is shown every answer */
export const openClient = async (
  choices: Partial<GapChoices>,
  options: MockOptions = {},
  watch?: (method: string, path: string, seen: Seen) => void,
): Promise<Client> => {
  const failures: unknown[] = [];
  const quiet = { port: false, clock: 'manual', rateLimit: 'off', jobTime: 1 } as const;
  const mock = await createMock({ ...quiet, onFailure: (error) => failures.push(error), ...options, choices });

  const call: Client['call'] = async (method, path, body, sending = {}) => {
    const { authorization = `Bearer ${mock.apiKey}`, headers = {}, raw } = sending;
    const response = await mock.fetch(path.startsWith('http') ? path : mock.url + path, {
      method,
      headers: {
        ...(authorization !== null && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw !== undefined && { body: raw, duplex: 'half' as const }),
    });
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    const seen = { status: response.status, headers: response.headers, body: parsed(text), text };
    watch?.(method, path, seen);
    return seen;
  };
  const get: Client['get'] = (path) => call('GET', path);
  const post: Client['post'] = (path, body, headers = {}) => call('POST', path, body, { headers });
  const sendForm: Client['sendForm'] = (form) => call('POST', '/uploads', undefined, { raw: form });
  const sendFile: Client['sendFile'] = (bytes, type, name = 'file') => {
    const form = new FormData();
    form.set('file', new Blob([bytes], { type }), name);
    return sendForm(form);
  };
  const upload: Client['upload'] = async (name, as = name) =>
    String(at((await sendFile((await mediumBytes(name)).slice(), medium(name).contentType, as)).body, 'file_key'));
  const swapImage: Client['swapImage'] = async (headers, word = 'portrait') => {
    const key = await upload('portrait.png', `${word}.png`);
    return post('/face-swap-image', { image_key: key, face_key: key }, headers);
  };

  return {
    ...mock,
    failures,
    call,
    get,
    post,
    sendForm,
    sendFile,
    upload,
    swapImage,
    finishedImage: async (word) => {
      const id = at((await swapImage({}, word)).body, 'id');
      await mock.clock.advance({ seconds: 60 });
      return get(`/jobs/${String(id)}`);
    },
    speak: async (script, more = {}) => post('/voice-clone', { voice_key: await upload('voice.wav'), script, ...more }),
    close: async (closing) => {
      await mock.close(closing);
      if (failures.length > 0) throw new AggregateError(failures, `the mock failed: ${String(failures[0])}`);
    },
  };
};

/** What stands at a place in a JSON value. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );

/** The code of an error, wherever its layout puts it; undefined for a success. */
export const codeOf = ({ status, body }: Seen): string | undefined => (status < 400 ? undefined : errorIn(body)?.code);

export const errorIn = (body: unknown): { readonly code: string; readonly message: string } | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, message } = body as Record<string, unknown>;
  if (typeof code === 'string' && typeof message === 'string') return { code, message };
  return Object.values(body)
    .map(errorIn)
    .find((found) => found !== undefined);
};

/** A sound of any length in few bytes: silence, 100 samples a second. */
export const longSound = (seconds: number): Buffer<ArrayBuffer> => {
  const rate = 100;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + seconds * rate, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(seconds * rate, 40);
  return Buffer.concat([head, Buffer.alloc(seconds * rate, 128)]);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'latin1').toString()) as unknown;
  } catch {
    return undefined;
  }
};
