/** A million calls made at random, by as many processes as there are cores. */
import { expect, test } from 'vitest';
import { onEachCore } from '../engine/simulation/on-each-core.case.ts';
import { seedsTo } from '../engine/simulation/replay.case.ts';
import type { Tally } from './random-bodies.case.ts';

const rounds = 100;
const callsEach = 10_000;
/** A mock for each seed. */
const script = new URL('./random-bodies.case.ts', import.meta.url);

test('1,000,000 calls made at random get documented answers, and refusals move no money', async () => {
  const seeds = seedsTo(rounds);
  let [calls, successes] = [0, 0];
  for (const told of await onEachCore<Tally>(script, [callsEach], seeds))
    [calls, successes] = [calls + told.calls, successes + told.successes];
  process.stdout.write(`random calls: ${calls}, of which successes: ${successes}\n`);
  expect(calls).toBe(seeds.length * callsEach);
});
