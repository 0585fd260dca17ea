/** What the library is told to refuse, shown on a line that comes in as many pieces as the test says. The network may join pieces; this does not. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { type StreamSocket, createAcceptor } from './acceptor.ts';
import { frame } from './client.case.ts';

const handshake = {
  method: 'GET',
  url: '/',
  headers: {
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  },
} as unknown as IncomingMessage;

/** A stream that was let in, and the line of its client. */
const accepted = (): { readonly line: Duplex; readonly ws: StreamSocket } => {
  const line = new Duplex({ read: () => undefined, write: (_piece, _encoding, done) => done() });
  const acceptor = createAcceptor(1_000);
  onTestFinished(() => acceptor.close(0));
  const ws = acceptor.accept(handshake, line, Buffer.of());
  if (ws === undefined) throw new Error('it was not let in');
  return { line, ws };
};

/** Bytes of one message, each a piece of its own. */
const dripped = (line: Duplex, bytes: number): void => {
  for (const byte of frame(2, Buffer.alloc(bytes))) line.push(Buffer.of(byte));
};

test('a message that comes in 4,000 pieces is taken', async () => {
  const { line, ws } = accepted();
  const message = once(ws, 'message');
  dripped(line, 4_000);
  expect((await message)[0]).toEqual(Buffer.alloc(4_000));
});

test('no more than 4,096 pieces are kept for a message that is not whole (K6)', async () => {
  const { line, ws } = accepted();
  const error = once(ws, 'error');
  ws.on('message', () => ws.emit('error', new Error('it was taken')));
  dripped(line, 6_000);
  expect((await error)[0]).toMatchObject({ code: 'WS_ERR_TOO_MANY_BUFFERED_PARTS' });
});
