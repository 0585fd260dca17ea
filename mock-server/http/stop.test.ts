/** A clean stop as clients see it who are busy with the mock at that time, on connections that they would like to keep. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { graceMs as usualGraceMs } from '../cli/start.ts';
import { type TestMock, openMock } from './client.case.ts';
import { request } from './wire.case.ts';

let mock: TestMock;
let port: number;
beforeEach(async () => {
  mock = await openMock({ port: 0 });
  port = Number(new URL(mock.url).port);
});
afterEach(() => mock.close());

const get = request('GET /api/v1/pricing', ['Host: localhost']);

test('a connection that is busy at a stop gets its answer, and is closed behind it (F11)', async () => {
  const { socket, sendRest, statuses, closed } = await busy();
  const stopped = mock.close({ graceMs });
  await untilClosed();
  // Who gets the answer asks again at once, and would be answered if the connection were kept.
  socket.once('data', () => socket.write(get));
  sendRest();
  await closed;
  await stopped;
  expect(statuses()).toEqual([100, 201]);
});

test('requests that were sent one behind the other are all answered before', async () => {
  const { sendRest, statuses, closed } = await busy(get + get);
  const stopped = mock.close({ graceMs });
  await untilClosed();
  sendRest();
  await closed;
  await stopped;
  expect(statuses()).toEqual([100, 201, 200, 200]);
});

test('a connection that is busy for longer than the five seconds of a stop is cut (F11)', async () => {
  const { statuses, closed } = await busy();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  const stopped = mock.close({ graceMs: usualGraceMs }).then(() => (isOver = true));
  await untilClosed();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  await stopped;
  expect(statuses()).toEqual([100]);
});

test('a connection is kept as long as nobody stops the mock', async () => {
  const { socket, sendRest, statuses, closed } = await busy();
  sendRest();
  await once(socket, 'data');
  socket.end(get);
  await closed;
  expect(statuses()).toEqual([100, 201, 200]);
});

/** A connection with a request whose last byte is still to come: what has been received, and how it goes on. */
const busy = async (behind = '') => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const headers = ['Host: localhost', `Authorization: Bearer ${mock.apiKey}`, 'Content-Type: application/json'];
  const body = JSON.stringify({ duration_minutes: 1 });
  const lines = [...headers, `Content-Length: ${body.length}`, 'Expect: 100-continue'];
  socket.write(request('POST /api/v1/voice/session', lines, body.slice(0, -1)));
  // From here on the mock has seen the request, and waits for the rest.
  await once(socket, 'data');
  return {
    socket,
    closed,
    sendRest: () => void socket.write(`}${behind}`),
    statuses: () => Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status)),
  };
};

/** More time than any of this takes: whoever holds the stop up holds it up for good. */
const graceMs = 600_000;

const untilClosed = async (): Promise<void> => {
  while (await isLetIn()) await new Promise(setImmediate);
};

const isLetIn = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
