/** HEAD over a connection: what it says is what GET says, of whatever answer, and the body is all that it lacks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await openMock(
    // The words of a refusal are always the same, and so is their length.
    { port: 0, choices: { 'message-wording': 'terse' } },
    {
      present:
        () =>
        (answer, { headers }) => ({ ...answer, status: Number(headers['x-status'] ?? answer.status) }),
    },
  );
});
afterAll(() => mock.close());

const ask = async (method: string, path: string, more: { readonly [name: string]: string }) => {
  const url = new URL(path, mock.url);
  const answer = await fetch(url, { method, headers: { authorization: `Bearer ${mock.apiKey}`, ...more } });
  // These tell of the moment and of the connection.
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text: await answer.text() };
};

const balance = '/api/v1/balance';
const forged = '/outputs/job_a1_x.png?expires=1&signature=x';

test.each<[path: string, headers: { readonly [name: string]: string }, status: number, isMeasured: boolean]>([
  [balance, {}, 200, true],
  [balance, { 'x-status': '205' }, 205, true],
  [balance, { 'x-status': '204' }, 204, false],
  [balance, { 'x-status': '304' }, 304, false],
  [balance, { 'x-understudy-fault': 'request-delay; ms=1' }, 200, true],
  [balance, { 'x-understudy-fault': 'request-delay; ms=1', 'x-status': '204' }, 204, false],
  [balance, { 'x-understudy-fault': 'request-malformed-json' }, 200, true],
  [balance, { 'x-understudy-fault': 'request-wrong-content-type' }, 200, true],
  [balance, { 'x-understudy-fault': 'request-error; code=at_capacity' }, 429, true],
  [forged, {}, 403, true],
])('HEAD %s with %j says what GET says', async (path, asked, status, isMeasured) => {
  const [get, head] = [await ask('GET', path, asked), await ask('HEAD', path, asked)];
  expect(get.status).toBe(status);
  expect(get.headers['content-length']).toBe(isMeasured ? String(Buffer.byteLength(get.text)) : undefined);
  expect(head).toEqual({ ...get, text: '' });
});
