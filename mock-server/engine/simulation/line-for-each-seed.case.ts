/** What on-each-core.case.ts starts: a file that, run as a script, draws from each seed among its arguments and prints a line of JSON for it. */
import { pathToFileURL } from 'node:url';
import { wordsOf } from './wording.case.ts';

/** What the whole script took of a processor, its start among it: the last line. */
export type Spent = { readonly cpuMs: number };

/**
 * Does nothing where the file is imported.
 *
 * @param url of the file
 * @param count of the numbers that stand before the seeds
 * @param draw is given a seed and those numbers
 * @param atOnce how many seeds are drawn from beside each other: more than one, where they wait for a disk
 */
export const lineForEachSeed = async (
  url: string,
  count: number,
  draw: (seed: number, ...numbers: readonly number[]) => Promise<object>,
  atOnce = 1,
): Promise<void> => {
  if (pathToFileURL(process.argv[1] ?? '').href !== url) return;
  const args = process.argv.slice(2).map(Number);
  const seeds = args.slice(count).values();
  const drawAll = async (): Promise<void> => {
    for (const seed of seeds)
      print(await draw(seed, ...args.slice(0, count)).catch((error: unknown) => ({ seed, failure: wordsOf(error) })));
  };
  await Promise.all(Array.from({ length: atOnce }, drawAll));
  const { user, system } = process.cpuUsage();
  print({ cpuMs: Math.round((user + system) / 1000) } satisfies Spent);
};

const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
