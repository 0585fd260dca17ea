/**
 * `npm run bench`: measures, prints a table and what has changed since the last committed results, and writes results.json and
 * results.md beside this file. What can be asked for is in README.md.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs, promisify } from 'node:util';
import { accounts } from './accounts.ts';
import { clock } from './clock.ts';
import { changesBetween, tableOfChanges } from './compare.ts';
import { deliveries } from './deliveries.ts';
import { type Figure, isMet, tableOf } from './figure.ts';
import { growth } from './growth.ts';
import { keys } from './keys.ts';
import { isQuick } from './median.ts';
import { others } from './others.ts';
import { root } from './peer.ts';
import { profile } from './profile.ts';
import { races } from './races.ts';
import { restart } from './restart.ts';
import { simulation } from './simulation.ts';
import { sockets } from './sockets.ts';
import { startUp } from './start-up.ts';
import { stores } from './stores.ts';
import { throughput } from './throughput.ts';
import { upload } from './upload.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    long: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    prism: { type: 'string' },
    mockoon: { type: 'string' },
  },
});

const benches = {
  'start-up': startUp,
  throughput,
  stores,
  upload,
  growth,
  accounts,
  restart,
  races,
  sockets,
  deliveries,
  clock,
  simulation,
  keys,
  others: () =>
    others({ ...(values.prism && { prism: values.prism }), ...(values.mockoon && { mockoon: values.mockoon }) }),
} as const;
type Bench = keyof typeof benches;
type Figures = { readonly [bench in Bench]?: readonly Figure[] };
type Results = { readonly machine: string; readonly figures: Figures };

/** Minutes each, so only where they are asked for. */
const long: readonly Bench[] = ['restart'];

const names = Object.keys(benches) as Bench[];
const results = new URL('results.json', import.meta.url);
const table = new URL('results.md', import.meta.url);

const measure = async (): Promise<void> => {
  const machine = `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const committed = (await committedResults())?.figures ?? {};
  const measured: { [bench in Bench]?: readonly Figure[] } = {};
  for (const bench of chosen()) {
    process.stderr.write(`${bench} ...`);
    const from = performance.now();
    measured[bench] = await benches[bench]();
    process.stderr.write(` ${Math.round((performance.now() - from) / 1000)} s\n`);
  }
  const figures = { ...(await lastResults())?.figures, ...measured };
  if (!isQuick) {
    await writeFile(results, `${JSON.stringify({ machine, figures } satisfies Results, undefined, 2)}\n`);
    await writeFile(table, `${machine}\n\n${tableOf(inOrder(figures))}\n`);
  }
  const changes = names.flatMap((bench) => changesBetween(committed[bench] ?? [], measured[bench] ?? []));
  console.log(`${tableOf(inOrder(measured))}\n\nSince the last committed results:\n\n${tableOfChanges(changes)}`);
  process.exitCode = inOrder(measured).every((figure) => isMet(figure) !== false) ? 0 : 1;
};

const chosen = (): Bench[] => {
  if (values.only === undefined) return names.filter((bench) => values.long || !long.includes(bench));
  return values.only.map((name) => {
    const known = names.find((bench) => bench === name);
    if (known === undefined) throw new Error(`there is no bench ${name}: choose ${names.join(', ')}`);
    return known;
  });
};

/** Whatever was measured last. */
const inOrder = (figures: Figures): Figure[] => names.flatMap((bench) => figures[bench] ?? []);

const lastResults = (): Promise<Results | undefined> =>
  readFile(results, 'utf8').then(
    (text) => JSON.parse(text) as Results,
    () => undefined,
  );

/** Those beside this file, where there is no git. */
const committedResults = async (): Promise<Results | undefined> => {
  try {
    const { stdout } = await promisify(execFile)('git', ['show', 'HEAD:bench/results.json'], { cwd: root });
    return JSON.parse(stdout) as Results;
  } catch {
    return lastResults();
  }
};

if (values.profile) console.log(await profile());
else await measure();
