/** Whether noise sees anything: servers that answer it otherwise than with a refusal. */
import { type Server, type Socket, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { expectBilled, openBilledMock } from './noise-bill.case.ts';
import { expectTurnedAway, makeNoise } from './noise.case.ts';
import type { PresentAnswer } from './ports.ts';

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

const files = { video: 'file_a1_video', image: 'file_a1_image', audio: 'file_a1_audio' };
const noise = { connections, atOnce: 100, seed: 6, patienceMs: 15_000, apiKey: 'a-key', files };

const run = async (answer: (number: number) => string): Promise<void> =>
  expectTurnedAway(await makeNoise(await saying(answer), noise), connections);

test('a server that refuses all noise is as it should be', () => run(() => bad));

test.each<[does: string, answer: (number: number) => string, breaks: RegExp]>([
  ['answers some connections with 200', (number) => (number % 7 === 0 ? bad.replace('400', '200') : bad), /200/],
  ['answers some connections with 500', (number) => (number % 7 === 0 ? bad.replace('400', '500') : bad), /500/],
  ['answers twice', (number) => (number % 7 === 0 ? bad + bad : bad), /answers on connection/],
  ['says nothing at all', () => '', /undefined|greater/],
])('a server that %s is caught', async (_does, answer, breaks) => {
  await expect(run(answer)).rejects.toThrow(breaks);
});

/** Enough that some of it is taken. */
const many = { ...noise, connections: 1_500, patienceMs: 300 };

const bill = async (wrong?: PresentAnswer): Promise<void> => {
  const mock = await openBilledMock(wrong);
  try {
    const from = { apiKey: mock.apiKey, files: await mock.files() };
    expectTurnedAway(await makeNoise(Number(new URL(mock.url).port), { ...many, ...from }), many.connections);
    await expectBilled(mock);
    expect(mock.taken.size).toBeGreaterThan(0);
  } finally {
    await mock.close();
  }
};

test('a mock that charges for what it has taken is as it should be', () => bill());

test('a mock that charges for what it has refused is caught', async () => {
  const error = { code: 'invalid_input', message: 'no' };
  await expect(
    bill((answer) => (answer.status === 202 ? { ...answer, status: 400, body: { error } } : answer)),
  ).rejects.toThrow(/micro-USD/);
});

test('a mock that lets one in without a key is caught', async () => {
  await expect(
    bill((answer, { headers }) => (headers['authorization'] === undefined ? { ...answer, status: 200 } : answer)),
  ).rejects.toThrow(/200/);
});
