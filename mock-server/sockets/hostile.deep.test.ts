/** Peers that break what a WebSocket is, in thousands: each is turned away or closed, and none of them leaves memory, a connection or a timer. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { exchange } from '../http/wire.case.ts';
import { frame, handshake, openSocketMock } from './client.case.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this thread holds on to: of the process others have a part. */
const mebibytes = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};

/** Connections of this thread, of either side. */
const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

test('10,000 handshakes with a bad key are 400, and leave nothing (K6)', { timeout: 300_000 }, async () => {
  const mock = await openSocketMock();
  const { session_id, session_token } = await mock.voice();
  const path = `/streams/${session_id}?session_token=${session_token}`;
  const keys = ['', 'short', 'x'.repeat(500), 'dGhlIHNhbXBsZSBub25jZQ', '====', '"; drop'];
  const round = async (): Promise<void> => {
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        exchange(mock.port, handshake(path, { 'Sec-WebSocket-Key': keys[index % keys.length] ?? '' }), {
          waitMs: 10_000,
          pauseMs: 0,
        }),
      ),
    );
    for (const { statuses, closed } of all) expect([statuses, closed]).toEqual([[400], true]);
  };
  for (let warm = 0; warm < 5; warm++) await round();
  const before = mebibytes();
  for (let sent = 0; sent < 10_000; sent += 100) await round();
  const grown = mebibytes() - before;
  process.stdout.write(`10,000 bad keys: ${Math.round(grown)} MiB more than before\n`);
  await vi.waitFor(() => expect(sockets()).toBe(0), { timeout: 5_000 });
  expect(grown).toBeLessThan(64);
  expect(await mock.usage()).toEqual([]);
  // The session that they named is as good as before.
  await (await mock.connect(`${mock.url.replace(/^http(.*)\/api\/v1$/, 'ws$1')}${path}`)).close();
  await mock.close();
});

test(
  'a million fragments of one byte are cut off after a thousand, and take no memory (K6)',
  { timeout: 300_000 },
  async () => {
    const mock = await openSocketMock({}, {}, { socketTimes: { handshake: 500 } });
    const piece = frame(0, 'x', false);
    const fragments = Buffer.concat([frame(2, 'x', false), ...Array.from({ length: 9_999 }, () => piece)]);
    const flood = async (): Promise<void> => {
      const stream = await mock.raw(await mock.voice());
      stream.socket.write(fragments);
      await stream.closed;
      // What came last is the close: 1009, too large.
      expect(stream.bytes().includes(Buffer.from([0x03, 0xf1]))).toBe(true);
    };
    for (let warm = 0; warm < 5; warm++) await flood();
    const before = mebibytes();
    for (let sent = 0; sent < 1_000_000; sent += 10_000) await flood();
    const grown = mebibytes() - before;
    process.stdout.write(`1,000,000 fragments of one byte: ${Math.round(grown)} MiB more than before\n`);
    expect(grown).toBeLessThan(64);
    await mock.close();
  },
);
