/**
 * `npm run zoo`: shows every defect and every lawful variant to the judge, and prints how many it catches and whether it ever cries wolf.
 * A defect meets the checks that name its clause and a tenth of the rest, a variant all checks with few random cases; `-- --full` shows everything to all checks.
 * `-- --only WORD` takes those whose name begins so; `-- --seed N` makes other draws; `-- --write` writes the tables into the README.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { allChecks } from '../checks.ts';
import { allDefects } from '../defects.ts';
import { figuresOf, shortcomings, tablesOf } from './figures.ts';
import { dear, tasks } from './tasks.ts';
import type { DefectTrial } from './try-defect.ts';
import type { VariantTrial } from './try-variant.ts';
import { allVariants } from './variants.ts';
import { performAll } from './workers.ts';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const variants = allVariants(values.full);
const nameOf = ({ kind, index }: { kind: 'defect' | 'variant'; index: number }): string =>
  (kind === 'defect' ? allDefects[index]?.id : variants[index]?.name) ?? '';

const isWhole = values.only === undefined;
const plan = { full: values.full, seed: Number(values.seed) };
const chosen = tasks(plan).filter((task) => isWhole || nameOf(task).startsWith(values.only ?? ''));
const defectTrials: DefectTrial[] = [];
const variantTrials: VariantTrial[] = [];
const started = performance.now();
await performAll(
  chosen,
  // Much of it is waiting for what never comes.
  2 * Math.max(2, availableParallelism()),
  (done, left) => {
    if (done.kind === 'defect') defectTrials.push(done.trial);
    else variantTrials.push(done.trial);
    if (process.stderr.isTTY) process.stderr.write(`\r${left} left   `);
  },
);
if (process.stderr.isTTY) process.stderr.write('\r');

const figures = figuresOf(allDefects, defectTrials, variantTrials, isWhole ? allChecks : []);
const shown = values.full
  ? 'Each defect and each server was shown to every check.'
  : `Each defect was shown to the checks that name its clause and to a tenth of the others, in turn; each server to all checks with few cases, but of the ${dear.length} dearest to one in turn.`;
const tables = tablesOf(figures, allChecks, shown);
process.stdout.write(`${tables}\n\n`);
for (const { id, findings } of figures.misattributed) {
  process.stdout.write(
    `seen under another clause: ${id} by ${findings.map(({ check, clause }) => `${check} (${clause})`).join(', ')}\n`,
  );
}
const tookSeconds = Math.round((performance.now() - started) / 1_000);
process.stdout.write(`${tookSeconds} s on ${availableParallelism()} cores\n`);

const readme = new URL('../README.md', import.meta.url);
const [begin, end] = ['<!-- zoo -->', '<!-- /zoo -->'];
const before = readFileSync(readme, 'utf8');
const after = `${before.slice(0, before.indexOf(begin) + begin.length)}\n\n${tables}\n\n${before.slice(before.indexOf(end))}`;
const isWritten = values.write && isWhole;
if (isWritten) writeFileSync(readme, after);

const faults = [
  // Of a part nothing is promised.
  ...shortcomings(figures).filter((fault) => isWhole || !fault.endsWith('promised')),
  ...(isWhole && !values.full && plan.seed === 1 && !isWritten && after !== before
    ? ['contract-tests/README.md has other figures: npm run zoo -- --write']
    : []),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
