import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openBody } from './body.ts';

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

test('a connection on which nothing comes any more is given up', async () => {
  const incoming = new Readable({ read: () => undefined });
  const body = openBody({ incoming, request: request(null) }, 50);
  incoming.push('some');
  await expect(text(body)).rejects.toThrow('no byte of the body came for 0.05 s');
  expect(incoming.destroyed).toBe(true);
});

test('time in which nobody asks for the body does not count', async () => {
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
