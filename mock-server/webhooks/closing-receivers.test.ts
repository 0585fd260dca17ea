/** Connections that are used again, and receivers that close them. Whatever a receiver does, no attempt is sent twice. */
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { GiveUp } from './give-up.ts';
import { type Answer, type RawReceiver, ok, openRawReceiver } from './raw-receiver.case.ts';
import { type Sender, type SenderOptions, createSender } from './sender.ts';
import { allowTargets } from './where.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

type Scene = { readonly receiver: RawReceiver; readonly sender: Sender };

const opened = async (answer: Answer, options: SenderOptions = {}): Promise<Scene> => {
  const receiver = await openRawReceiver(answer);
  const sender = createSender(allowTargets(), options);
  open.push(sender, receiver);
  return { receiver, sender };
};

/** A receiver that does one thing with the first request of each connection, and another with those that follow. */
const byTurn = (first: Answer, later: Answer): Answer => {
  const used = new WeakSet<object>();
  return (socket, request, number) => {
    const answer = used.has(socket) ? later : first;
    used.add(socket);
    answer(socket, request, number);
  };
};
const says: Answer = (socket) => socket.write(ok);
const resets: Answer = (socket) => socket.resetAndDestroy();

/** Each is sent with a number of its own. */
const sendAll = ({ sender, receiver }: Scene, count: number): Promise<AttemptOutcome[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => send({ sender, receiver }, number)));
const sendInTurn = async (scene: Scene, count: number): Promise<AttemptOutcome[]> => {
  const outcomes: AttemptOutcome[] = [];
  for (let number = 0; number < count; number++) outcomes.push(await send(scene, number));
  return outcomes;
};
const send = ({ sender, receiver }: Scene, number: number): Promise<AttemptOutcome> =>
  sender.send({ url: `${receiver.url}?${number}`, headers: {}, body: Buffer.from('{}') });

const answered = (status: number): AttemptOutcome => ({ kind: 'answered', status });
const failures = (outcomes: readonly AttemptOutcome[]): AttemptOutcome[] =>
  outcomes.filter(({ kind }) => kind === 'failed');

const announcing = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok';

