import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendSoon } from './outbox.ts';
import { textResponse } from './text-response.ts';

const saying = (text: string): Response => textResponse(text, { status: 200, headers: {} });

/** Holds requests until so many have come, and then answers all of them in one turn. */
const answersTogether = async (count: number, answerAll: (held: ServerResponse[]) => void) => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    if (held.push(response) === count) answerAll(held);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = Array.from({ length: count }, () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.text(),
      () => 'cut off',
    ),
  );
  const texts = await Promise.all(asked);
  server.close();
  return texts;
};

test('answers that are ready in the same turn all leave, but not before the last of them is ready', async () => {
  const sentEarly: boolean[] = [];
  const texts = await answersTogether(3, (held) => {
    for (const response of held) {
      sendSoon(saying('done'), response);
      sentEarly.push(held.some(({ writableEnded }) => writableEnded));
    }
  });
  expect(texts).toEqual(['done', 'done', 'done']);
  expect(sentEarly).toEqual([false, false, false]);
});

test('a client that has gone keeps no answer from the others', async () => {
  const texts = await answersTogether(3, (held) => {
    for (const response of held) sendSoon(saying('done'), response);
    held[0]?.destroy();
  });
  expect(texts.toSorted()).toEqual(['cut off', 'done', 'done']);
});

test('an answer that becomes ready while others leave goes with the next', async () => {
  const texts = await answersTogether(2, ([first, second]) => {
    if (first === undefined || second === undefined) throw new Error('there are two');
    first.once('finish', () => sendSoon(saying('second'), second));
    sendSoon(saying('first'), first);
  });
  expect(texts.toSorted()).toEqual(['first', 'second']);
});

test('another answer, and one that was read, is left to be sent', async () => {
  const [read, other] = [saying('read'), new Response('of the platform')];
  await read.text();
  const left: Response[] = [];
  const texts = await answersTogether(1, ([response]) => {
    if (response === undefined) throw new Error('there is one');
    left.push(sendSoon(read, response), sendSoon(other, response));
    response.end('by another');
  });
  expect([left[0] === read, left[1] === other, texts]).toEqual([true, true, ['by another']]);
});

test.each([
  [200, '4'],
  [205, '0'],
  [204, null],
  [304, null],
])('an answer of %d says that it is %s bytes long', async (status, length) => {
  const server = createServer((_request, response) => {
    sendSoon(textResponse('text', { status, headers: {} }), response);
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(headers.get('content-length')).toBe(length);
});
