/** The journal over the control API: what is asked for is what comes, and what is not understood is refused. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TestMock, openMock } from '../http/client.case.ts';
import type { JournalPage } from '../store/journal.ts';
import { openReceiver } from '../webhooks/receiver.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

const read = async (query: string): Promise<JournalPage> => {
  const { status, text } = await mock.steer('GET', `/journal${query}`);
  expect(status).toBe(200);
  return JSON.parse(text) as JournalPage;
};

const numbers = async (query: string): Promise<number[]> => (await read(query)).entries.map(({ seq }) => seq);

test('the newest hundred come oldest first, and `next` leads on', async () => {
  for (let n = 0; n < 103; n++) await mock.get('/pricing');
  const { entries, next } = await read('');
  expect([entries.length, entries[0]?.seq, entries.at(-1)?.seq, next]).toEqual([100, 4, 103, 103]);
  await mock.get('/balance');
  expect((await read(`?since=${next}`)).entries).toMatchObject([{ seq: 104, operation: 'getBalance' }]);
  expect(await read('?since=0&limit=2')).toMatchObject({ entries: [{ seq: 1 }, { seq: 2 }], next: 2 });
});

test('an account sees its own calls, also those that other filters leave', async () => {
  const { api_key, account_id } = await mock.control.createAccount({ balance_usd: 1 });
  await mock.get('/balance', api_key);
  await mock.get('/balance');
  await mock.get('/jobs/none', api_key);
  await mock.get('/balance', 'wrong');
  expect(await numbers(`?account_id=${account_id}`)).toEqual([1, 3]);
  expect(await numbers('?account_id=a1')).toEqual([2]);
  expect(await numbers(`?account_id=${account_id}&operation=getBalance`)).toEqual([1]);
  expect(await numbers('?status=401')).toEqual([4]);
  expect(await numbers('?kind=request&status=404')).toEqual([3]);
  expect(await numbers('?kind=socket')).toEqual([]);
  expect(await numbers('?account_id=nobody')).toEqual([]);
});

test.each([
  'limit=0',
  'limit=1001',
  'limit=',
  'limit=1.5',
  'since=-1',
  'since=x',
  'since=99999999999999999',
  'kind=other',
  'kind=',
  'status=abc',
  'status=600',
  'operation=none',
  'operation=toString',
  'account_id=',
  'acount_id=a1',
  'toString=1',
  'limit=1&limit=2',
])('%s is refused', async (query) => {
  const answer = await mock.steer('GET', `/journal?${query}`);
  expect([answer.status, answer.code]).toEqual([400, 'invalid_input']);
});

test.each(['jobs', 'sessions', 'deliveries'])(
  'the list of %s refuses what it does not understand, too',
  async (list) => {
    for (const query of ['x=1', 'limit=1&limit=2', 'account_id=', 'limit=', 'limit=1e2', 'toString=1']) {
      const { status, code } = await mock.steer('GET', `/${list}?${query}`);
      expect([query, status, code]).toEqual([query, 400, 'invalid_input']);
    }
    expect(await mock.steer('GET', `/${list}?limit=1&account_id=nobody`)).toMatchObject({ status: 200, text: '[]' });
  },
);

test('attempts of a webhook stand in it, with what was sent and without the signature of its link', async () => {
  const receiver = await openReceiver(200);
  const image = await mock.upload('portrait.png');
  const { id } = (
    await mock.post('/face-swap-image', { image_key: image, face_key: image, callback_url: receiver.url })
  ).body;
  await mock.clock.advance({ seconds: 10 });
  await vi.waitFor(async () => expect((await read('?kind=delivery')).entries).toHaveLength(1), { timeout: 10_000 });
  const { entries } = await read(`?kind=delivery&account_id=a1&status=200`);
  expect(entries).toMatchObject([
    { job_id: id, attempt: 1, url: receiver.url, status: 200, failure: null, next_at: null, faults: [] },
  ]);
  const sent = receiver.received[0]?.raw.toString() ?? '';
  const signature = /signature=(\w+)/.exec(sent)?.[1] ?? 'none';
  expect(entries[0]).toMatchObject({ request: { body: { text: sent.replace(signature, '[redacted]') } } });
  await receiver.close();
});

test('it needs the token', async () => {
  expect((await mock.steer('GET', '/journal', undefined, { 'x-understudy-token': '' })).status).toBe(401);
});
