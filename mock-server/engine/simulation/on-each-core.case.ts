/** A script that draws from seeds, in as many processes as there are cores: each has its share of them, and prints lines of JSON. */
import { availableParallelism } from 'node:os';
import { expect } from 'vitest';
import { launch } from '../../cli/launch.case.ts';
import type { Spent } from './line-for-each-seed.case.ts';
import { withSeed } from './replay.case.ts';
import { scriptAsModules } from './script-as-modules.case.ts';

type Failed = { readonly seed: number; readonly failure: string };

/**
 * Fails as the first of the seeds whose line tells of a failure. Prints what all of it took of the processors.
 *
 * @param script its arguments are these, and then its seeds
 * @returns what the lines of the seeds tell
 */
export const onEachCore = async <Told extends object>(
  script: URL,
  args: readonly number[],
  seeds: readonly number[],
): Promise<Told[]> => {
  const cores = Math.min(seeds.length, availableParallelism());
  const shares = Array.from({ length: cores }, (_, core) => seeds.filter((_seed, index) => index % cores === core));
  const lines = await linesOfAll(
    script,
    shares.map((share) => [...args, ...share]),
  );
  const told: Told[] = [];
  let cpuMs = 0;
  for (const line of lines) {
    const one = JSON.parse(line) as Told | Failed | Spent;
    if ('failure' in one) await withSeed(one.seed, () => Promise.reject(new Error(one.failure)));
    else if ('cpuMs' in one) cpuMs += one.cpuMs;
    else told.push(one);
  }
  process.stdout.write(`${(cpuMs / 1000).toFixed(1)} s of processors\n`);
  return told;
};

const linesOfAll = async (script: URL, starts: readonly (readonly number[])[]): Promise<string[]> => {
  const { file, remove } = await scriptAsModules(script);
  try {
    return (await Promise.all(starts.map((args) => linesOf(file, args)))).flat();
  } finally {
    await remove();
  }
};

const linesOf = async (file: string, args: readonly number[]): Promise<string[]> => {
  // Each has one core: no other thread clears up memory for it. And what is slow to be found, as a host of no name is, keeps no file waiting.
  const start = launch(process.execPath, ['--single-threaded-gc', file, ...args.map(String)], {
    env: { UV_THREADPOOL_SIZE: '24' },
  });
  const { stdout, stderr } = await start.ended;
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
};
