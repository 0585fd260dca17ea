/** The count of frames that were lost or changed, shown servers that lose and change some. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { paceAll } from './paced-streams.ts';

const pacing = { streams: 3, seconds: 0.04, everyMs: 2, bytes: 16 };

type Echo = (socket: WebSocket, data: Buffer, number: number) => void;

const wrongOf = async (echo: Echo): Promise<number> => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.close();
  });
  server.on('connection', (socket) => {
    let number = 0;
    socket.on('message', (data: Buffer) => echo(socket, data, number++));
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { wrong } = await paceAll(async () => `ws://127.0.0.1:${port}`, false, pacing, 200);
  return wrong;
};

test('a server that sends all of it back has lost and changed nothing', async () => {
  expect(await wrongOf((socket, data) => socket.send(data))).toBe(0);
});

const kept = new WeakMap<WebSocket, Buffer>();

test.each<[string, Echo, number]>([
  ['loses its last frame', (socket, data, number) => number < 19 && socket.send(data), 1],
  ['changes one byte of a frame', (socket, data, number) => socket.send(number === 7 ? data.fill(1, 9, 10) : data), 1],
  ['cuts a frame short', (socket, data, number) => socket.send(number === 7 ? data.subarray(1) : data), 1],
  [
    'sends two frames in the wrong order',
    (socket, data, number) => {
      if (number === 7) kept.set(socket, data);
      else socket.send(data);
      if (number === 8) socket.send(kept.get(socket) ?? '');
    },
    2,
  ],
])('one that %s is seen to', async (_, echo, each) => {
  expect(await wrongOf(echo)).toBe(each * pacing.streams);
});
