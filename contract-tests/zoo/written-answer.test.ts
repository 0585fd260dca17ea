/** Answers as Node's server writes them, read back. */
import { expect, test } from 'vitest';
import { answerIn } from './written-answer.ts';

const read = (text: string): object => {
  const { body, ...head } = answerIn(Buffer.from(text, 'latin1'));
  return { ...head, body: body.toString('latin1') };
};

test('a body of a known length is what follows the head', () => {
  expect(read('HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi')).toEqual({
    status: 201,
    headers: { 'content-type': 'text/plain', 'content-length': '2' },
    body: 'hi',
  });
});

test('chunks are put together, whatever stands in them', () => {
  const written = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\none\r\n\r\nc\r\n and another\r\n0\r\n\r\n';
  expect(read(written)).toMatchObject({ status: 200, body: 'one\r\n and another' });
});

test('a header that comes more than once is one list', () => {
  expect(read('HTTP/1.1 204 No Content\r\nVia: one\r\nvia: other: two\r\n\r\n')).toEqual({
    status: 204,
    headers: { via: 'one, other: two' },
    body: '',
  });
});
