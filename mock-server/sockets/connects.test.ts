/** What a connection has met is kept until its stream asks, or until its session is over: not for ever. */
import { expect, test } from 'vitest';
import type { Account } from '../domain/account.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Session } from '../domain/session.ts';
import type { Engine } from '../engine/engine.ts';
import { Connects } from './connects.ts';

const session = { id: 's1' } as Session;
const account = { id: 'a1', sessions: new Map([['s1', session]]) } as unknown as Account;
const engine = {} as Engine;
const connected = { type: 'session.connected', at: 0, sessionId: 's1', connection: 1 } as AccountEvent;
const ended = { type: 'session.ended', at: 1, sessionId: 's1' } as AccountEvent;

const connects = (): Connects => new Connects(() => [{ name: 'socket-reset' }]);

test('a stream is told once what its connection has met', () => {
  const known = connects();
  known.note(engine, account, connected);
  expect([known.take(session, 2), known.take(session, 1), known.take(session, 1)]).toEqual([
    [],
    [{ name: 'socket-reset' }],
    [],
  ]);
});

test.each(['note', 'count'] as const)('of a session that is over without a stream nothing is kept (%s)', (how) => {
  const known = connects();
  known.note(engine, account, connected);
  known[how](engine, account, ended);
  expect(known.take(session, 1)).toEqual([]);
});
