/** The receiver of a history: each submit has a path of its own there, and what that path answers is drawn with the submit. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A status, `hang` for no answer at all, or `reset` for a line that breaks. */
export type Answer = number | 'hang' | 'reset';

export type Receipt<Moment> = {
  readonly path: string;
  readonly signature: string;
  readonly raw: Buffer;
  readonly answer: Answer;
  /** What the world was like when it came. */
  readonly moment: Moment;
};

export type HistoryReceiver<Moment> = {
  readonly origin: string;
  /** In the order in which they came. */
  readonly receipts: readonly Receipt<Moment>[];
  /** What a path answers: the first for the first request, and the last for all that follow. */
  readonly answers: Map<string, readonly Answer[]>;
  /** Requests that are kept waiting for ever, and are still there. */
  readonly hanging: () => number;
  readonly close: () => Promise<void>;
};

/**
 * @param look is called before a request is answered
 * @param hears what is noted of a request: itself, unless somebody lies
 */
export const openHistoryReceiver = async <Moment>(
  look: (raw: Buffer) => Moment | Promise<Moment>,
  hears: (receipt: Receipt<Moment>) => readonly Receipt<Moment>[],
): Promise<HistoryReceiver<Moment>> => {
  const receipts: Receipt<Moment>[] = [];
  const answers = new Map<string, readonly Answer[]>();
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  let hanging = 0;
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined);
    request.on('end', () => void answer(Buffer.concat(pieces)));
    const answer = async (raw: Buffer): Promise<void> => {
      const path = request.url ?? '';
      const count = counts.get(path) ?? 0;
      counts.set(path, count + 1);
      const planned = answers.get(path) ?? [];
      const given = planned[Math.min(count, planned.length - 1)] ?? 200;
      if (given === 'hang') {
        hanging++;
        request.socket.once('close', () => hanging--);
      }
      const signature = String(request.headers['service-signature']);
      receipts.push(...hears({ path, signature, raw, answer: given, moment: await look(raw) }));
      if (given === 'hang') return;
      if (given === 'reset') request.socket.resetAndDestroy();
      // A connection for each attempt: a broken one is then meant, and nothing is sent again for it.
      else response.writeHead(given, { connection: 'close', ...(given === 302 && { location: '/elsewhere' }) }).end();
    };
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receipts,
    answers,
    hanging: () => hanging,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
