import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openWire } from './send.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server, and what comes of a padded body that is sent to it. */
const sendTo = async (
  answer: Parameters<typeof createServer>[1],
  padBytes: number,
): ReturnType<ReturnType<typeof openWire>['send']> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wire = openWire();
  open.push(() => {
    wire.close();
    server.closeAllConnections();
    server.close();
  });
  return wire.send({
    method: 'POST',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers: {},
    body: Buffer.from('headtail'),
    padding: { at: 4, bytes: padBytes },
  });
};

test('the zeros of a padded body arrive in their place, every one of them', async () => {
  const padBytes = 3_000_001;
  const hash = createHash('sha256');
  let length = '';
  const { answer } = await sendTo((request, response) => {
    length = request.headers['content-length'] ?? '';
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    request.on('end', () => response.end('{}'));
  }, padBytes);
  expect(answer?.status).toBe(200);
  expect(length).toBe(String(padBytes + 8));
  const whole = Buffer.concat([Buffer.from('head'), Buffer.alloc(padBytes), Buffer.from('tail')]);
  expect(hash.digest('hex')).toBe(createHash('sha256').update(whole).digest('hex'));
});

test('an answer that comes before the whole body was sent is the answer', async () => {
  const { answer, failure } = await sendTo((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"code":"input_too_large"}');
  }, 200_000_000);
  expect(failure).toBeUndefined();
  expect(answer?.json).toEqual({ code: 'input_too_large' });
});
