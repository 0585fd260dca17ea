/** Many streams at once, for whoever watches how loud they are: each is told of in its turn. */
import { expect, test } from 'vitest';
import { LevelsInTurn } from './levels-in-turn.ts';
import { Meter } from './meter.ts';

/** A stream on which a message came. */
const loud = (id: string) => {
  const meter = new Meter(true);
  const traffic = { frames: 1, bytes: 2 };
  meter.received(Buffer.from([0, 0x40]));
  return { session: { id }, levels: () => meter.take(traffic, traffic) };
};

const idsOf = (told: readonly { readonly session_id: string }[]): string[] => told.map(({ session_id: id }) => id);

test('of more streams than are told of at once, the others come next, as loud as they were', () => {
  const streams = ['a', 'b', 'c', 'd', 'e'].map(loud);
  const levels = new LevelsInTurn(2);
  const first = levels.take(streams);
  const second = levels.take(streams);
  expect([idsOf(first), idsOf(second)]).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(second.map(({ received }) => received.peak)).toEqual([0.5, 0.5]);
  expect(idsOf(levels.take(streams))).toEqual(['e']);
});

test('those on which nothing passes take no turn, and streams that end stop no other', () => {
  const quiet = { session: { id: 'quiet' }, levels: () => undefined };
  const levels = new LevelsInTurn(1);
  expect(idsOf(levels.take([quiet, loud('a'), loud('b')]))).toEqual(['a']);
  expect(idsOf(levels.take([loud('c')]))).toEqual(['c']);
  expect(levels.take([])).toEqual([]);
  expect(idsOf(levels.take([loud('d')]))).toEqual(['d']);
});
