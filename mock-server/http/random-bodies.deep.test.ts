import { expect, test } from 'vitest';
import { randomCalls, type Tally } from './random-bodies.case.ts';

const rounds = 25;
const callsEach = 10_000;

test('250,000 calls made at random get documented answers, and refusals move no money', async () => {
  const tallies: Tally[] = [];
  // A mock for each round, with the seed of the round.
  for (let seed = 1; seed <= rounds; seed++) tallies.push(await randomCalls(callsEach, seed));
  const sum = (pick: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + pick(tally), 0);
  const calls = sum((tally) => tally.calls);
  process.stdout.write(`random calls: ${calls}, of which successes: ${sum((tally) => tally.successes)}\n`);
  expect(calls).toBe(rounds * callsEach);
});
