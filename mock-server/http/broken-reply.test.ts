/** Faults of requests that meet what a port has made: an answer that has no body. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await openMock({ port: 0 }, { present: () => (answer) => ({ ...answer, status: 204 }) });
});
afterAll(() => mock.close());

test.each([
  'request-delay; ms=1',
  'request-malformed-json',
  'request-wrong-content-type',
  'request-truncated-body',
  'request-drop-mid-reply',
])('%s leaves an answer without a body as it is, over a connection and in process', async (fault) => {
  const headers = { authorization: `Bearer ${mock.apiKey}`, 'x-understudy-fault': fault };
  for (const ask of [fetch, mock.fetch]) {
    const answer = await ask(`${mock.url}/balance`, { headers });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([204, null, '']);
  }
  expect(mock.failures).toEqual([]);
});
