/** The server behind `understudy listen`: whole requests, within bounds, and answers as they are told, silence and cut lines among them. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, isIPv6 } from 'node:net';

export type Arrival = {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Answers it, once. Resolves when the answer is out, or the sender is gone. */
  readonly answer: (answer: InboxAnswer) => Promise<void>;
};

/** Silence lasts until the sender gives up. */
export type InboxAnswer =
  | 'timeout'
  | 'reset'
  | { readonly status: number; readonly headers?: readonly string[]; readonly body?: Buffer };

export type Inbox = {
  /** Without a slash at its end. */
  readonly origin: string;
  /** Takes nothing more, and cuts what still hangs. */
  readonly close: () => Promise<void>;
};

export type InboxOptions = {
  readonly host: string;
  readonly port: number;
  readonly receive: (arrival: Arrival) => void;
  /** Told of what was too large to be taken. */
  readonly refuse: (what: string) => void;
  readonly bodyBytesMax?: number;
  /** How long the head of a request may take, and all of it. */
  readonly headMs?: number;
  readonly requestMs?: number;
  /** The longest silence. */
  readonly silenceMs?: number;
};

/** Rejects where the port or the address cannot be had. */
export const openInbox = async ({
  host,
  port,
  receive,
  refuse,
  bodyBytesMax = 1024 * 1024,
  headMs = 10_000,
  requestMs = 30_000,
  silenceMs = 60_000,
}: InboxOptions): Promise<Inbox> => {
  const sockets = new Set<Socket>();
  const server = createServer(
    { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval: Math.min(1_000, headMs) },
    (request, response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      request.on('error', () => undefined);
      response.on('error', () => undefined);
      request.on('data', (piece: Buffer) => {
        bytes += piece.byteLength;
        if (bytes <= bodyBytesMax) return void pieces.push(piece);
        if (response.headersSent) return;
        refuse(`a body of more than ${bodyBytesMax} bytes: answered 413`);
        turnAway(response);
      });
      request.on('end', () => {
        if (bytes > bodyBytesMax) return;
        receive({
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.rawHeaders,
          body: Buffer.concat(pieces),
          answer: (told) => answerWith(told, request, response, silenceMs),
        });
      });
    },
  );
  // More are nobody's webhooks.
  server.maxConnections = 200;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `http://${isIPv6(host) ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

const answerWith = (
  told: InboxAnswer,
  { socket }: IncomingMessage,
  response: ServerResponse,
  silenceMs: number,
): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    response.once('close', () => resolve());
    if (told === 'reset') return void socket.resetAndDestroy();
    if (told === 'timeout') {
      const timer = setTimeout(() => socket.destroy(), silenceMs);
      return void response.once('close', () => clearTimeout(timer));
    }
    const { status, headers = [], body = Buffer.alloc(0) } = told;
    response.writeHead(status, [...headers]).end(body, () => resolve());
  });

/** A moment for the answer to be read; whoever goes on sending is cut off. */
const turnAway = (response: ServerResponse): void => {
  response.writeHead(413, { connection: 'close' }).end();
  setTimeout(() => response.req.socket.destroy(), 1_000).unref();
};
