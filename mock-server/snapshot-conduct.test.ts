/** After a snapshot was loaded, the journal does not have what led to its world: nobody is blamed for what is not there. */
import { afterEach, expect, test } from 'vitest';
import { type TestMock, openMock } from './http/client.case.ts';

const open: TestMock[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const snapshot = async (mock: TestMock, method: 'GET' | 'PUT', body?: string): Promise<string> => {
  const headers = { 'x-understudy-token': mock.controlToken, 'content-type': 'application/x-ndjson' };
  const answer = await mock.fetch(`${mock.controlUrl}/snapshot`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  expect(answer.status).toBe(200);
  return answer.text();
};

const opened = async (): Promise<TestMock> => {
  const mock = await openMock();
  open.push(mock);
  return mock;
};

/** Submits one order, each time with its key, and follows it. */
const ordered = async (
  mock: TestMock,
  image: string,
): Promise<{ readonly id: string; readonly output_url: string }> => {
  const headers = { 'idempotency-key': 'order-1' };
  const { id } = (await mock.post('/face-swap-image', { image_key: image, face_key: image }, { headers })).body;
  await mock.clock.advance({ seconds: 60 });
  return { id, output_url: (await mock.get(`/jobs/${id}`)).body.output_url ?? '' };
};

const lapses = async (mock: TestMock): Promise<readonly string[]> => {
  const card = await mock.control.conduct('a1', { ended: true });
  return 'rules' in card ? card.rules.flatMap(({ id, lapses: found }) => (found.length > 0 ? [id] : [])) : ['no card'];
};

test('a result that was fetched before a snapshot was made need not be fetched again after it was loaded', async () => {
  const mock = await opened();
  const image = await mock.upload('portrait.png');
  const { id, output_url } = await ordered(mock, image);
  expect((await mock.fetch(output_url)).status).toBe(200);
  const other = await opened();
  await snapshot(other, 'PUT', await snapshot(mock, 'GET'));
  expect((await ordered(other, image)).id).toBe(id);
  expect(await lapses(other)).toEqual([]);
});

test('what was made after it was loaded counts: a result that nobody fetches is found', async () => {
  const other = await opened();
  await snapshot(other, 'PUT', await snapshot(await opened(), 'GET'));
  await ordered(other, await other.upload('portrait.png'));
  expect(await lapses(other)).toEqual(['results.downloaded']);
});

test('the journal says that it does not go back to the beginning, until a reset', async () => {
  const mock = await opened();
  const forgotten = () => mock.control.journal({ limit: 1 }).forgotten;
  await snapshot(mock, 'PUT', await snapshot(mock, 'GET'));
  expect(forgotten()).toBe(1);
  await mock.control.reset();
  expect(forgotten()).toBe(0);
});
