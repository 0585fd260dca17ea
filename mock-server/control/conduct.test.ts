/** The scorecard of a client, over the control API and in process: whose it is, what it rests on, and what is refused. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Scorecard } from '../../contract-tests/conduct/scorecard.ts';
import type { Engine } from '../engine/engine.ts';
import { type TestMock, openMock } from '../http/client.case.ts';
import { type HistoryParts, historyControl } from './history.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

const read = async (query = ''): Promise<Scorecard> => {
  const { status, text } = await mock.steer('GET', `/conduct${query}`);
  expect(status).toBe(200);
  return JSON.parse(text) as Scorecard;
};

test("without an account the default one's client is judged", async () => {
  await mock.get('/balance');
  await mock.get('/pricing?page=1');
  const card = await read();
  expect(card).toMatchObject({ account_id: 'a1', entries: { read: 2, forgotten: 0 } });
  expect(card.rules.length).toBe(Object.values(card.summary).reduce((sum, count) => sum + count));
});

test('what is tried out with the control token is nobody’s conduct, nor are its jobs, and everything else is', async () => {
  const image = await mock.upload('portrait.png');
  const before = await read();
  const order = { image_key: image, script: 'Hello.', callback_url: 'http://127.0.0.1:9/hook' };
  const tryOut = (path: string, token: string): Promise<{ status: number; json: () => Promise<unknown> }> =>
    mock.fetch(mock.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.apiKey}`,
        'content-type': 'application/json',
        origin: new URL(mock.url).origin,
        'x-understudy-token': token,
      },
      body: JSON.stringify(order),
    });
  expect((await tryOut('/avatar', mock.controlToken)).status).toBe(202);
  await mock.clock.advance({ seconds: 30 });
  const { entries } = mock.control.journal({ limit: 10 });
  expect(entries.map(({ kind }) => kind)).toContain('delivery');
  expect(JSON.stringify(entries)).not.toContain(mock.controlToken);
  expect((await read()).entries).toEqual(before.entries);

  expect((await tryOut('/avatar', 'another-token')).status).toBe(202);
  const blamed = (await read()).rules.find(({ id }) => id === 'keys.not-in-browser');
  expect(blamed?.verdict).toBe('fail');
});

test('an account is judged by its own calls', async () => {
  const { account_id, api_key } = await mock.control.createAccount({ balance_usd: 1 });
  await mock.get('/balance');
  await mock.get('/balance', api_key);
  await mock.get('/balance', api_key);
  expect(await read(`?account_id=${account_id}`)).toMatchObject({ account_id, entries: { read: 2 } });
  expect(await read('?account_id=a1')).toMatchObject({ account_id: 'a1', entries: { read: 1 } });
});

test('calls of no known account are on the card of the only account, or else of none', async () => {
  await mock.get('/balance', 'a-wrong-key');
  expect(await read()).toMatchObject({ account_id: 'a1', entries: { read: 1 } });
  expect(await read('?account_id=none')).toMatchObject({ account_id: null, entries: { read: 0 } });
  const { account_id, api_key } = await mock.control.createAccount({ balance_usd: 1 });
  await mock.get('/balance', api_key);
  // The other has sent nothing, but it might have.
  expect(await read(`?account_id=${account_id}`)).toMatchObject({ account_id, entries: { read: 1 } });
  expect(await read('?account_id=a1')).toMatchObject({ account_id: 'a1', entries: { read: 0 } });
  expect(await read('?account_id=none')).toMatchObject({ account_id: null, entries: { read: 1 } });
});

test('in process it is the same card', async () => {
  await mock.get('/balance');
  await mock.get('/jobs/none');
  expect(await mock.control.conduct()).toEqual(await read());
  expect(await mock.control.conduct('a1', { ended: true })).toEqual(await read('?ended=true'));
});

test('the judge is told what the journal has forgotten, by which clock it is, and whether the client has ended', async () => {
  const told: unknown[] = [];
  const control = historyControl({
    engine: () =>
      ({ account: async () => ({}), accountIds: () => ['a1', 'a2'], clock: { mode: '60x' } }) as unknown as Engine,
    journal: { list: () => ({ entries: [], next: 9 }), forgotten: 9 },
    judgeClient: async (entries: readonly unknown[], about: object) => void told.push({ entries, ...about }),
    defaultAccountId: 'a1',
  } as unknown as HistoryParts<void>);
  await control.conduct();
  await control.conduct('a2', { ended: true });
  expect(told).toEqual([
    { entries: [], accountId: 'a1', accounts: 2, forgotten: 9, clock: '60x', running: true },
    { entries: [], accountId: 'a2', accounts: 2, forgotten: 9, clock: '60x', running: false },
  ]);
});

test('the journal says itself what it has forgotten, and by which clock it is', async () => {
  expect(JSON.parse((await mock.steer('GET', '/journal')).text)).toMatchObject({ forgotten: 0, clock: 'manual' });
});

test.each([
  ['account_id=nobody', 404, 'not_found'],
  ['account_id=', 400, 'invalid_input'],
  ['acount_id=a1', 400, 'invalid_input'],
  ['account_id=a1&account_id=a1', 400, 'invalid_input'],
  ['ended=yes', 400, 'invalid_input'],
])('%s is refused with %s', async (query, status, code) => {
  const answer = await mock.steer('GET', `/conduct?${query}`);
  expect([answer.status, answer.code]).toEqual([status, code]);
});

test('it needs the token', async () => {
  expect((await mock.steer('GET', '/conduct', undefined, { 'x-understudy-token': '' })).status).toBe(401);
});
