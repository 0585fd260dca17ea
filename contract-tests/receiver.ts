/** The judge's own webhook receiver: each address is scripted, answers attempt by attempt, and keeps every byte. */
import { randomUUID } from 'node:crypto';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WrongOrder } from './wrong-order.ts';

/** A status, silence until the sender gives up or the judge answers after all, or a connection that is cut. */
export type Reply =
  | number
  | 'silence'
  | 'reset'
  /** Decides by what came. */
  | ((delivery: Delivery) => number)
  | { readonly status: number; readonly headers: { readonly [name: string]: string } };

export type Delivery = {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Parsed; undefined if it is no JSON. */
  readonly json: unknown;
  /** Real milliseconds. */
  readonly arrivedAt: number;
  /** Of the target's clock, where it is moved by the judge; else as `arrivedAt`. */
  clock: number;
  /** Real milliseconds at which the sender closed a connection that was kept silent; undefined before. */
  gaveUpAt: number | undefined;
  /** Of a connection that was kept silent: answers it. @returns whether it was still there, once the answer is written */
  readonly answer: (status: number) => Promise<boolean>;
};

export type Receiver = {
  /** An address of its own. @param replies to the attempts in turn; the last one to all that follow */
  readonly address: (replies?: readonly Reply[]) => Mailbox;
  /** What came to none of the addresses. */
  readonly strays: readonly Delivery[];
  readonly close: () => Promise<void>;
};

export type Mailbox = { readonly url: string; readonly deliveries: readonly Delivery[] };

/** @param publicUrl under which senders reach the port; by default loopback */
export const openReceiver = async (port = 0, publicUrl?: string, clock: () => number = Date.now): Promise<Receiver> => {
  const boxes = new Map<string, { readonly replies: readonly Reply[]; readonly deliveries: Delivery[] }>();
  const strays: Delivery[] = [];
  // Retries that another run has left behind must not come to an address of this one.
  const run = randomUUID().slice(0, 8);
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= bodyBytesMax) chunks.push(chunk);
      else request.destroy();
    });
    request.on('error', () => undefined);
    request.on('end', () => {
      const delivery = deliveryOf(request, response, Buffer.concat(chunks), clock());
      // By its name alone: what stands around it may be wrong, and is kept.
      const box = boxes.get(/(h\d+-[0-9a-f]{8})/.exec(delivery.path)?.[1] ?? '');
      if (box === undefined) {
        if (strays.length < straysMax) strays.push(delivery);
        return void response.writeHead(404).end();
      }
      reply(box.replies[box.deliveries.push(delivery) - 1] ?? box.replies.at(-1) ?? 200, response, delivery);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => {
      reject(
        new WrongOrder(`nothing can listen for webhooks on port ${port} (${message}): give another --webhook-port`),
      );
    });
    server.listen(port, publicUrl === undefined ? '127.0.0.1' : undefined, resolve);
  });
  const base = publicUrl?.replace(/\/$/, '') ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    strays,
    address: (replies = [200]) => {
      const name = `h${boxes.size + 1}-${run}`;
      const box = { replies, deliveries: [] };
      boxes.set(name, box);
      return { url: `${base}/hooks/${name}`, deliveries: box.deliveries };
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

/** @param clock of the target, in milliseconds */
const deliveryOf = (request: IncomingMessage, response: ServerResponse, body: Buffer, clock: number): Delivery => ({
  path: request.url ?? '',
  method: request.method ?? '',
  headers: request.headers,
  body,
  json: parsed(body),
  arrivedAt: Date.now(),
  clock,
  gaveUpAt: undefined,
  answer: (status) =>
    new Promise((resolve) => {
      if (response.writableEnded || request.socket.destroyed) resolve(false);
      else response.writeHead(status).end(() => resolve(true));
    }),
});

const reply = (told: Reply, response: ServerResponse, delivery: Delivery): void => {
  const { socket } = response.req;
  if (told === 'reset') return void socket.resetAndDestroy();
  if (typeof told === 'function') return void response.writeHead(told(delivery)).end();
  if (told === 'silence') return void socket.once('close', () => (delivery.gaveUpAt = Date.now()));
  const { status, headers } = typeof told === 'number' ? { status: told, headers: {} } : told;
  response.writeHead(status, headers).end();
};

/** No webhook is so large; and whoever finds the port may send what he likes. */
const bodyBytesMax = 5_000_000;
const straysMax = 1_000;

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
};
