/** Uploads over a real connection: limits to the byte, answers to clients that are still sending, and clients that go away. */
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TestService, openTestService } from '../service.case.ts';
import { type Length, type Outcome, headOf, piece, send, tail } from './upload-client.case.ts';

let mock: TestService;
let port: number;
beforeEach(async () => {
  mock = await openTestService();
  port = await mock.listen();
});
afterEach(() => mock.close());

const nothing = { blobs: [], partial: [], open: 0 };

const upload = (type: string, bytes: number, length: Length): Promise<Outcome> =>
  send({ port, apiKey: mock.apiKey }, type, bytes, length);

test.each(['image/png', 'audio/wav'])('%s of 45 MB is taken, with one byte more it is not (F51) (B1)', async (type) => {
  expect(await upload(type, 45_000_000, 'declared')).toEqual([201, '']);
  expect(await upload(type, 45_000_000, 'chunked')).toEqual([201, '']);
  expect(await upload(type, 45_000_001, 'declared')).toEqual([400, 'input_too_large']);
  expect(await upload(type, 45_000_001, 'chunked')).toEqual([400, 'input_too_large']);
  expect((await mock.account()).uploads.size).toBe(2);
  expect(await mock.leftovers()).toMatchObject({ partial: [], open: 0 });
  expect(mock.blobs.usedBytes).toBe(90_000_000);
});

test('with MB of 2^20 bytes the limit is there (F51)', async () => {
  await mock.close();
  mock = await openTestService({ 'size-unit': 'binary' });
  port = await mock.listen();
  expect(await upload('image/png', 45 * 2 ** 20, 'declared')).toEqual([201, '']);
  expect(await upload('image/png', 45 * 2 ** 20 + 1, 'declared')).toEqual([400, 'input_too_large']);
});

test('a video may have more than 45 MB', async () => {
  expect(await upload('video/mp4', 46_000_000, 'chunked')).toEqual([201, '']);
});

test.each(['declared', 'chunked'] as const)(
  'a refusal reaches a client with 501 MB to send, %s (F51) (B1)',
  async (length) => {
    expect(await upload('image/png', 501_000_000, length)).toEqual([400, 'input_too_large']);
    expect(await upload('video/mp4', 502_000_000, 'declared')).toEqual([400, 'input_too_large']);
    expect(await upload('text/html', 200_000_000, length)).toEqual([400, 'unsupported_format']);
    expect(await mock.leftovers()).toEqual(nothing);
  },
);

/** A connection that sends as told and keeps what comes back. */
const dial = async (bodyBytes: number): Promise<{ socket: Socket; received: () => string }> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mock.apiKey}\r\n` +
      `Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${bodyBytes}\r\n\r\n`,
  );
  return { socket, received: () => text };
};

test('a client that writes all it has before it reads finds the answer there', async () => {
  const head = headOf('text/html');
  const { socket, received } = await dial(head.length + 30_000_000 + tail.length);
  socket.pause();
  socket.write(head);
  for (let i = 0; i < 30; i++) socket.write(piece);
  await new Promise((resolve) => socket.write(tail, resolve));
  socket.resume();
  await vi.waitFor(() => expect(received()).toContain('unsupported_format'));
  socket.destroy();
});

const form = Buffer.from(headOf('image/png') + 'x'.repeat(60) + tail);
/** Too large to be taken whole: it is streamed. */
const largeForm = Buffer.from(headOf('image/png') + 'x'.repeat(600_000) + tail);

test.each([
  ['small', form, 3],
  ['large', largeForm, 14_321],
])('a connection that ends anywhere in the body of a %s form leaves nothing (F04, F50)', async (_size, sent, step) => {
  for (let offset = 0; offset < sent.length; offset += step) {
    const { socket } = await dial(sent.length);
    socket.write(sent.subarray(0, offset));
    // Now it is cut at once, now when the server has had time to begin.
    if (offset % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    if (offset % 4 === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
  await vi.waitFor(async () => expect(await mock.leftovers()).toEqual(nothing), { timeout: 10_000 });
  expect((await mock.account()).uploads.size).toBe(0);
  expect([mock.failures, mock.blobs.usedBytes]).toEqual([[], 0]);
  expect(await upload('image/png', 10, 'declared')).toEqual([201, '']);
});

test('a body that is shorter than declared waits, and one that is longer is cut (B1)', async () => {
  const short = await dial(form.length + 1);
  short.socket.write(form);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await mock.account()).uploads.size).toBe(0);
  short.socket.end();
  await vi.waitFor(async () => expect(await mock.leftovers()).toEqual(nothing));
  const long = await dial(form.length - 8);
  long.socket.write(form);
  await vi.waitFor(() => expect(long.received()).toMatch(/^HTTP\/1.1 400 /));
  await vi.waitFor(async () => expect(await mock.leftovers()).toEqual(nothing));
  long.socket.destroy();
});

test('many uploads at once do not get into each other', async () => {
  const sizes = Array.from({ length: 40 }, (_, index) => 1_000 + index * 30_000);
  await Promise.all(sizes.map((size) => upload('image/png', size, 'chunked')));
  const stored = [...(await mock.account()).uploads.values()].map(({ bytes }) => bytes).sort((a, b) => a - b);
  expect(stored).toEqual(sizes);
  expect(await mock.leftovers()).toMatchObject({ partial: [], open: 0 });
});
