/** What a client sees of `spec/gaps/wire/sockets.ts`, and of `sessions.ts` as soon as it streams. */
import { expect, vi } from 'vitest';
import { type StreamClient, openStream } from '../sockets/client.case.ts';
import { type Client, at, codeOf } from './client.case.ts';
import type { Rows } from './row.case.ts';

/** On a port: there are no sockets without one. */
const options = { port: 0 } as const;

export const sockets: Rows<
  | 'session-rounding'
  | 'session-funds'
  | 'session-settle-delay'
  | 'revoked-key-stream'
  | 'socket-bad-token'
  | 'socket-second'
  | 'live-swap-frames'
  | 'voice-format'
  | 'converted-voice'
  | 'odd-bytes'
  | 'voice-text'
  | 'hard-stop-close'
  | 'parallel-sessions'
  | 'chunk-size'
  | 'other-close-codes'
  | 'socket-origin'
> = {
  'session-rounding': {
    options,
    look: async (client) => {
      const stream = await openStream(await voice(client));
      await client.clock.advance({ seconds: 1.5 });
      await stream.close();
      return at((await client.get('/usage')).body, 0, 'charged_usd');
    },
    sees: { up: 0.003, down: 0.0015, exact: 0.00225 },
  },
  'session-funds': {
    options: { ...options, balance: 1 },
    // A minute costs up to 0.60 USD: two minutes are more than there is, and so are two streams.
    look: async (client) => {
      const long = codeOf(await client.post('/full-live-swap/session', { duration_minutes: 2 }));
      const [first, second] = [await liveSwap(client), await liveSwap(client)];
      const stream = await openStream(first);
      const entered = await entry(second);
      await stream.close();
      return [long, entered];
    },
    sees: {
      'create-and-connect': ['insufficient_balance', 'answered 402'],
      'create-only': ['insufficient_balance', 'let in'],
      'connect-only': [undefined, 'let in'],
    },
  },
  'session-settle-delay': {
    options,
    look: async (client) => {
      const stream = await openStream(await voice(client));
      await client.clock.advance({ seconds: 10 });
      await stream.close();
      const spent = [];
      for (const seconds of [0, 1, 1]) {
        await client.clock.advance({ seconds });
        spent.push(at((await client.get('/balance')).body, 'total_spent_usd'));
      }
      return spent;
    },
    sees: { none: [0.015, 0.015, 0.015], '2s': [0, 0, 0.015] },
  },
  'revoked-key-stream': {
    options,
    look: async (client) => {
      const stream = await openStream(await liveSwap(client));
      await client.control.revokeKey('a1', 'key_a1_0');
      stream.send('still here');
      return ending(stream);
    },
    sees: {
      'goes-on': { messages: ['still here'], code: 1000 },
      closed: { messages: [], code: 1008 },
    },
  },
  'socket-bad-token': {
    options,
    look: async (client) => entry(`${await voice(client)}x`),
    sees: { '401': 'answered 401', '403': 'answered 403', '1008': 'closed 1008' },
  },
  'socket-second': {
    options,
    look: async (client) => {
      const address = await liveSwap(client);
      const first = await openStream(address);
      const second = await entry(address);
      return [second, (await ending(first)).code];
    },
    sees: { refused: ['answered 401', 1000], replaces: ['let in', 1008] },
  },
  'live-swap-frames': {
    options,
    look: async (client) => {
      const stream = await openStream(await liveSwap(client));
      stream.send('text', Buffer.from([1, 2, 255]));
      return (await ending(stream)).messages;
    },
    sees: {
      echo: ['text', [1, 2, 255]],
      'ready-first': ['{"status":"ready"}', 'text', [1, 2, 255]],
      changed: [[254, 253, 0]],
    },
  },
  'voice-format': {
    options,
    look: async (client) => (await ending(await openStream(await voice(client)))).messages,
    sees: {
      '24000x480': ['{"sample_rate":24000,"chunk_frames":480}'],
      '16000x320': ['{"sample_rate":16000,"chunk_frames":320}'],
      '48000x960': ['{"sample_rate":48000,"chunk_frames":960}'],
      '44100x1024': ['{"sample_rate":44100,"chunk_frames":1024}'],
    },
  },
  'converted-voice': {
    options,
    look: async (client) => {
      const audio = Buffer.alloc(9_000, 'zebra');
      const stream = await openStream(await voice(client, { voice_profile_id: 'voice_tin' }));
      stream.send(audio, audio.subarray(0, 20));
      const [, ...pieces] = (await ending(stream)).messages as number[][];
      return pieces.map((bytes) => [bytes.length, bytes.some((byte) => byte !== 0) ? 'sound' : 'silence']);
    },
    sees: {
      'equal-length': [
        [9_000, 'sound'],
        [20, 'sound'],
      ],
      delayed: [
        [9_600, 'silence'],
        [9_000, 'sound'],
        [20, 'sound'],
      ],
    },
  },
  'odd-bytes': {
    options,
    look: async (client) => {
      const stream = await openStream(await voice(client));
      stream.send(Buffer.from([1, 2, 3]), Buffer.from([4, 5, 6]));
      const { messages, code } = await ending(stream);
      return [...messages.slice(1), code];
    },
    sees: { carried: [[1, 2], [3, 4, 5, 6], 1000], closed: [1003] },
  },
  'voice-text': {
    options,
    look: async (client) => {
      const stream = await openStream(await voice(client));
      stream.send('hello', Buffer.from([1, 2]));
      const { messages, code } = await ending(stream);
      return [...messages.slice(1), code];
    },
    sees: { closed: [1003], ignored: [[1, 2], 1000] },
  },
  'hard-stop-close': {
    options,
    look: async (client) => {
      const stream = await openStream(await liveSwap(client));
      await client.clock.advance({ seconds: 60 });
      return (await stream.closed).code;
    },
    sees: { '1000': 1000, '1001': 1001, '1008': 1008, '4000': 4000 },
  },
  'parallel-sessions': {
    options,
    look: async (client) => {
      const stream = await openStream(await voice(client));
      const meanwhile = codeOf(await client.post('/voice/session', {}));
      await stream.close();
      await vi.waitFor(async () => expect(at((await client.get('/usage')).body, 'length')).toBe(1));
      return [meanwhile, codeOf(await client.post('/voice/session', {}))];
    },
    sees: { funded: [undefined, undefined], one: ['capacity_unavailable', undefined] },
  },
  'chunk-size': {
    options,
    look: async (client) => {
      const stream = await openStream(await voice(client));
      // A second and a third of sound.
      stream.send(Buffer.alloc(64_000), Buffer.alloc(2));
      const { messages, code } = await ending(stream);
      return [...messages.slice(1).map(({ length }) => length), code];
    },
    sees: { any: [64_000, 2, 1000], 'one-second': [1009] },
  },
  'other-close-codes': {
    options,
    look: async (client) => {
      const stream = await openStream(await voice(client));
      await client.control.reset();
      return (await stream.closed).code;
    },
    sees: { '1001': 1001, '1012': 1012, '4001': 4001 },
  },
  'socket-origin': {
    options,
    look: async (client) => {
      const origins = [undefined, 'chrome-extension://abcdef', 'https://page.example', 'null'];
      const seen = [];
      for (const origin of origins) seen.push(await entry(await voice(client), origin));
      return seen;
    },
    sees: {
      any: ['let in', 'let in', 'let in', 'let in'],
      'no-pages': ['let in', 'let in', 'answered 403', 'answered 403'],
    },
  },
};

const create = async (client: Client, path: string, body: object): Promise<string> => {
  const session = (await client.post(path, body)).body;
  return `${String(at(session, 'stream_url'))}?session_token=${String(at(session, 'session_token'))}`;
};
const voice = (client: Client, body = {}): Promise<string> => create(client, '/voice/session', body);
const liveSwap = (client: Client): Promise<string> =>
  create(client, '/full-live-swap/session', { duration_minutes: 1 });

/** Closes, if the mock has not; all that came, bytes as numbers, and the close code. */
const ending = async (stream: StreamClient): Promise<{ messages: (string | number[])[]; code: number }> => {
  stream.ws.close(1000);
  const { code } = await stream.closed;
  return { messages: stream.messages.map((message) => (typeof message === 'string' ? message : [...message])), code };
};

/** How an attempt to connect goes, until the first sign of either. */
const entry = async (address: string, origin?: string): Promise<string> => {
  try {
    const stream = await openStream(address, origin === undefined ? {} : { headers: { origin } });
    const { code } = await ending(stream);
    return code === 1000 ? 'let in' : `closed ${code}`;
  } catch (error) {
    return String(error).replace(/.*Unexpected server response: /, 'answered ');
  }
};
