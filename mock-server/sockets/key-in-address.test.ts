/** A key in the address of a socket is noted in the journal, which never shows it. */
import { afterEach, expect, test } from 'vitest';
import type { Explanation } from '../../spec/schemas/explain.ts';
import { type SocketEntry, keyInAddressNote } from '../../spec/schemas/journal.ts';
import type { MockOptions } from '../options.ts';
import { type SocketMock, openSocketMock } from './client.case.ts';

const open: SocketMock[] = [];
afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close();
});

const opened = async (options: MockOptions = {}): Promise<SocketMock> => {
  const mock = await openSocketMock({}, options);
  open.push(mock);
  return mock;
};

const entriesOf = ({ control }: SocketMock): SocketEntry[] =>
  control.journal({ limit: 100, kind: 'socket' }).entries.filter((entry) => entry.kind === 'socket');

test.each([
  ['made by the mock', {}],
  ["of the user's own", { apiKey: 'a-key-of-my-own' }],
])('a key %s is noted where its socket is opened, and only there', async (_what, options) => {
  const mock = await opened(options);
  const client = await mock.connect(`${(await mock.voice()).address}&api_key=${mock.apiKey}`);
  await client.close();
  const [connected, ...others] = entriesOf(mock);
  expect(connected).toMatchObject({ event: 'connected', notes: [keyInAddressNote] });
  expect(others.flatMap(({ notes = [] }) => notes)).toEqual([]);
  expect(JSON.stringify(entriesOf(mock))).not.toContain(mock.apiKey);
});

test('a key is noted where the socket is turned away, in any spelling, and under any address', async () => {
  const mock = await opened();
  const { stream_url } = await mock.voice();
  const spelled = mock.apiKey.replace('_', '%5F');
  await mock.refusal(`${stream_url}?session_token=${mock.apiKey}`);
  await mock.refusal(`${stream_url}?token=${spelled}`);
  await mock.refusal(`${stream_url}?session_token=Bearer%20${mock.apiKey}`);
  // Of another account, or revoked.
  await mock.refusal(`${stream_url}?session_token=test_a7_${'0a'.repeat(12)}`);
  await mock.refusal(`ws://127.0.0.1:${mock.port}/api/v1/voice/stream?${mock.apiKey}`);
  expect(entriesOf(mock).map(({ notes }) => notes)).toEqual([1, 2, 3, 4, 5].map(() => [keyInAddressNote]));
});

test('the explanation of a session tells of it, at the connection and at the refusal', async () => {
  const mock = await opened();
  const { address, stream_url, session_id } = await mock.voice();
  await mock.refusal(`${stream_url}?session_token=${mock.apiKey}`);
  await mock.clock.advance({ seconds: 1 });
  const client = await mock.connect(`${address}&api_key=${mock.apiKey}`);
  await client.close();
  const { timeline } = (await mock.control.explain(session_id)) as Explanation;
  expect(timeline.filter(({ details }) => details.includes(keyInAddressNote))).toMatchObject([
    { what: expect.stringContaining('a connection was refused') as string },
    { what: 'connection 1 was accepted', seq: entriesOf(mock)[1]?.seq },
  ]);
});

test('the token of a session, a wrong one and other parameters are no key', async () => {
  const mock = await opened();
  const { address, stream_url } = await mock.voice();
  await mock.refusal(`${stream_url}?session_token=rt_wrong&key=1`);
  const client = await mock.connect(`${address}&room=test_a1`);
  await client.close();
  expect(entriesOf(mock).flatMap(({ notes = [] }) => notes)).toEqual([]);
});
