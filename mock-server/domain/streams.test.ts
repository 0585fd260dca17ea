import { expect, test } from 'vitest';
import { revokeKey } from './accounts.ts';
import type { CloseSession } from './commands.ts';
import { evolve } from './evolve.ts';
import { isRefused } from './refusal.ts';
import { accountWith, apply, createSession, momentAt, stream, worldWith } from './account.case.ts';
import { closeSession, connectSession, keepSessionAlive, settleSession, stopSession } from './streams.ts';

const close = (by: CloseSession['by'], livedUntil: number, connection = 1): CloseSession => ({
  type: 'close-session',
  sessionId: 'one',
  connection,
  by,
  livedUntil,
});
const connect = { type: 'connect-session', sessionId: 'one' } as const;

test.each([
  ['up', 0, 0],
  ['up', 1, 1_000],
  ['up', 1_000, 1_000],
  ['up', 1_001, 2_000],
  ['down', 999, 0],
  ['down', 1_999, 1_000],
  ['exact', 1, 1],
  ['exact', 1_500, 1_500],
  ['up', 59_001, 60_000],
] as const)(
  'rounded %s, %d ms of a stream of 1,000 micro-USD a second cost %d',
  (choice, streamedMs, chargedMicros) => {
    const account = accountWith(1_000_000);
    stream(account, 'one', 5_000, 1_000, 60_000);
    const world = worldWith({ 'session-rounding': choice });
    const at = 5_000 + streamedMs;
    const events = apply(account, closeSession(account, world, close('close', at), momentAt(at)));
    expect(events).toMatchObject([
      { type: 'session.ended', at, streamedMs, chargedMicros, reason: null, heldMicros: 60_000 },
      { type: 'session.settled', at, chargedMicros },
    ]);
    expect(account.ledger).toMatchObject({ available: 1_000_000 - chargedMicros, held: 0, spent: chargedMicros });
  },
);

test('a stream is billed up to its last sign of life, not to when its end was noticed', () => {
  const account = accountWith(1_000_000);
  stream(account, 'one', 0, 1_000, 60_000);
  const events = apply(account, closeSession(account, worldWith(), close('lost', 4_000), momentAt(24_000)));
  expect(events[0]).toMatchObject({ at: 24_000, by: 'lost', streamedMs: 4_000, chargedMicros: 4_000 });
});

test('a process that never had the socket for sure ends no stream of another', () => {
  const account = accountWith(1_000_000);
  createSession(account, 'one', 0, 1_000);
  evolve(account, { type: 'session.connected', at: 0, sessionId: 'one', connection: 1, process: 'theirs' });
  const closeOf = (process: string) =>
    apply(account, closeSession(account, worldWith(), { ...close('lost', 0), process }, momentAt(1_000)));
  expect(closeOf('ours')).toEqual([]);
  expect(closeOf('theirs')).toHaveLength(2);
});

test.each([
  ['ours', 0],
  ['theirs', 2],
])(
  'of a socket that may have connected after others, a later connection of %s is ended too, and none of another (%i events)',
  (process, count) => {
    const account = accountWith(1_000_000);
    createSession(account, 'one', 0, 1_000);
    for (const connection of [1, 2, 3])
      evolve(account, { type: 'session.connected', at: 0, sessionId: 'one', connection, process: 'theirs' });
    const command = { ...close('lost', 0), connection: 2, process };
    expect(apply(account, closeSession(account, worldWith(), command, momentAt(1_000)))).toHaveLength(count);
  },
);

test('a sign of life from after the close is none, and one from before the connect is no time', () => {
  for (const [livedUntil, streamedMs] of [
    [99_000, 7_000],
    [0, 0],
  ] as const) {
    const account = accountWith(1_000_000);
    stream(account, 'one', 3_000, 1_000, 60_000);
    const events = apply(account, closeSession(account, worldWith(), close('close', livedUntil), momentAt(10_000)));
    expect(events[0]).toMatchObject({ streamedMs });
  }
});

