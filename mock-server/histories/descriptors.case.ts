/** A process that plays histories and counts its own descriptors and memory on the way: started by `apart.case.ts`, to which it tells them. */
import { readdir, readlink } from 'node:fs/promises';
import * as fc from 'fast-check';
import { mediumPath } from '../../fixtures/media.ts';
import { describeMedia } from '../media/reader-process.ts';
import { runHistory } from './history.case.ts';
import { programOf } from './programs.case.ts';

export type Counted = {
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** Bytes of live objects after a third of the histories, which warm up, and after all: so in between there are twice as many. */
  readonly heap: readonly [warm: number, end: number];
  /** Bytes that the system counts as resident, at the same moments. */
  readonly resident: readonly [warm: number, end: number];
};

const [count = '10'] = process.argv.slice(2);

/** What they lead to, without the numbers of sockets and pipes. */
const descriptors = async (): Promise<string[]> => {
  // The process that reads media comes and goes with what is uploaded: at each look it is there.
  await describeMedia(mediumPath('speech.mp3'));
  const open = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets
    .map((target) => target.replace(/\[\d+\]/, ''))
    .filter(Boolean)
    .sort();
};

/** What nothing refers to any more is collected first: what is left is kept by somebody. */
async function settledBytes(): Promise<{ readonly live: number; readonly resident: number }> {
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { live: heapUsed + external, resident: rss };
}

const programs = fc.sample(programOf(20), { numRuns: Number(count) + 2, seed: 11 });
// What is loaded when it is first needed stays: that is no leak.
for (const program of programs.slice(0, 2)) await runHistory(program);
const first = await descriptors();
const warm = 2 + Math.ceil(Number(count) / 3);
for (const program of programs.slice(2, warm)) await runHistory(program);
const before = await settledBytes();
for (const program of programs.slice(warm)) await runHistory(program);
const last = await descriptors();
const after = await settledBytes();
process.send?.({
  first,
  last,
  heap: [before.live, after.live],
  resident: [before.resident, after.resident],
} satisfies Counted);
