/** A client of the sockets, for tests: sessions over HTTP, streams over the network, and everything that comes back, in order. */
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { expect, vi } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { GapChoices } from '../../spec/gaps.ts';
import { createMock, type Mock } from '../compose.ts';
import type { MockOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import type { SocketTimes } from './sockets.ts';

export type Session = {
  readonly session_id: string;
  readonly stream_url: string;
  readonly session_token: string;
  readonly max_duration_sec: number;
  readonly max_cost_usd: number;
  /** `{stream_url}?session_token={session_token}`. */
  readonly address: string;
};

/** A message as it came. */
export type Message = Buffer | string;

export type StreamClient = {
  readonly ws: WebSocket;
  readonly messages: Message[];
  /** Resolves with the first so many messages. */
  readonly received: (count: number) => Promise<Message[]>;
  readonly send: (...messages: Message[]) => void;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** Closes, and waits until it is closed. */
  readonly close: () => Promise<void>;
};

export type Refusal = { readonly status: number; readonly body: { readonly error?: { readonly code?: string } } };

export type SocketMock = Mock & {
  readonly failures: unknown[];
  readonly port: number;
  readonly json: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
  readonly voice: (body?: object) => Promise<Session>;
  readonly liveSwap: (body?: object) => Promise<Session>;
  readonly connect: (session: Session | string, options?: ClientOptions) => Promise<StreamClient>;
  /** Tries to connect and gives the answer; fails the test if it is let in. */
  readonly refusal: (address: Session | string, options?: ClientOptions) => Promise<Refusal>;
  readonly balance: () => Promise<number>;
  readonly usage: () => Promise<Record<string, unknown>[]>;
  /** Connects by bytes alone: what comes is kept in `bytes`. One that lingers keeps its half open when the mock has ended the other. */
  readonly raw: (session: Session, lingers?: boolean) => Promise<RawClient>;
};

export type RawClient = { readonly socket: Socket; readonly bytes: () => Buffer; readonly closed: Promise<void> };

export const openSocketMock = async (
  choices: Partial<GapChoices> = {},
  options: MockOptions = {},
  more: { readonly ports?: Ports; readonly socketTimes?: Partial<SocketTimes> } = {},
): Promise<SocketMock> => {
  const failures: unknown[] = [];
  const quiet = { clock: 'manual', rateLimit: 'off', onFailure: (error: unknown) => failures.push(error) } as const;
  const mock = await createMock({ ...quiet, choices, ...options }, more);
  const port = Number(new URL(mock.url).port);

  const json: SocketMock['json'] = async (method, path, body) => {
    const response = await mock.fetch(mock.url + path, {
      method,
      headers: {
        authorization: `Bearer ${mock.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const create = async (path: string, body: object): Promise<Session> => {
    const session = (await json('POST', path, body)) as Omit<Session, 'address'>;
    return { ...session, address: `${session.stream_url}?session_token=${session.session_token}` };
  };
  const connect: SocketMock['connect'] = (session, clientOptions) =>
    openStream(typeof session === 'string' ? session : session.address, clientOptions);

  return {
    ...mock,
    failures,
    port,
    json,
    voice: (body = {}) => create('/voice/session', body),
    liveSwap: (body = { duration_minutes: 1 }) => create('/full-live-swap/session', body),
    connect,
    refusal: (address, clientOptions) =>
      refusalOf(typeof address === 'string' ? address : address.address, clientOptions),
    balance: async () => Number((await json('GET', '/balance'))['balance_usd']),
    usage: async () => (await json('GET', '/usage')) as unknown as Record<string, unknown>[],
    raw: async ({ session_id, session_token }, lingers = false) => {
      const socket = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: lingers }).on('error', () => undefined);
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
      socket.write(handshake(`/streams/${session_id}?session_token=${session_token}`));
      const bytes = (): Buffer => Buffer.concat(chunks);
      await vi.waitFor(() => expect(bytes().includes('\r\n\r\n')).toBe(true));
      return { socket, bytes, closed };
    },
    close: async (closing) => {
      await mock.close(closing);
      if (failures.length > 0) throw new AggregateError(failures, `the mock failed: ${String(failures[0])}`);
    },
  };
};

/** Connects to an address; fails if it is not let in. */
export const openStream = async (address: string, options?: ClientOptions): Promise<StreamClient> => {
  const client = streamClient(new WebSocket(address, options));
  await once(client.ws, 'open');
  return client;
};

/** The bytes of a handshake; further headers replace those of the same name, and an empty one leaves it out. */
export const handshake = (path: string, headers: Readonly<Record<string, string>> = {}): string => {
  const all = {
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
};

/** A frame of a client, masked with zeros: the payload stays as it is. */
export const frame = (opcode: number, payload: Buffer | string = '', isLast = true): Buffer => {
  const data = Buffer.from(payload);
  const long = data.length < 126 ? [] : data.length < 65_536 ? [2] : [8];
  const head = [(isLast ? 0x80 : 0) | opcode, 0x80 | (long[0] === 2 ? 126 : long[0] === 8 ? 127 : data.length)];
  const length = Buffer.alloc(long[0] ?? 0);
  if (length.length > 0) length.writeUIntBE(data.length, Math.max(0, length.length - 6), Math.min(6, length.length));
  return Buffer.concat([Buffer.from(head), length, Buffer.alloc(4), data]);
};

const streamClient = (ws: WebSocket): StreamClient => {
  const messages: Message[] = [];
  ws.on('message', (data: Buffer, isBinary) => messages.push(isBinary ? data : data.toString()));
  ws.on('error', () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  return {
    ws,
    messages,
    received: async (count) => {
      await vi.waitFor(() => expect(messages.length).toBeGreaterThanOrEqual(count), { timeout: 5_000, interval: 2 });
      return messages.slice(0, count);
    },
    send: (...sent) => {
      for (const message of sent) ws.send(message, { binary: typeof message !== 'string' });
    },
    closed,
    close: async () => {
      ws.close(1000);
      await closed;
    },
  };
};

const refusalOf = (address: string, options?: ClientOptions): Promise<Refusal> =>
  new Promise((resolve, reject) => {
    const ws = new WebSocket(address, options);
    ws.on('open', () => {
      ws.terminate();
      reject(new Error('it was let in'));
    });
    ws.on('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(chunks).toString()) as Refusal['body'],
        });
      });
    });
    ws.on('error', reject);
  });
