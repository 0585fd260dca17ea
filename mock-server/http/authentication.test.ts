/** Keys: every operation but the prices needs one that is valid at this moment, sent in exactly one way. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Operation, operations } from '../../spec/operations.ts';
import { type Answer, type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

const expectUnauthorized = ({ status, text }: Answer): void => {
  const error = { code: 'unauthorized', message: expect.stringContaining('Bearer') as string };
  expect([status, JSON.parse(text)]).toEqual([401, { error }]);
};

const all = Object.values(operations as Record<string, Operation>);

test.each(all.filter(({ authenticated }) => authenticated))(
  '$method $path is refused without a key, with an unknown one, with a revoked one, and nothing moves (F45) (B11)',
  async ({ method, path }) => {
    const { key_id, api_key: revoked } = await mock.control.createAccount({ balance_usd: 1 });
    expect((await mock.get('/balance', revoked)).status).toBe(200);
    await mock.control.revokeKey('a2', key_id);
    const before = await mock.money();
    const altered = [`${mock.apiKey}x`, mock.apiKey.slice(0, -1), mock.apiKey.toUpperCase()];
    for (const key of [null, 'test_a1_unknown', 'test_a9_unknown', 'unknown', '__proto__', revoked, ...altered]) {
      expectUnauthorized(await mock.call(method, path, method === 'POST' ? {} : undefined, { key }));
    }
    expect(await mock.money()).toBe(before);
  },
);

test.each(['', 'Bearer', 'Bearer ', 'bearer KEY', 'BEARER KEY', 'Basic KEY', 'KEY', 'Bearer  KEY', 'Bearer KEY x'])(
  'the header "%s" is no key',
  async (header) => {
    const authorization = header.replace('KEY', mock.apiKey);
    expectUnauthorized(await mock.call('GET', '/balance', undefined, { headers: { authorization } }));
  },
);

test.each(['?api_key=KEY', '?authorization=Bearer%20KEY', '?key=KEY', '?session_token=KEY'])(
  'a key in the query is none: %s',
  async (query) => {
    const answer = await mock.call('GET', `/balance${query.replace('KEY', mock.apiKey)}`, undefined, { key: null });
    expectUnauthorized(answer);
  },
);

test('neither the webhook secret nor the control token nor a session token is a key', async () => {
  const { session_token } = (await mock.post('/voice/session', {})).body;
  for (const key of [mock.webhookSecret, mock.controlToken, session_token]) {
    expectUnauthorized(await mock.get('/balance', key));
  }
});

test('the prices are for everyone, with the same bytes for any key and none', async () => {
  const keys = [null, 'unknown', mock.apiKey];
  const answers = await Promise.all(keys.map((key) => mock.call('GET', '/pricing', undefined, { key })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});
