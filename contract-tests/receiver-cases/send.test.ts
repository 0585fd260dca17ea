/** What goes out, byte for byte, and what is read of the answer. */
import { type AddressInfo, type Server, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { handOf } from './hand.ts';
import { isTaken } from './judge-case.ts';
import type { Outgoing, Pace } from './outgoing.ts';
import { readAnswer } from './read-answer.ts';
import { closed, notHttp, send } from './send.ts';
import { isTaken as isTakenByJudge } from '../verify-signature.ts';

const listening = async (answer: string, isEnough: (request: string) => boolean) => {
  const requests: string[] = [];
  const server: Server = createServer((socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      if (!isEnough(text)) return;
      requests.push(text);
      socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`,
    requests,
    close: () => server.close(),
  };
};

const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d, 0x0a]);
const outgoing = (pace: Pace): Outgoing => ({ what: 'it', headers: [['sErViCe-Signature', 't=1,v1=é']], body, pace });
const options = { waitMs: 5_000, pieceMs: 1 };
const chunkedHead = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test('header names go out as they are written, values and bodies as their bytes', async () => {
  const { url, requests, close } = await listening('HTTP/1.1 204 No\r\n\r\n', (text) => text.endsWith('\0}\n'));
  const sent = await send(outgoing('whole'), { ...options, url });
  close();
  expect(requests[0]).toBe(
    `POST /hook?x=1 HTTP/1.1\r\nHost: ${new URL(url).host}\r\nsErViCe-Signature: t=1,v1=Ã©\r\nContent-Length: 5\r\nConnection: close\r\n\r\n{\xff\0}\n`,
  );
  expect([sent.answer?.status, isTaken(sent)]).toEqual([204, true]);
});

test.each<[Pace, string]>([
  ['split', '\r\n\r\n{\xff\0}\n'],
  ['slow', '\r\n\r\n{\xff\0}\n'],
  ['chunked', '\r\n\r\n3\r\n{\xff\0\r\n2\r\n}\n\r\n0\r\n\r\n'],
])('a body in pieces is the same body: %s', async (pace, end) => {
  const { url, requests, close } = await listening('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', (text) =>
    text.endsWith(end.slice(-5)),
  );
  await send(outgoing(pace), { ...options, url });
  close();
  expect(requests[0]?.endsWith(end)).toBe(true);
});

test.each<[answer: string, told: unknown]>([
  ['', closed],
  ['220 mail\r\n', notHttp],
  ['HTTP/1.1 200 OK\r\nContent-Le', closed],
  ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nwait', 503],
  ['HTTP/1.0 201 Made\r\n\r\nyes', 201],
  ['HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n', 302],
])('an answer is read, or why there is none is told: %j', async (answer, told) => {
  const { url, close } = await listening(answer, (text) => text.endsWith('\0}\n'));
  const sent = await send(outgoing('whole'), { ...options, url });
  close();
  expect(sent.answer?.status ?? sent.failure).toBe(told);
});

test.each<[what: string, answer: string, told: unknown]>([
  ['60,000 preliminary answers', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(60_000), notHttp],
  ['a chunk of a size below nothing', `${chunkedHead}-6\r\n\r\n`, 200],
  ['a chunk size that is none', `${chunkedHead}2 to 3\r\nok\r\n`, 200],
  ['20,000 chunks of one byte', `${chunkedHead}${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`, 200],
])('the judge lives on after %s', async (_, answer, told) => {
  const { url, close } = await listening(answer, (text) => text.endsWith('\0}\n'));
  const sent = await send(outgoing('whole'), { ...options, url });
  close();
  expect(sent.answer?.status ?? sent.failure).toBe(told);
  const read = readAnswer(Buffer.from(answer));
  if (told === notHttp) expect(read).toBe('not-http');
});

test('chunks are joined, however many came at once, up to what is no chunk', () => {
  const bodyOf = (chunks: string): unknown => {
    const read = readAnswer(Buffer.from(chunkedHead + chunks));
    return typeof read === 'string' ? read : read.body.toString();
  };
  expect(bodyOf('1\r\nx\r\n'.repeat(20_000))).toBe('x'.repeat(4_000));
  expect(bodyOf('2;a=b\r\nok\r\n2 ;c\r\n, \r\n-6\r\nno\r\n')).toBe('ok, ');
});

test('the text of a chunked answer is shown without its framing', () => {
  const read = readAnswer(
    Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n4\r\n, so\r\n0\r\n\r\n'),
  );
  expect(typeof read === 'string' ? read : [read.body.toString(), read.isWhole]).toEqual(['ok, so', true]);
});

test('a delivery of the hand is one that a receiver of the document takes', () => {
  const now = 1_767_225_600;
  const hand = handOf({
    now: now * 1_000,
    secret: 'whsec_x',
    signatureHeader: 'Service-Signature',
    run: 'r',
    next: () => 1,
  });
  const { headers, body: bytes } = hand.delivery(hand.succeeded());
  const header = headers.find(([name]) => name === 'Service-Signature')?.[1] ?? '';
  expect(isTakenByJudge('whsec_x', header, bytes, now, 300)).toBe(true);
  expect(isTakenByJudge('whsec_y', header, bytes, now, 300)).toBe(false);
});
