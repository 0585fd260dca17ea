/** What a story does because of a request is done before its answer goes out, however long that takes: with a store that is far away, for one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type TestService, openTestService } from './service.case.ts';

let service: TestService;
afterEach(() => service.close());

test.each([
  ['an answer', 200, '/balance'],
  ['a refusal', 404, '/jobs/none'],
])('%s waits for it', async (_what, status, path) => {
  let isDone = false;
  const settle = async (): Promise<void> => {
    await sleep(50);
    isDone = true;
  };
  service = await openTestService({}, { service: { timeline: { settle } } });
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const response = await fetch(`http://127.0.0.1:${await service.listen()}/api/v1${path}`, { headers });
  expect([response.status, isDone]).toEqual([status, true]);
});
