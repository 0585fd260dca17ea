/** Fourteen ways to fail, fifty deliveries to each, all six attempts of them on real sockets, by a clock that is moved. */
import { expect, test } from 'vitest';
import { type Failing, failSixTimes } from './failing-six-times.case.ts';
import type { Answer } from './raw-receiver.case.ts';

const deliveriesEach = 50;

const says =
  (text: string): Answer =>
  (socket) =>
    socket.end(text);
const answers = (status: number, header = ''): Answer => says(`HTTP/1.1 ${status} Said\r\n${header}\r\n`);

const receivers: Readonly<Record<string, Failing>> = {
  refuses: { answer: 'closed', seen: /^refused/ },
  hangs: { answer: () => undefined, seen: /^timeout/ },
  'begins to answer and hangs': { answer: (socket) => socket.write('HTTP/1.1 200 OK\r\nx: '), seen: /^timeout/ },
  resets: { answer: (socket) => socket.resetAndDestroy(), seen: /^reset/ },
  'closes without a word': { answer: (socket) => socket.end(), seen: /^reset/ },
  'hangs up in the status line': { answer: says('HTTP/1.1 20'), seen: /^reset/ },
  'speaks SSH': { answer: says('SSH-2.0-OpenSSH_9.6\r\n'), seen: /^garbage/ },
  'has a header without a colon': { answer: says('HTTP/1.1 200 OK\r\nno\r\n\r\n'), seen: /^garbage/ },
  'has a header of 100 KB': { answer: says(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n\r\n`), seen: /^garbage/ },
  'answers 302': { answer: answers(302, 'location: /hook\r\n'), seen: /^302$/ },
  'answers 410': { answer: answers(410), seen: /^410$/ },
  'answers 429': { answer: answers(429, 'retry-after: 3600\r\n'), seen: /^429$/ },
  'answers 500': { answer: answers(500), seen: /^500$/ },
  'answers 503': { answer: answers(503), seen: /^503$/ },
};

test('each attempt is made and its outcome known, whatever the receiver does, and who is well gets all at the first (F19, F20, F21, F23, F24, F25)', async () => {
  const { deliveries, attempts } = await failSixTimes(receivers, deliveriesEach);
  const count = Object.keys(receivers).length;
  expect(attempts).toBe(count * deliveriesEach * 6);
  process.stdout.write(`${count} failing receivers, ${deliveries} deliveries, ${attempts} failed attempts\n`);
});
