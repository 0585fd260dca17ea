/** A receiver in parts, each of which can be built wrong: the ones that ship with nothing replaced keep the document. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export const secret = 'whsec_zoo_3a1f9c27b04d';
export const header = 'service-signature';

export type Parts = {
  /** The bytes as this receiver reads them. */
  readonly read: (request: IncomingMessage) => Promise<Buffer>;
  readonly header: (request: IncomingMessage) => string | undefined;
  readonly parse: (header: string) => Parsed;
  /** What is verified. */
  readonly signed: (t: string, body: Buffer) => Buffer;
  readonly digest: (signed: Buffer) => string;
  readonly equal: (expected: string, given: string) => boolean;
  readonly fresh: (t: number, now: number, body: Buffer) => boolean;
  readonly verify: (request: IncomingMessage, body: Buffer) => boolean;
  /** What is remembered of a delivery, so that it is not acted on again. */
  readonly key: (webhook: Webhook, request: IncomingMessage, body: Buffer) => string;
  /** What is done about a delivery that was verified: the status of the answer. */
  readonly take: (webhook: Webhook, key: string) => Promise<number>;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

export type Parsed = { readonly t: string; readonly v1: readonly string[] };
export type Webhook = {
  readonly event?: string;
  readonly sent_at?: string;
  readonly delivery_id?: string;
  readonly data?: { readonly id?: string; readonly error?: { readonly code?: string } | null };
};

export type Running = {
  /** What it has done; a receiver that is built wrong adds to it where it should not. */
  acted: number;
  readonly seen: Set<string>;
  readonly parts: Parts;
  /** As a process does that nobody starts again. */
  readonly die: () => void;
};

/** @param right how it is done by one that keeps the document; its parts call each other as they were replaced */
export type Mistake = (running: Running, right: Parts) => Partial<Parts>;

export type Opened = {
  readonly url: string;
  readonly effectUrl: string;
  readonly acted: () => number;
  readonly close: () => Promise<void>;
};

/** Serves the deliveries at /hook, and what it has done at /count. */
export const openReceiver = async (mistake: Mistake = () => ({})): Promise<Opened> => {
  const sockets = new Set<Socket>();
  const running: Running = {
    acted: 0,
    seen: new Set(),
    parts: undefined as unknown as Parts,
    die: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  const right = rightParts(running);
  const parts = { ...right, ...mistake(running, right) };
  Object.assign(running, { parts });
  const counter = createServer((_, response) => response.end(JSON.stringify({ count: running.acted })));
  const server = createServer((request, response) => {
    parts.handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500).end('it broke');
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  for (const one of [server, counter]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  const portOf = (one: typeof server): number => (one.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${portOf(server)}/hook`,
    effectUrl: `http://127.0.0.1:${portOf(counter)}/count`,
    acted: () => running.acted,
    close: async () => {
      running.die();
      counter.closeAllConnections();
      await new Promise((resolve) => counter.close(resolve));
    },
  };
};

const rightParts = (running: Running): Parts => ({
  read: readWhole,
  header: (request) => one(request.headers[header]),
  parse: (text) => {
    const parts = text.split(',').map((part) => part.split('=', 2));
    const valuesOf = (name: string): string[] => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
    const times = valuesOf('t');
    return { t: times.length === 1 ? (times[0] ?? '') : '', v1: valuesOf('v1') };
  },
  signed: (t, body) => Buffer.concat([Buffer.from(`${t}.`), body]),
  digest: (signed) => createHmac('sha256', secret).update(signed).digest('hex'),
  equal: (expected, given) => {
    const [left, right] = [Buffer.from(expected), Buffer.from(given)];
    return left.byteLength === right.byteLength && timingSafeEqual(left, right);
  },
  fresh: (t, now) => Math.abs(now - t) <= 300,
  verify: (request, body) => {
    const { parts } = running;
    const text = parts.header(request);
    if (text === undefined || text === '') return false;
    const { t, v1 } = parts.parse(text);
    const expected = parts.digest(parts.signed(t, body));
    return (
      v1.some((given) => parts.equal(expected, given)) &&
      /^\d+$/.test(t) &&
      parts.fresh(Number(t), Math.floor(Date.now() / 1_000), body)
    );
  },
  key: ({ delivery_id }) => delivery_id ?? '',
  take: async (_, key) => {
    if (!running.seen.has(key)) {
      running.seen.add(key);
      running.acted += 1;
    }
    return 200;
  },
  handle: async (request, response) => {
    const { parts } = running;
    const body = await parts.read(request);
    if (!parts.verify(request, body)) return void response.writeHead(401).end('no');
    const webhook = JSON.parse(body.toString()) as Webhook;
    const status = await parts.take(webhook, parts.key(webhook, request, body));
    response.writeHead(status).end('ok');
  },
});

export const readWhole = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

export const parsed = (body: Buffer): Webhook => {
  try {
    return JSON.parse(body.toString()) as Webhook;
  } catch {
    return {};
  }
};

export const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
