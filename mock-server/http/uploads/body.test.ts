import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { chunkBytes, drainBytesMax, openBody } from './body.ts';

const request = (body: ReadableStream | null): { body: ReadableStream | null } => ({ body });

test('a body is read from the connection where there is one, else from the request', async () => {
  const incoming = Readable.from([Buffer.from('from the connection')]);
  expect(await text(openBody({ incoming, request: request(null) }))).toBe('from the connection');
  const body = ReadableStream.from([Buffer.from('from the request')]);
  expect(await text(openBody({ incoming: undefined, request: request(body) }))).toBe('from the request');
  expect(await text(openBody({ incoming: undefined, request: request(null) }))).toBe('');
});

test('giving up the body leaves the connection as it is', async () => {
  const incoming = new Readable({ read: () => undefined });
  const body = openBody({ incoming, request: request(null) });
  incoming.push('some');
  body.destroy();
  await new Promise(setImmediate);
  expect([incoming.destroyed, incoming.isPaused(), incoming.listenerCount('data')]).toEqual([false, true, 0]);
});

/** A body without a network, of so many pieces, and what becomes of it. */
const watched = (pieces: number) => {
  const seen = { given: 0, ended: false, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise(setImmediate);
      if (seen.given < pieces) controller.enqueue(new Uint8Array(chunkBytes));
      else controller.close();
      if (seen.given < pieces) seen.given++;
      else seen.ended = true;
    },
    cancel: () => {
      seen.cancelled = true;
    },
  });
  return { body, seen };
};

test('of a body without a network the rest is read, not cancelled, once it is given up', async () => {
  const { body, seen } = watched(20);
  const opened = openBody({ incoming: undefined, request: request(body) });
  opened.once('data', () => opened.destroy());
  await vi.waitFor(() => expect(seen).toEqual({ given: 20, ended: true, cancelled: false }), { timeout: 10_000 });
});

test('an endless body without a network holds nobody up, and is left alone after a while', async () => {
  const { body, seen } = watched(Number.POSITIVE_INFINITY);
  const opened = openBody({ incoming: undefined, request: request(body) });
  opened.once('data', () => opened.destroy());
  await new Promise((resolve) => opened.once('close', resolve));
  await vi.waitFor(() => expect(seen.given * chunkBytes).toBeGreaterThanOrEqual(drainBytesMax), { timeout: 10_000 });
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  const { given } = seen;
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(seen).toEqual({ given, ended: false, cancelled: false });
});

test('a form of a Blob that is given up at its first byte fails nothing later', async () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(1_000_000)]), 'a.png');
  const again = new Request(new Request('http://localhost', { method: 'POST', body: form }));
  for (const { body } of [new Request('http://localhost', { method: 'POST', body: form }), again]) {
    const opened = openBody({ incoming: undefined, request: request(body) });
    opened.once('data', () => opened.destroy());
    await new Promise((resolve) => opened.once('close', resolve));
  }
  // What a Node would reject, it rejects by then; and the runner is told of what nobody handles.
  await new Promise((resolve) => setTimeout(resolve, 100));
});

test('a connection on which nothing comes any more is given up (F30)', async () => {
  const incoming = new Readable({ read: () => undefined });
  const body = openBody({ incoming, request: request(null) }, 50);
  incoming.push('some');
  await expect(text(body)).rejects.toThrow('no byte of the body came for 0.05 s');
  expect(incoming.destroyed).toBe(true);
});

test('time in which nobody asks for the body does not count (F30)', async () => {
  const incoming = new Readable({ read: () => undefined });
  const body = openBody({ incoming, request: request(null) }, 20);
  incoming.push(Buffer.alloc(1_000_000));
  body.read(0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(body.destroyed).toBe(false);
  body.destroy();
});

test('a connection that had ended before is noticed', async () => {
  const incoming = new Readable({ read: () => undefined });
  incoming.destroy();
  await new Promise(setImmediate);
  await expect(text(openBody({ incoming, request: request(null) }))).rejects.toThrow('the connection ended');
});
