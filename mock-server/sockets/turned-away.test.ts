/** What the journal tells of sockets that are turned away before they are anybody's. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tokenMissingDetail } from '../../spec/schemas/journal.ts';
import { type SocketMock, openSocketMock } from './client.case.ts';

let mock: SocketMock;
beforeEach(async () => void (mock = await openSocketMock()));
afterEach(() => mock.close());

const refusals = () =>
  mock.control.journal({ limit: 100, kind: 'socket' }).entries.filter((entry) => entry.kind === 'socket');

test('an address that names no session is there, with the account of the token in it', async () => {
  const { session_token } = await mock.voice();
  const address = `ws://127.0.0.1:${mock.port}/api/v1/voice/stream`;
  await mock.refusal(`${address}?session_token=${session_token}`);
  await mock.refusal(address);
  expect(refusals()).toMatchObject([
    { event: 'refused', code: 404, session_id: null, account_id: 'a1' },
    { event: 'refused', code: 404, session_id: null, account_id: null },
  ]);
  expect(JSON.stringify(refusals())).not.toContain(session_token);
});

test('a token that is not there is told from one that is wrong', async () => {
  const { stream_url, session_token, session_id } = await mock.voice();
  await mock.refusal(stream_url);
  await mock.refusal(`${stream_url}?session_token=${session_token}&session_token=${session_token}`);
  await mock.refusal(`${stream_url}?session_token=rt_wrong`);
  const [none, twice, wrong] = refusals();
  expect([none, twice]).toMatchObject([1, 2].map(() => ({ code: 401, session_id, detail: tokenMissingDetail })));
  expect(wrong?.detail).not.toBe(tokenMissingDetail);
});
