/** A caller of a whole mock, for tests: no network, a clock that stands still, and any failure of the mock fails the test. */
import { mediumBytes, medium, type MediumName } from '../../fixtures/media.ts';
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import { type Mock, createMock } from '../compose.ts';
import type { MockOptions } from '../options.ts';
import type { Ports } from '../ports.ts';

/** Every field that a test reads of an answer; which of them are there depends on the operation. */
export type Wire = {
  readonly id: string;
  readonly status: string;
  readonly status_url: string;
  readonly output_url: string | null;
  readonly charged_usd: number;
  readonly error: { readonly code: string; readonly message: string };
  readonly file_key: string;
  readonly url: string;
  readonly session_id: string;
  readonly session_token: string;
  readonly stream_url: string;
  readonly prompt: string;
  readonly max_duration_sec: number;
  readonly max_cost_usd: number;
  readonly balance_usd: number;
  readonly total_spent_usd: number;
  readonly count: number;
};

export type Answer = {
  readonly status: number;
  /** The error code; undefined for a success. */
  readonly code: string | undefined;
  readonly body: Wire;
  readonly text: string;
  readonly headers: Headers;
};

/** A body as it goes out. */
export type Raw = NonNullable<RequestInit['body']>;

export type CallOptions = {
  /** Another key than the default account's; null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of an object as JSON. */
  readonly raw?: Raw;
};

/** File keys of one usual file of each kind. */
export type Files = { readonly video: string; readonly image: string; readonly audio: string };

export type TestMock = Mock & {
  readonly failures: unknown[];
  /** A call of the service: `/balance` is below `/api/v1`. */
  readonly call: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;
  readonly get: (path: string, key?: string) => Promise<Answer>;
  readonly post: (path: string, body: unknown, options?: CallOptions) => Promise<Answer>;
  /** Uploads a fixture, under another name if a word in it matters; gives its key. */
  readonly upload: (medium: MediumName, name?: string, key?: string) => Promise<string>;
  readonly files: (key?: string) => Promise<Files>;
  /** All that can be seen of an account's money, as bytes. */
  readonly money: (key?: string) => Promise<string>;
  /** Calls the control API, with the token unless headers say otherwise. */
  readonly steer: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
};

export const openMock = async (
  options: MockOptions = {},
  ports: Ports = {},
  inner: { readonly consoleFolder?: URL } = {},
): Promise<TestMock> => {
  const failures: unknown[] = [];
  const quiet = {
    port: false,
    clock: 'manual',
    rateLimit: 'off',
    onFailure: (e: unknown) => failures.push(e),
  } as const;
  const mock = await createMock({ ...quiet, ...options }, { ports, ...inner });

  const call: TestMock['call'] = async (method, path, body, { key = mock.apiKey, headers = {}, raw } = {}) =>
    read(
      await mock.fetch(mock.url + path, {
        method,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(raw !== undefined && { body: raw, duplex: 'half' as const }),
      }),
    );
  const get: TestMock['get'] = (path, key) => call('GET', path, undefined, key === undefined ? {} : { key });
  const upload: TestMock['upload'] = async (name, as = name, key = mock.apiKey) => {
    const form = new FormData();
    form.set('file', new Blob([(await mediumBytes(name)).slice()], { type: medium(name).contentType }), as);
    return (await call('POST', '/uploads', undefined, { key, raw: form })).body.file_key;
  };

  return {
    ...mock,
    failures,
    call,
    get,
    post: (path, body, callOptions) => call('POST', path, body, callOptions),
    upload,
    files: async (key) => ({
      video: await upload('clip.mp4', 'clip.mp4', key),
      image: await upload('portrait.png', 'portrait.png', key),
      audio: await upload('voice.wav', 'voice.wav', key),
    }),
    money: async (key) =>
      (await Promise.all(['/balance', '/usage', '/usage/summary'].map((path) => get(path, key))))
        .map(({ text }) => text)
        .join('\n'),
    steer: async (method, path, body, headers = {}) =>
      read(
        await mock.fetch(mock.controlUrl + path, {
          method,
          headers: {
            'x-understudy-token': mock.controlToken,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
    close: async (closing) => {
      await mock.close(closing);
      if (failures.length > 0) throw new AggregateError(failures, `the mock failed: ${String(failures[0])}`);
    },
  };
};

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json' && text !== '';
  const body = (isJson ? JSON.parse(text) : {}) as Wire;
  const code = response.status < 400 ? undefined : body.error?.code;
  return { status: response.status, code, body, text, headers: response.headers };
};

/** A body that each submit takes as it stands. */
export const validBodies = ({ video, image, audio }: Files): Record<JobEndpoint, Record<string, unknown>> => ({
  'character-swap': { video_key: video, character_key: image },
  'face-swap': { video_key: video, face_key: image },
  'face-swap-image': { image_key: image, face_key: image },
  'motion-control': { image_key: image, motion_video_key: video },
  avatar: { image_key: image, script: 'Welcome.' },
  'lip-sync': { video_key: video, audio_key: audio },
  'voice-clone': { voice_key: audio, script: 'Welcome.' },
});
