/** Tokens that repeat. */
import { expect, test } from 'vitest';
import { type Replay, readReplay, replayToken } from './replay.ts';

test.each<[token: string, replay: Replay]>([
  ['balance.returns-balance@1', { checkId: 'balance.returns-balance', seed: 1 }],
  ['avatar.script-too-long@4294967295:2', { checkId: 'avatar.script-too-long', seed: 4_294_967_295, path: '2' }],
  ['avatar.script-too-long@1:2:0:13', { checkId: 'avatar.script-too-long', seed: 1, path: '2:0:13' }],
  ['histories.books-balance@7:0:0-2.5', { checkId: 'histories.books-balance', seed: 7, path: '0:0-2.5' }],
])('%s names a check, its seed and perhaps a case', (token, replay) => {
  expect(readReplay(token)).toEqual(replay);
  expect(replayToken(replay)).toBe(token);
});

test.each(['nonsense', 'a@', '@1', 'a@-1', 'a@1:', 'a@1:x', 'a@1::2', 'a b@1', 'a@1:0 1'])(
  '%j is no token',
  (token) => {
    expect(readReplay(token)).toBeUndefined();
  },
);
