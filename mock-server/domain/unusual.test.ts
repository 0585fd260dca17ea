/** What the mock is told at an odd moment, or in an odd order: it changes nothing that is over. */
import { expect, test } from 'vitest';
import { accountWith, apply, createSession, momentAt, stream, worldWith } from './account.case.ts';
import { evolve } from './evolve.ts';
import { findInputs } from './jobs/inputs.ts';
import { expireSession } from './sessions.ts';
import { closeSession, connectSession, settleSession } from './streams.ts';
import { evolveWorld } from './world.ts';

const closing = { type: 'close-session', sessionId: 'one', connection: 1, livedUntil: 1_000 } as const;

test('a session that streams does not expire any more', () => {
  const account = accountWith(1_000_000);
  stream(account, 'one', 0, 1_000, 60_000);
  const expire = { type: 'expire-session', sessionId: 'one' } as const;
  expect(apply(account, expireSession(account, worldWith(), expire, momentAt(600_000)))).toEqual([]);
});

test('a session that nobody has connected to is not settled', () => {
  const account = accountWith(1_000_000);
  createSession(account, 'one', 0, 1_000);
  expect(settleSession(account, { type: 'settle-session', sessionId: 'one' }, momentAt(1_000))).toEqual({
    events: [],
    reply: {},
  });
});

test('a sign of life that comes after the end of its stream changes nothing', () => {
  const account = accountWith(1_000_000);
  stream(account, 'one', 0, 1_000, 60_000);
  apply(account, closeSession(account, worldWith(), { ...closing, by: 'close' }, momentAt(1_000)));
  const before = account.sessions.get('one')?.state;
  evolve(account, { type: 'session.alive', at: 2_000, sessionId: 'one' });
  expect(account.sessions.get('one')?.state).toEqual(before);
});

test('a connection that takes the place of another belongs to the process that it came to', () => {
  const account = accountWith(1_000_000);
  stream(account, 'one', 0, 1_000, 60_000);
  const { settings, ...world } = worldWith({ 'socket-second': 'replaces' });
  const theirs = { ...world, settings: { ...settings, process: 'theirs' } };
  const connect = { type: 'connect-session', sessionId: 'one' } as const;
  const events = apply(account, connectSession(account, theirs, connect, momentAt(1_000)));
  expect(events).toMatchObject([{ type: 'session.connected', connection: 2, process: 'theirs' }]);
});

test('where early ends have reasons, the end of the whole mock has none', () => {
  const account = accountWith(1_000_000);
  stream(account, 'one', 0, 1_000, 60_000);
  const world = worldWith({ 'session-reason': 'slugs' });
  const events = apply(account, closeSession(account, world, { ...closing, by: 'shutdown' }, momentAt(1_000)));
  expect(events[0]).toMatchObject({ type: 'session.ended', reason: null });
});

test('a rule for faults that was made before rules had a beginning is taken as a new one', () => {
  const world = worldWith();
  const rule = { id: 'r1', fault: { kind: 'job-slow', factor: 2 }, when: {} } as never;
  evolveWorld(world, { type: 'faults.changed', at: 0, faults: [rule] });
  const [first] = world.faults;
  evolveWorld(world, { type: 'faults.changed', at: 0, faults: [rule] });
  expect(world.faults[0]).toEqual(first);
  expect(world.faults[0]).not.toBe(first);
});

test('a body without a file that it needs is refused as one with a file that nobody knows', () => {
  const { settings } = worldWith();
  expect(findInputs(accountWith(1), { image_key: 'image' }, {}, settings, 0)).toMatchObject({
    refusal: { code: 'invalid_input' },
  });
});