test.each<[how: string, answer: Answer]>([
  ['says so, and does', (socket) => socket.end(announcing)],
  ['says so, and leaves it to the other side', (socket) => socket.write(announcing)],
  ['says so, and is slow to do it', (socket) => socket.write(announcing, () => setTimeout(() => socket.destroy(), 1))],
  ['closes with its answer', (socket) => socket.end(ok)],
  ['speaks HTTP/1.0', (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nok')],
])('a receiver that %s has no failed attempt', async (_how, answer) => {
  const scene = await opened(answer);
  const outcomes = [...(await sendInTurn(scene, 50)), ...(await sendAll(scene, 300))];
  expect(outcomes).toEqual(outcomes.map(() => answered(200)));
  expect(scene.receiver.requests).toHaveLength(350);
});

test('a receiver that resets behind its answer gets each attempt once at the most; only what the reset overtook is lost', async () => {
  const scene = await opened((socket) => socket.write(ok, () => socket.resetAndDestroy()));
  const outcomes = await sendAll(scene, 350);
  const lost = failures(outcomes);
  expect(lost).toEqual(lost.map(() => expect.objectContaining({ failure: 'reset' })));
  // TCP may throw away what it has not delivered when the reset comes; on loopback it hardly ever has to.
  expect(lost.length).toBeLessThan(35);
  const { requests } = scene.receiver;
  expect(new Set(requests).size).toBe(requests.length);
  // An attempt itself may be what was overtaken: one that never came is told as failed.
  expect(requests.length).toBeGreaterThanOrEqual(350 - lost.length);
});

test('a close right behind an answer is seen before the connection is used again (F23)', async () => {
  for (let round = 0; round < 50; round++) {
    const scene = await opened((socket) => socket.end(ok), { connectionsPerOrigin: 1 });
    // The second waits for the connection of the first.
    expect(await sendAll(scene, 2)).toEqual([answered(200), answered(200)]);
    expect(scene.receiver.opened()).toBe(2);
  }
});

test('one that has closed an unused connection without a word gets new connections from then on', async () => {
  const sockets: Socket[] = [];
  const scene = await opened((socket) => (sockets.push(socket), socket.write(ok)), { connectionsPerOrigin: 1 });
  expect(await sendAll(scene, 2)).toEqual([answered(200), answered(200)]);
  expect(scene.receiver.opened()).toBe(1);
  sockets[0]?.end();
  await scene.receiver.quiet();
  expect(failures(await sendAll(scene, 3))).toEqual([]);
  expect(scene.receiver.opened()).toBe(4);
});

test('one that closes a moment later fails a few attempts, sends none of them again, and is found out (F23)', async () => {
  const scene = await opened((socket) => socket.write(ok, () => setTimeout(() => socket.destroy(), 1)));
  const first = await sendAll(scene, 300);
  // As many as there are connections, at worst.
  expect(failures(first).length).toBeLessThanOrEqual(64);
  expect(new Set(scene.receiver.requests).size).toBe(scene.receiver.requests.length);
});

test('one that resets a connection when it is used again fails one attempt, and gets new connections from then on', async () => {
  const scene = await opened(byTurn(says, resets));
  const outcomes = await sendAll(scene, 300);
  expect(failures(outcomes)).toMatchObject([{ kind: 'failed', failure: 'reset' }]);
  expect(failures([...(await sendInTurn(scene, 20)), ...(await sendAll(scene, 300))])).toEqual([]);
  expect(scene.receiver.requests).toHaveLength(620);
  // One connection carried two.
  expect(scene.receiver.opened()).toBe(619);
});

test('one that stops keeping connections fails those that run on used ones, and sends none of them again', async () => {
  let isKeeping = true;
  const scene = await opened(byTurn(says, (socket) => (isKeeping ? socket.write(ok) : socket.resetAndDestroy())));
  expect(failures(await sendAll(scene, 300))).toEqual([]);
  isKeeping = false;
  const outcomes = await sendAll(scene, 300);
  expect(failures(outcomes).length).toBeGreaterThan(0);
  expect(failures(outcomes).length).toBeLessThanOrEqual(64);
  expect(failures(await sendAll(scene, 300))).toEqual([]);
  expect(scene.receiver.requests).toHaveLength(900);
});

test('a reset on a connection of its own is a failed attempt like any other (F23)', async () => {
  let times = 0;
  const scene = await opened((socket) => (++times === 2 ? socket.resetAndDestroy() : socket.write(ok)));
  expect(await sendInTurn(scene, 3)).toMatchObject([
    answered(200),
    { kind: 'failed', failure: 'reset' },
    answered(200),
  ]);
  expect(scene.receiver.requests).toHaveLength(3);
});

test('connections are kept for those who come next', async () => {
  const scene = await opened(says, { connectionsPerOrigin: 4 });
  expect(failures([...(await sendInTurn(scene, 50)), ...(await sendAll(scene, 300))])).toEqual([]);
  // Before it is known that they are kept, some are closed.
  expect(scene.receiver.opened()).toBeLessThan(12);
});

test('a connection that nobody uses is closed', async () => {
  const scene = await opened(says);
  expect(await send(scene, 1)).toEqual(answered(200));
  await scene.receiver.quiet();
  expect(await send(scene, 2)).toEqual(answered(200));
});

test('one whose receiver keeps it for a second only is not kept', async () => {
  const scene = await opened((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok'),
  );
  expect(failures(await sendInTurn(scene, 10))).toEqual([]);
  expect(scene.receiver.opened()).toBe(10);
});

test('a kept connection makes room for another origin, and leaves nothing when the sender is closed', async () => {
  const one = await opened(says, { connections: 1 });
  const other = { sender: one.sender, receiver: (await opened(says)).receiver };
  expect(await send(one, 1)).toEqual(answered(200));
  expect(await send(other, 1)).toEqual(answered(200));
  await one.receiver.quiet();
  await one.sender.close();
  await other.receiver.quiet();
});

test('an answer counts, whatever becomes of its connection', async () => {
  const breaking: Answer = (socket) =>
    socket.write('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nx', () => socket.resetAndDestroy());
  const scene = await opened(byTurn(says, breaking));
  expect(failures(await sendAll(scene, 128))).toEqual([]);
  await scene.receiver.quiet();
  expect(scene.receiver.requests).toHaveLength(128);
});

test('an attempt that is given up on a used connection is given up', async () => {
  const scene = await opened(
    byTurn(says, () => undefined),
    { connectionsPerOrigin: 1 },
  );
  expect(await send(scene, 1)).toEqual(answered(200));
  const giveUp = new GiveUp();
  const attempt = scene.sender.send({ url: scene.receiver.url, headers: {}, body: '{}', giveUp });
  await scene.receiver.until(2);
  giveUp.now();
  expect(await attempt).toMatchObject({ kind: 'failed', failure: 'aborted' });
  await scene.receiver.quiet();
  expect(scene.receiver.opened()).toBe(1);
});
