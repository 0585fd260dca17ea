/** What the journal tells of the messages of a connection that has ended. */
import { expect, test, vi } from 'vitest';
import type { SocketEntry, SocketMessage } from '../../spec/schemas/journal.ts';
import { type SocketMock, openSocketMock } from './client.case.ts';

const entriesOf = ({ control }: SocketMock): SocketEntry[] =>
  control.journal({ limit: 1_000, kind: 'socket' }).entries.filter((entry) => entry.kind === 'socket');

const endOf = (mock: SocketMock): Promise<SocketEntry> =>
  vi.waitFor(() => {
    const end = entriesOf(mock).find(({ event }) => event === 'closed' || event === 'lost');
    if (end === undefined) throw new Error('it has not ended yet');
    return end;
  });

const shapes = (messages: readonly SocketMessage[] = []): string[] =>
  messages.map((message) => `${message.from} ${message.type === 'text' ? message.text : message.base64}`);

test('its messages stand at its end, in order, from both sides; of sound there is a short beginning', async () => {
  const mock = await openSocketMock({}, { start: '2026-03-01T00:00:00Z' });
  const client = await mock.connect(await mock.voice());
  await client.received(1);
  await mock.clock.advance({ seconds: 2 });
  client.send(Buffer.alloc(960, 7));
  await client.received(2);
  await client.close();
  const end = await endOf(mock);
  const head = Buffer.alloc(32, 7).toString('base64');
  expect(end).toMatchObject({ event: 'closed', code: 1000, messages_left_out: 0 });
  expect(end.messages).toEqual([
    {
      at: '2026-03-01T00:00:00.000Z',
      from: 'server',
      type: 'text',
      bytes: 40,
      text: '{"sample_rate":24000,"chunk_frames":480}',
      truncated: false,
    },
    { at: '2026-03-01T00:00:02.000Z', from: 'client', type: 'binary', bytes: 960, base64: head, truncated: true },
    { at: '2026-03-01T00:00:02.000Z', from: 'server', type: 'binary', bytes: 960, base64: head, truncated: true },
  ]);
  expect(entriesOf(mock).filter(({ messages }) => messages !== undefined)).toEqual([end]);
  await mock.close();
});

test('of many messages the first hundred and the last twenty are kept, and the others counted', async () => {
  const mock = await openSocketMock();
  const client = await mock.connect(await mock.liveSwap());
  for (let number = 0; number < 150; number++) {
    client.send(String(number));
    await client.received(number + 1);
  }
  await client.close();
  const { messages, messages_left_out, received, sent } = await endOf(mock);
  expect([received.frames + sent.frames, messages?.length, messages_left_out]).toEqual([300, 120, 180]);
  expect(shapes(messages).slice(98, 102)).toEqual(['client 49', 'server 49', 'client 140', 'server 140']);
  expect(shapes(messages).at(-1)).toBe('server 149');
  await mock.close();
});

test('of a long text there is a beginning, and a secret in it is taken out wherever the cut is', async () => {
  const mock = await openSocketMock();
  const client = await mock.connect(await mock.liveSwap());
  const fill = 'x'.repeat(900);
  client.send(`${fill}${mock.apiKey} ${'y'.repeat(9_000)}`, `a ${mock.apiKey} b`);
  await client.received(2);
  await client.close();
  const { messages = [] } = await endOf(mock);
  expect(messages[0]).toMatchObject({ type: 'text', bytes: 9_901 + mock.apiKey.length, truncated: true });
  expect(shapes(messages)[0]).toMatch(/^client x{900}\[redacted\] y+$/);
  expect(shapes(messages)).toContain('client a [redacted] b');
  expect(JSON.stringify(messages)).not.toContain(mock.apiKey.slice(8, 16));
  await mock.close();
});

test('a beginning of bytes in which a secret may begin is not shown', async () => {
  const mock = await openSocketMock();
  const client = await mock.connect(await mock.liveSwap());
  client.send(Buffer.from(mock.apiKey), Buffer.from(`key=${mock.controlToken}`), Buffer.from('no secret'));
  await client.received(3);
  await client.close();
  const { messages } = await endOf(mock);
  const mine = shapes(messages).filter((shape) => shape.startsWith('client'));
  expect(mine).toEqual(['client null', 'client null', `client ${Buffer.from('no secret').toString('base64')}`]);
  await mock.close();
});

test('a connection that says nothing has no messages, and one that was refused has no list of them', async () => {
  const mock = await openSocketMock();
  const session = await mock.liveSwap();
  const client = await mock.connect(session);
  await client.close();
  expect(await endOf(mock)).toMatchObject({ messages: [], messages_left_out: 0 });
  await mock.refusal(session);
  expect(entriesOf(mock).find(({ event }) => event === 'refused')).not.toHaveProperty('messages');
  await mock.close();
});
