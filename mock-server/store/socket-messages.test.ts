/** How much is kept of the messages of connections: a bound for each, and one for all. */
import { expect, test } from 'vitest';
import { Compile } from 'typebox/schema';
import { SocketMessage } from '../../spec/schemas/journal.ts';
import { createRedactor } from './redact.ts';
import { MessageLog, MessageRoom, showMessage, sizeOf } from './socket-messages.ts';

const redactor = createRedactor();
const fits = Compile(SocketMessage);

test('what all connections keep has a bound: then beginnings are left out, then messages', () => {
  const log = new MessageLog(new MessageRoom(500));
  for (let number = 0; number < 10; number++) log.add(number, 'client', 'x'.repeat(100), false);
  const { messages, leftOut } = log.end();
  expect(messages.map(({ head }) => head?.length)).toEqual([100, undefined, undefined]);
  expect(leftOut).toBe(7);
  expect(messages.map((message) => showMessage(message, redactor)).every((shown) => fits.Check(shown))).toBe(true);
});

test('room is free again when its connection has ended, also what was overwritten meanwhile', () => {
  const room = new MessageRoom(100_000);
  for (let round = 0; round < 20; round++) {
    const log = new MessageLog(room);
    for (let number = 0; number < 1_000; number++) log.add(number, 'server', Buffer.alloc(50), true);
    expect(log.end()).toMatchObject({ leftOut: 880 });
  }
  expect(room.take(100_000)).toBe(true);
});

test('a message is not held on to: what is done with it afterwards changes nothing, and its size is that of its beginning', () => {
  const log = new MessageLog(new MessageRoom());
  const data = Buffer.alloc(2 ** 20, 1);
  log.add(0, 'client', data, true);
  data.fill(2);
  const [message] = log.end().messages;
  expect(message && showMessage(message, redactor)).toMatchObject({ base64: Buffer.alloc(32, 1).toString('base64') });
  expect(message && sizeOf(message)).toBeLessThan(200);
});

test.each([
  ['', false, { type: 'text', text: '', bytes: 0, truncated: false }],
  ['é€😀', false, { type: 'text', text: 'é€😀', bytes: 9, truncated: false }],
  ['x'.repeat(1_024), false, { text: 'x'.repeat(1_024), truncated: false }],
  ['x'.repeat(1_025), false, { text: 'x'.repeat(1_024), truncated: true }],
  ['x'.repeat(1_048_576), false, { text: 'x'.repeat(1_024), truncated: true, bytes: 1_048_576 }],
  [Buffer.alloc(0), true, { type: 'binary', base64: '', bytes: 0, truncated: false }],
  [Buffer.from([0xff, 0x00]), true, { base64: '/wA=', bytes: 2, truncated: false }],
] as const)('what was sent is shown up to its bound (%#)', (data, isBinary, shown) => {
  const log = new MessageLog(new MessageRoom());
  log.add(0, 'server', data, isBinary);
  const [message] = log.end().messages;
  expect(message && showMessage(message, redactor)).toMatchObject(shown);
});
