/** What a stream takes of the budget: its ceiling while it runs, and afterwards no more than it can have cost. */
import { expect, test } from 'vitest';
import { Purse } from './purse.ts';

const connected = (purse: Purse, ceilingUsd = 6, maxSeconds: number | undefined = 600) => {
  const stream = { isOpen: true };
  const settle = purse.reserve(ceilingUsd, 'a stream');
  purse.streams.add({ sessionId: 's', ceilingUsd, maxSeconds, from: 0, isOver: () => !stream.isOpen, settle });
  return stream;
};

test('while it runs its ceiling is set aside', () => {
  const purse = new Purse(10);
  connected(purse);
  purse.streams.settleEnded(5_000);
  expect(purse.spentUsd).toBe(6);
  expect(() => purse.reserve(5, 'another stream')).toThrow('does not cover another stream');
});

test('when it is over it takes the seconds that it lasted, one more and a cent', () => {
  const purse = new Purse(10);
  connected(purse).isOpen = false;
  purse.streams.settleEnded(4_200);
  expect(purse.spentUsd).toBeCloseTo(0.07, 9);
});

test('what its record says stands, and one without a charge says nothing', () => {
  const purse = new Purse(10);
  connected(purse).isOpen = false;
  purse.streams.settleRecorded('s', 3);
  purse.streams.settleEnded(4_200);
  purse.streams.settleRecorded('s', 0);
  expect(purse.spentUsd).toBeCloseTo(0.07, 9);
  purse.streams.settleRecorded('other', 2);
  purse.streams.settleRecorded('s', 0.045);
  expect(purse.spentUsd).toBeCloseTo(0.045, 9);
});

test('it never takes more than its ceiling, nor less where its length cannot be read', () => {
  const long = new Purse(10);
  connected(long).isOpen = false;
  long.streams.settleEnded(900_000);
  expect(long.spentUsd).toBe(6);
  const unread = new Purse(10);
  connected(unread, 6, 0).isOpen = false;
  unread.streams.settleEnded(1_000);
  expect(unread.spentUsd).toBe(6);
});
