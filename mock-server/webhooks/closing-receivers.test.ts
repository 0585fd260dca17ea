/** Receivers that close a connection after an answer without having said so, as simple ones do: it must look like no failed attempt. */
import { afterEach, expect, test } from 'vitest';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { type Answer, type RawReceiver, ok, openRawReceiver } from './raw-receiver.case.ts';
import { type Sender, createSender } from './sender.ts';
import { allowTargets } from './where.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const opened = async (answer: Answer): Promise<{ receiver: RawReceiver; sender: Sender }> => {
  const receiver = await openRawReceiver(answer);
  const sender = createSender(allowTargets());
  open.push(sender, receiver);
  return { receiver, sender };
};

const send = (sender: Sender, url: string): Promise<AttemptOutcome> =>
  sender.send({ url, headers: {}, body: Buffer.from('{}') });
const answered = (status: number): AttemptOutcome => ({ kind: 'answered', status });

test.each<[how: string, answer: Answer]>([
  ['with its answer', (socket) => socket.end(ok)],
  ['by a reset', (socket) => socket.write(ok, () => socket.resetAndDestroy())],
  ['a moment later', (socket) => socket.write(ok, () => setTimeout(() => socket.destroy(), 1))],
])('a receiver that closes %s', async (_how, answer) => {
  const { receiver, sender } = await opened(answer);
  const outcomes: AttemptOutcome[] = [];
  for (let attempt = 0; attempt < 50; attempt++) outcomes.push(await send(sender, receiver.url));
  outcomes.push(...(await Promise.all(Array.from({ length: 300 }, () => send(sender, receiver.url)))));
  expect(outcomes).toEqual(outcomes.map(() => answered(200)));
});

test('one that closes when its connection is needed again is called on a new one', async () => {
  const used = new WeakSet<object>();
  const { receiver, sender } = await opened((socket) => {
    if (used.has(socket)) return socket.resetAndDestroy();
    used.add(socket);
    return socket.write(ok);
  });
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => send(sender, receiver.url)));
  expect(outcomes).toEqual(outcomes.map(() => answered(200)));
  // Having learned it, the sender stops trying.
  expect(receiver.requests.length).toBeLessThanOrEqual(300 + 64);
});

test('a reset on a connection of its own is meant: a failed attempt, and nothing is sent again for it', async () => {
  let times = 0;
  const { receiver, sender } = await opened((socket) => (++times === 2 ? socket.resetAndDestroy() : socket.write(ok)));
  const outcomes: AttemptOutcome[] = [];
  for (let attempt = 0; attempt < 3; attempt++) outcomes.push(await send(sender, receiver.url));
  expect(outcomes).toMatchObject([answered(200), { kind: 'failed', failure: 'reset' }, answered(200)]);
  expect(receiver.requests).toHaveLength(3);
});

test('an answer counts, whatever becomes of its connection', async () => {
  const used = new WeakSet<object>();
  const { receiver, sender } = await opened((socket) => {
    if (!used.has(socket)) socket.write(ok);
    else socket.write('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nx', () => socket.resetAndDestroy());
    used.add(socket);
  });
  const outcomes = await Promise.all(Array.from({ length: 128 }, () => send(sender, receiver.url)));
  expect(outcomes.filter(({ kind }) => kind === 'failed')).toEqual([]);
  await receiver.quiet();
  expect(receiver.requests).toHaveLength(128);
});

test('attempts that are given up on a used connection are given up', async () => {
  const used = new WeakSet<object>();
  const { receiver, sender } = await opened((socket) => {
    if (!used.has(socket)) socket.write(ok);
    used.add(socket);
  });
  const caller = new AbortController();
  const attempts = Array.from({ length: 128 }, () =>
    sender.send({ url: receiver.url, headers: {}, body: Buffer.from('{}'), signal: caller.signal }),
  );
  await receiver.until(128);
  caller.abort();
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter(({ kind }) => kind === 'answered')).toHaveLength(64);
  await receiver.quiet();
  expect(receiver.requests).toHaveLength(128);
});
