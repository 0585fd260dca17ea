/** `npm run bench [-- --only growth]`: measures, prints a table, and writes results.json and results.md beside this file. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { clock } from './clock.ts';
import { deliveries } from './deliveries.ts';
import { type Figure, isMet, tableOf } from './figure.ts';
import { growth } from './growth.ts';
import { races } from './races.ts';
import { sockets } from './sockets.ts';
import { startUp } from './start-up.ts';
import { throughput } from './throughput.ts';
import { upload } from './upload.ts';

const benches = { 'start-up': startUp, throughput, upload, growth, races, sockets, deliveries, clock } as const;
type Bench = keyof typeof benches;

type Results = { readonly machine: string; readonly figures: { readonly [bench in Bench]?: readonly Figure[] } };

const names = Object.keys(benches) as Bench[];
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: names } } });
const chosen = values.only.map((name) => {
  const known = names.find((bench) => bench === name);
  if (known === undefined) throw new Error(`there is no bench ${name}: choose ${names.join(', ')}`);
  return known;
});

const results = new URL('results.json', import.meta.url);
const table = new URL('results.md', import.meta.url);

const machine = `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const before = await readFile(results, 'utf8').then(
  (text) => JSON.parse(text) as Results,
  () => undefined,
);
const figures: { [bench in Bench]?: readonly Figure[] } = { ...before?.figures };
for (const bench of chosen) {
  process.stderr.write(`${bench} ...\n`);
  figures[bench] = await benches[bench]();
}
// In their order, whatever was measured last.
const all = names.flatMap((bench) => figures[bench] ?? []);
const measured: Results = { machine, figures };
await writeFile(results, `${JSON.stringify(measured, undefined, 2)}\n`);
await writeFile(table, `${machine}\n\n${tableOf(all)}\n`);
console.log(tableOf(chosen.flatMap((bench) => figures[bench] ?? [])));
process.exitCode = all.every((figure) => isMet(figure) !== false) ? 0 : 1;
