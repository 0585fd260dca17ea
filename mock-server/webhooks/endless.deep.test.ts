/** Answers without an end, ten thousand of them: each is a success after its head, and leaves neither a socket nor memory. */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type Answer, openRawReceiver } from './raw-receiver.case.ts';
import { createSender } from './sender.ts';
import { allowTargets } from './where.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this thread holds on to: of the process others have a part. */
const mebibytes = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};

const piece = Buffer.alloc(65_536, 'x');

/** 200, and then bytes for as long as somebody takes them. */
const endless: Answer = (socket) => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  more();
};

/** Sockets of this thread, of either side. */
const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

test('10,000 answers without an end leave no socket, and memory as it was (O5)', { timeout: 300_000 }, async () => {
  const receivers = await Promise.all(Array.from({ length: 8 }, () => openRawReceiver(endless)));
  const sender = createSender(allowTargets());
  const round = async (count: number): Promise<void> => {
    const outcomes = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        sender.send({ url: receivers[index % 8]?.url ?? '', headers: {}, body: Buffer.from('{}') }),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind !== 'answered')).toEqual([]);
  };
  const quiet = (): Promise<unknown> => Promise.all(receivers.map((one) => one.quiet()));
  await round(500);
  await quiet();
  const before = { sockets: sockets(), mebibytes: mebibytes() };
  const began = performance.now();
  for (let sent = 0; sent < 10_000; sent += 500) await round(500);
  await quiet();
  await pause(100);
  const after = { sockets: sockets(), mebibytes: mebibytes() };
  const grownMiB = after.mebibytes - before.mebibytes;
  process.stdout.write(
    `10,000 endless answers in ${Math.round(performance.now() - began)} ms: ${after.sockets - before.sockets} sockets and ${Math.round(grownMiB)} MiB more than before\n`,
  );
  expect(after.sockets).toBeLessThanOrEqual(before.sockets);
  // 10,000 answers of 64 KB would be 625 MiB.
  expect(grownMiB).toBeLessThan(64);
  await sender.close();
  await Promise.all(receivers.map((one) => one.close()));
});
