/** What the stream benches do to a mock: sessions are created over HTTP, and sockets connected to them. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Peer } from './peer.ts';
import { bearer } from './requests.ts';

/** An address of a socket of the mock, with its token. */
export const newStream = async (mock: Peer, minutes = 120): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${mock.port}/api/v1/voice/session`, {
    method: 'POST',
    headers: { ...bearer(mock), 'content-type': 'application/json' },
    body: JSON.stringify({ duration_minutes: minutes }),
  });
  const { stream_url, session_token } = (await answer.json()) as { stream_url: string; session_token: string };
  return `${stream_url}?session_token=${session_token}`;
};

/** Connects a few at a time, and past the format frame where there is one. */
export const connectAll = async (
  addresses: readonly (() => Promise<string>)[],
  greeted: boolean,
): Promise<WebSocket[]> => {
  const sockets: WebSocket[] = [];
  const rest = [...addresses];
  const drive = async (): Promise<void> => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const socket = new WebSocket(await next(), { perMessageDeflate: false });
      const first = greeted ? once(socket, 'message') : undefined;
      await once(socket, 'open');
      await first;
      sockets.push(socket);
    }
  };
  await Promise.all(Array.from({ length: 32 }, drive));
  return sockets;
};

/** Messages a second that come back, one on its way on each socket at a time. */
export const echoRate = async (sockets: readonly WebSocket[], message: Buffer, seconds: number): Promise<number> => {
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const from = performance.now();
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const back = (): void => {
            count++;
            if (performance.now() < until) socket.send(message);
            else {
              socket.off('message', back);
              resolve();
            }
          };
          socket.on('message', back);
          socket.send(message);
        }),
    ),
  );
  return (count / (performance.now() - from)) * 1000;
};

export const hangUp = async (sockets: readonly WebSocket[]): Promise<void> => {
  await Promise.all(
    sockets.map(async (socket) => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    }),
  );
};