test('the hard stop ends a stream at the funded time, for its ceiling and with that reason', () => {
  const account = accountWith(60_000);
  stream(account, 'one', 1_500, 1_000, 60_000);
  expect(account.agenda.next()).toMatchObject({ key: 'one', at: 61_500 });
  const stop = { type: 'stop-session', sessionId: 'one' } as const;
  const [ended] = apply(account, stopSession(account, worldWith(), stop, momentAt(61_500)));
  expect(ended).toMatchObject({ by: 'hard-stop', chargedMicros: 60_000, reason: 'session_limit_reached' });
  expect(account.usage.newest(9, {})).toMatchObject([
    { about: 'one', status: 'succeeded', chargedMicros: 60_000, reason: 'session_limit_reached' },
  ]);
});

test.each([
  ['ours', true, 2],
  ['theirs', true, 0],
  // Whoever moves a clock that stands does what is due until then, of all.
  ['theirs', false, 2],
])('the hard stop of a stream of %s, where the clock runs (%s), is %d events here', (process, clockRuns, count) => {
  const account = accountWith(1_000_000);
  createSession(account, 'one', 0, 1_000);
  evolve(account, { type: 'session.connected', at: 0, sessionId: 'one', connection: 1, process });
  const { settings, ...world } = worldWith();
  const here = { ...world, clockRuns, settings: { ...settings, process: 'ours' } };
  const stop = { type: 'stop-session', sessionId: 'one' } as const;
  expect(apply(account, stopSession(account, here, stop, momentAt(3_600_000)))).toHaveLength(count);
});

test('a stream that has ended otherwise is not stopped as well', () => {
  const account = accountWith(60_000);
  stream(account, 'one', 0, 1_000, 60_000);
  apply(account, closeSession(account, worldWith(), close('close', 2_000), momentAt(2_000)));
  const stop = { type: 'stop-session', sessionId: 'one' } as const;
  for (const one of [stop, { ...stop, sessionId: 'none' }])
    expect(apply(account, stopSession(account, worldWith(), one, momentAt(60_000)))).toEqual([]);
  expect(account.ledger).toMatchObject({ held: 0, spent: 2_000 });
});

test('a stream whose money is used up stops then, and costs no more than there is (F63)', () => {
  const account = accountWith(2_500);
  stream(account, 'one', 0, 1_000);
  expect(account.agenda.next()).toMatchObject({ at: 2_500 });
  const stop = { type: 'stop-session', sessionId: 'one' } as const;
  const [ended] = apply(account, stopSession(account, worldWith(), stop, momentAt(2_500)));
  expect(ended).toMatchObject({ by: 'funds', chargedMicros: 2_500, reason: 'session_limit_reached' });
  expect(account.ledger).toMatchObject({ available: 0, held: 0, spent: 2_500 });
});

test('a top-up puts off the end of a stream that lives on what there is', () => {
  const account = accountWith(2_500);
  stream(account, 'one', 0, 1_000);
  apply(account, { events: [{ type: 'account.topped-up', at: 1_000, micros: 10_000 }], reply: {} });
  expect(account.agenda.next()).toMatchObject({ key: 'one', at: 12_500 });
});

test('what a stream costs is fixed at its end, although it is settled later', () => {
  const account = accountWith(100_000);
  stream(account, 'one', 0, 1_000, 60_000);
  const world = worldWith({ 'session-settle-delay': '2s' });
  apply(account, closeSession(account, world, close('close', 5_000), momentAt(5_000)));
  expect(account.ledger).toMatchObject({ available: 95_000, held: 5_000, spent: 0 });
  expect(account.agenda.next()).toMatchObject({ key: 'one', at: 7_000 });

  for (const late of [close('close', 6_000), close('lost', 6_500)]) {
    expect(apply(account, closeSession(account, world, late, momentAt(6_500)))).toEqual([]);
  }
  apply(account, settleSession(account, { type: 'settle-session', sessionId: 'one' }, momentAt(7_000)));
  expect(account.ledger).toMatchObject({ available: 95_000, held: 0, spent: 5_000 });
});

