/** An upgrade and a message are held against what they claim to break. */
import { expect, test } from 'vitest';
import { deployed } from '../deployed.case.ts';
import { Actor } from '../actor.ts';
import { type FrameLabel, type UpgradeLabel, expectFrameAsClaimed, expectUpgradeAsClaimed } from './sockets.ts';
import { createSession, voice } from '../probes/sessions.ts';
import { HarnessError } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { StreamFrame } from '../wire/stream.ts';

const json = { stream_url: 'wss://stream.example/s/1', session_token: 'rt_own' };
const session: Exchange = {
  number: 1,
  operation: 'createVoiceSession',
  request: { method: 'POST', url: 'https://service.example/api/v1/voice/session', headers: {}, body: undefined },
  breaks: undefined,
  answer: { status: 201, headers: {}, body: Buffer.alloc(0), json },
  failure: undefined,
  sentAt: 0,
  tookMs: 1,
  cost: { usd: 0 },
};
const format: StreamFrame = { kind: 'text', bytes: Buffer.from('{"sample_rate":24000,"chunk_frames":480}') };

test.each<[what: string, search: string, breaks: UpgradeLabel | undefined, isUsed?: boolean]>([
  ['its own token', '?session_token=rt_own', undefined],
  ['its own token once more', '?session_token=rt_own', 'used-token', true],
  ['no token', '', 'no-token'],
  ['a token under another name', '?token=rt_own', 'no-token'],
  ['an empty token', '?session_token=', 'unknown-token'],
  ['a token that nobody was given', '?session_token=rt_ow', 'unknown-token'],
  ['the token of another session', '?session_token=rt_other', 'foreign-token'],
])('an upgrade with %s is claimed as such, and as nothing else', (_, search, breaks, isUsed = false) => {
  const tokens = new Set(['rt_own', 'rt_other']);
  const upgrade = { url: json.stream_url + search, session, tokens, isUsed };
  expectUpgradeAsClaimed(upgrade, breaks);
  const others: readonly (UpgradeLabel | undefined)[] = [undefined, 'foreign-token', 'used-token'];
  for (const other of others.filter((one) => one !== breaks))
    expect(() => expectUpgradeAsClaimed(upgrade, other)).toThrow(HarnessError);
});

test('an upgrade goes where the session said', () => {
  const upgrade = {
    url: 'wss://elsewhere.example/s/1?session_token=rt_own',
    session,
    tokens: new Set(['']),
    isUsed: false,
  };
  expect(() => expectUpgradeAsClaimed(upgrade, undefined)).toThrow('elsewhere.example');
});

test.each<[what: string, data: Uint8Array | string, breaks: FrameLabel | undefined]>([
  ['chunk_frames samples', Buffer.alloc(960), undefined],
  ['half of them', Buffer.alloc(480), undefined],
  ['twice as many', Buffer.alloc(1_920), undefined],
  ['fewer', Buffer.alloc(478), 'gap:chunk-size'],
  ['more', Buffer.alloc(1_922), 'gap:chunk-size'],
  ['half a sample', Buffer.alloc(961), 'gap:odd-bytes'],
  ['a text', 'hello', 'gap:voice-text'],
])('a message of %s to a voice socket is claimed as such, and as nothing else', (_, data, breaks) => {
  expectFrameAsClaimed(session, [format], data, breaks);
  const others: readonly (FrameLabel | undefined)[] = [undefined, 'gap:odd-bytes', 'gap:chunk-size', 'gap:voice-text'];
  for (const other of others.filter((one) => one !== breaks))
    expect(() => expectFrameAsClaimed(session, [format], data, other)).toThrow(HarnessError);
});

test('where no format has come, no size is wrong', () => {
  expectFrameAsClaimed(session, [], Buffer.alloc(4), undefined);
  expect(() => expectFrameAsClaimed(session, [], 'hello', undefined)).toThrow(HarnessError);
});

test('whatever is sent to a live swap socket goes into its gap', () => {
  const live = { ...session, operation: 'createLiveSwapSession' } as const;
  expectFrameAsClaimed(live, [], Buffer.alloc(4), 'gap:live-swap-frames');
  expect(() => expectFrameAsClaimed(live, [], Buffer.alloc(4), undefined)).toThrow(HarnessError);
});

test('sockets of a run are held against their claims', async () => {
  const actor = new Actor(await deployed({}));
  const own = await createSession(actor, await actor.main(), voice, 1);
  await expect(actor.connect(own, { query: { session_token: 'rt_made_up' } })).rejects.toThrow('unknown-token');
  const stream = await actor.connect(own);
  expect(() => stream.send('hello')).toThrow('gap:voice-text');
  await stream.close();
  await expect(actor.connect(own)).rejects.toThrow('used-token');
});
