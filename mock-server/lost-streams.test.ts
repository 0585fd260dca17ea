/** Whose streams are settled, where processes come and go while it is found out. */
import { expect, test } from 'vitest';
import type { Account } from './domain/account.ts';
import { endLostStreams } from './lost-streams.ts';

/** A world with streams of some processes. */
const worldOf = (...holders: (string | undefined)[]) => {
  const ended: (string | undefined)[] = [];
  return {
    holders,
    ended,
    atRest: (): Account[] => [
      {
        sessions: new Map(
          holders.map((process, index) => [`s${index}`, { state: { status: 'streaming', process } }] as const),
        ),
      } as unknown as Account,
    ],
    endStreamsOf: async (isGone: (process: string | undefined) => boolean) => {
      ended.push(...holders.filter(isGone));
    },
  };
};

test('streams of those that are gone are settled, and of the living none', async () => {
  const world = worldOf('living', 'gone', undefined);
  await endLostStreams(world, async () => new Set(['living', 'another']));
  expect(world.ended).toEqual(['gone', undefined]);
});

test('a process that comes while the living are asked for loses no stream', async () => {
  const world = worldOf('gone');
  await endLostStreams(world, async () => {
    world.holders.push('new');
    return new Set();
  });
  expect(world.ended).toEqual(['gone']);
});