test('a second socket is turned away, or takes over the time and the money of the first', () => {
  const account = accountWith(100_000);
  stream(account, 'one', 0, 1_000, 60_000);
  const refused = connectSession(account, worldWith({ 'socket-second': 'refused' }), connect, momentAt(3_000));
  expect(isRefused(refused) && refused.refusal.code).toBe('unauthorized');

  const world = worldWith({ 'socket-second': 'replaces' });
  apply(account, connectSession(account, world, connect, momentAt(3_000)));
  expect(account.ledger.held).toBe(60_000);
  // The first one is closed for it; that ends nothing.
  expect(apply(account, closeSession(account, world, close('close', 3_000, 1), momentAt(3_000)))).toEqual([]);
  const alive = { type: 'keep-session-alive', sessionId: 'one', connection: 1 } as const;
  expect(apply(account, keepSessionAlive(account, alive, momentAt(4_000)))).toEqual([]);
  const [ended] = apply(account, closeSession(account, world, close('close', 9_000, 2), momentAt(9_000)));
  expect(ended).toMatchObject({ streamedMs: 9_000, chargedMicros: 9_000 });
});

test.each([
  ['create-and-connect', 59_999, 'insufficient_balance'],
  ['create-and-connect', 60_000, 60_000],
  ['connect-only', 59_999, 'insufficient_balance'],
  ['connect-only', 60_000, undefined],
  ['create-only', 0, undefined],
] as const)('with funds looked at %s, a connect with %d micro-USD for 60,000: %s', (funds, balance, expected) => {
  const account = accountWith(balance);
  createSession(account, 'one', 0, 1_000);
  const decision = connectSession(account, worldWith({ 'session-funds': funds }), connect, momentAt(0));
  const [event] = isRefused(decision) ? [] : decision.events;
  if (isRefused(decision)) expect(decision.refusal.code).toBe(expected);
  else expect(event?.type === 'session.connected' && event.heldMicros).toBe(expected);
});

test('a session that is over lets nobody in', () => {
  const account = accountWith(100_000);
  stream(account, 'one', 0, 1_000, 60_000);
  apply(account, closeSession(account, worldWith(), close('close', 1_000), momentAt(1_000)));
  const refused = connectSession(account, worldWith(), connect, momentAt(1_000));
  expect(isRefused(refused) && refused.refusal.code).toBe('unauthorized');
});

test('streams that end together with their key share what there is: the balance never falls below zero', () => {
  const account = accountWith(1_500);
  stream(account, 'one', 0, 1_000);
  stream(account, 'two', 0, 1_000);
  const world = worldWith({ 'revoked-key-stream': 'closed', 'session-funds': 'create-only' });
  // Half a second each is 1,000 in all; rounded up it would be 2,000.
  const events = apply(account, revokeKey(account, world, { type: 'revoke-key', keyId: 'key_1' }, momentAt(500)));
  expect(events.flatMap((event) => (event.type === 'session.ended' ? [event.chargedMicros] : []))).toEqual([
    1_000, 500,
  ]);
  expect(account.ledger).toMatchObject({ available: 0, held: 0, spent: 1_500 });
});

test('only the streams of the key that is revoked end with it', () => {
  const account = accountWith(100_000);
  stream(account, 'one', 0, 1_000, 60_000);
  const key = { keyId: 'key_2', digest: 'other' };
  apply(account, { events: [{ type: 'key.created', at: 0, key }], reply: {} });
  const world = worldWith({ 'revoked-key-stream': 'closed' });
  const revoke = (keyId: string) => revokeKey(account, world, { type: 'revoke-key', keyId }, momentAt(2_000));
  expect(apply(account, revoke('key_2'))).toHaveLength(1);
  expect(apply(account, revoke('key_1'))).toMatchObject([
    { type: 'key.revoked' },
    { type: 'session.ended', by: 'key-revoked', chargedMicros: 2_000 },
    { type: 'session.settled' },
  ]);
});
