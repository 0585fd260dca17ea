/** A million calls made at random, by as many processes as there are cores. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { launch } from '../cli/launch.case.ts';
import { seedsTo, withSeed } from '../engine/simulation/replay.case.ts';
import type { Tally } from './random-bodies.case.ts';

const rounds = 100;
const callsEach = 10_000;
const script = fileURLToPath(new URL('./random-bodies.case.ts', import.meta.url));

/** A mock for each seed. */
const inProcess = async (seeds: readonly number[]): Promise<Told[]> => {
  const args = ['--import', 'tsx', script, ...[callsEach, ...seeds].map(String)];
  const { stdout, stderr } = await launch(process.execPath, args).ended;
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Told);
};
type Told = Tally | { readonly seed: number; readonly failure: string };

test('1,000,000 calls made at random get documented answers, and refusals move no money', async () => {
  const seeds = seedsTo(rounds);
  const cores = Math.min(seeds.length, availableParallelism());
  const shares = Array.from({ length: cores }, (_, core) => seeds.filter((_seed, index) => index % cores === core));
  let [calls, successes] = [0, 0];
  for (const told of (await Promise.all(shares.map(inProcess))).flat()) {
    if ('failure' in told) await withSeed(told.seed, () => Promise.reject(new Error(told.failure)));
    else [calls, successes] = [calls + told.calls, successes + told.successes];
  }
  process.stdout.write(`random calls: ${calls}, of which successes: ${successes}\n`);
  expect(calls).toBe(seeds.length * callsEach);
});
