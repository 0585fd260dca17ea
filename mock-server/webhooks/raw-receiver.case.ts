/** A receiver that answers with bytes, lawful or not: what a test tells it to do once a request has come whole. */
import { type Server, type Socket, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export type RawReceiver = {
  readonly url: string;
  /** Requests as they came, head and body. */
  readonly requests: string[];
  readonly opened: () => number;
  /** The most connections that were open at a time. */
  readonly most: () => number;
  /** Until that many requests have come whole. */
  readonly until: (count: number) => Promise<void>;
  /** Until no connection is open any more. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Answer = (socket: Socket, request: string, number: number) => void;

export const openRawReceiver = async (answer: Answer, host = '127.0.0.1'): Promise<RawReceiver> => {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const waiting = new Set<() => void>();
  let opened = 0;
  let most = 0;
  const tell = (): void => {
    for (const look of waiting) look();
  };
  const when = (is: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!is()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });

  const server: Server = createServer((socket) => {
    opened++;
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      tell();
    });
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      for (let end = endOf(text); end !== undefined; end = endOf(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        requests.push(request);
        tell();
        answer(socket, request, requests.length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    requests,
    opened: () => opened,
    most: () => most,
    until: (count) => when(() => requests.length >= count),
    quiet: () => when(() => sockets.size === 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/** Where the first request in the text ends, if it is whole. */
const endOf = (text: string): number | undefined => {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const end = head + 4 + Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1] ?? 0);
  return text.length >= end ? end : undefined;
};

export const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
