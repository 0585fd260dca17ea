/** A receiver of webhooks on loopback, for tests: it keeps every request byte for byte, and answers as it is told. */
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  /** In how many pieces the body came. */
  readonly pieces: number;
  readonly body: Record<string, unknown>;
};

/** A status, `hang` for no answer at all, or `reset` for a line that breaks. */
export type ReceiverAnswer = number | 'hang' | 'reset';

export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** Until that many requests have come. */
  readonly until: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** @param answers the first for the first request, and so on; the last for all that follow */
export const openReceiver = async (...answers: ReceiverAnswer[]): Promise<Receiver> => {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined);
    request.on('end', () => {
      const raw = Buffer.concat(pieces);
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        raw,
        pieces: pieces.length,
        body: parsed(raw),
      });
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
      const answer = answers[Math.min(received.length, answers.length) - 1] ?? 200;
      if (answer === 'hang') return;
      if (answer === 'reset') request.socket.destroy();
      else response.writeHead(answer, answer >= 300 && answer < 400 ? { location: '/elsewhere' } : {}).end('seen');
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    until: (count) =>
      new Promise((resolve) => (received.length >= count ? resolve() : waiting.push({ count, resolve }))),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

const parsed = (raw: Buffer): Record<string, unknown> => {
  try {
    return JSON.parse(raw.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
};
