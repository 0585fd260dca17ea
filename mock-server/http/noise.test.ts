/** Whether noise sees anything: servers that answer it otherwise than with a refusal. */
import { type Server, type Socket, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { expectTurnedAway, makeNoise } from './noise.case.ts';

const connections = 300;
const bad = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';

const open: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that says the same to every connection that has brought something, and closes it. */
const saying = async (answer: (number: number) => string): Promise<number> => {
  const sockets = new Set<Socket>();
  let number = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', () => socket.end(answer(number++)));
  });
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const run = async (answer: (number: number) => string): Promise<void> => {
  expectTurnedAway(
    await makeNoise(await saying(answer), { connections, atOnce: 100, seed: 6, patienceMs: 15_000 }),
    connections,
  );
};

test('a server that refuses all noise is as it should be', () => run(() => bad));

test.each<[does: string, answer: (number: number) => string, breaks: RegExp]>([
  ['answers some connections with 200', (number) => (number % 7 === 0 ? bad.replace('400', '200') : bad), /200/],
  ['answers some connections with 500', (number) => (number % 7 === 0 ? bad.replace('400', '500') : bad), /500/],
  ['answers twice', (number) => (number % 7 === 0 ? bad + bad : bad), /answers on connection/],
  ['says nothing at all', () => '', /undefined|greater/],
])('a server that %s is caught', async (_does, answer, breaks) => {
  await expect(run(answer)).rejects.toThrow(breaks);
});
