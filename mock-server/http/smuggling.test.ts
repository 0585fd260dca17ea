/** Requests whose end two readers could see in two places: whatever the mock makes of one, what stands behind it is never answered as another. */
import { type Server, type Socket, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openMock } from './client.case.ts';
import { expectNoneSmuggled, uncertain } from './smuggling.case.ts';

const servers: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

test(
  'what stands behind 120 bodies and more without a certain end is answered to nobody (B10)',
  { timeout: 120_000 },
  async () => {
    const mock = await openMock({ port: 0 });
    const before = await mock.money();
    expect(uncertain.length).toBeGreaterThanOrEqual(120);
    await expectNoneSmuggled(Number(new URL(mock.url).port), mock.apiKey, uncertain);
    process.stdout.write(
      `smuggling: ${uncertain.length} requests without a certain end, nothing behind them answered\n`,
    );
    expect(await mock.money()).toBe(before);
    expect(mock.failures).toEqual([]);
    await mock.close();
  },
);

const refused = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';
const taken = refused.replace('400', '202');
const smuggled = 'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"status":"ok"}';

/** A server that answers every connection with these bytes. */
const saying = async (bytes: string): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', () => socket.end(bytes));
  });
  servers.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

test('a server that refuses each of them, and says no more, is as it should be', async () => {
  await expectNoneSmuggled(await saying(refused), 'key', uncertain.slice(0, 15));
});

test.each([
  ['answers what stands behind a request', refused + smuggled, /answers to/],
  ['answers it in place of the request', smuggled.replace('200', '404'), /deeply equal/],
  ['takes a request without a certain end', taken, /greater than or equal to 400/],
])('a server that %s is caught', async (_does, bytes, breaks) => {
  await expect(expectNoneSmuggled(await saying(bytes), 'key', uncertain.slice(0, 15))).rejects.toThrow(breaks);
});
