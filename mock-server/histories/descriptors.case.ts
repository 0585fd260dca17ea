/** A process that plays histories and counts its own descriptors before and after: started by `apart.case.ts`, to which it tells them. */
import { readdir, readlink } from 'node:fs/promises';
import * as fc from 'fast-check';
import { runHistory } from './history.case.ts';
import { programOf } from './programs.case.ts';

export type Counted = { readonly first: readonly string[]; readonly last: readonly string[] };

const [count = '10'] = process.argv.slice(2);

/** What they lead to, without the numbers of sockets and pipes. */
const descriptors = async (): Promise<string[]> => {
  const open = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets
    .map((target) => target.replace(/\[\d+\]/, ''))
    .filter(Boolean)
    .sort();
};

const programs = fc.sample(programOf(20), { numRuns: Number(count) + 2, seed: 11 });
// What is loaded when it is first needed stays: that is no leak.
for (const program of programs.slice(0, 2)) await runHistory(program);
const first = await descriptors();
for (const program of programs.slice(2)) await runHistory(program);
process.send?.({ first, last: await descriptors() } satisfies Counted);
