/**
 * `npm run zoo`: shows every defect and every lawful variant to the judge, and prints how many it catches and whether it ever cries wolf.
 * A defect meets the checks that name its clause and a tenth of the rest, a variant all checks with few random cases; `-- --full` shows everything to all checks.
 * `-- --only WORD` takes those whose name begins so; `-- --seed N` makes other draws; `-- --write` writes the tables into the README, and the power of each clause into power/power.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { allChecks } from '../checks.ts';
import { allDefects } from '../defects.ts';
import { bundledWorker } from './bundled.ts';
import { type Figures, figuresOf, shortcomings, tablesOf } from './figures.ts';
import { powerFile, powerOf } from './power-file.ts';
import { type Task, closerLooks, dear, tasks } from './tasks.ts';
import { type DefectTrial, together } from './try-defect.ts';
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
const nameOf = ({ kind, index }: Task): string =>
  (kind === 'variant' ? variants[index]?.name : allDefects[index]?.id) ?? '';

const isWhole = values.only === undefined;
const plan = { full: values.full, seed: Number(values.seed) };
const chosen = tasks(plan).filter((task) => isWhole || nameOf(task).startsWith(values.only ?? ''));
const defectTrials = new Map<string, DefectTrial>();
const variantTrials: VariantTrial[] = [];
const started = performance.now();
const { file, remove } = await bundledWorker();
const look = (some: readonly Task[]): Promise<void> =>
  performAll(
    file,
    some,
    // Half of it is waiting for what never comes.
    3 * Math.max(2, availableParallelism()),
    (done, left) => {
      if (done.kind === 'variant') variantTrials.push(done.trial);
      else {
        const { trial } = done;
        const before = defectTrials.get(trial.id);
        defectTrials.set(trial.id, before === undefined ? trial : together(before, trial));
      }
      if (process.stderr.isTTY) process.stderr.write(`\r${left} left   `);
    },
  );
const found = (): Figures => figuresOf(allDefects, [...defectTrials.values()], variantTrials, isWhole ? allChecks : []);
try {
  await look(chosen);
  const { neverRed } = found();
  // What no defect turned red with few cases, one may with more.
  const unseen = allChecks.filter(({ id }) => neverRed.includes(id));
  if (unseen.length > 0) await look(closerLooks(plan, unseen));
} finally {
  await remove();
}
if (process.stderr.isTTY) process.stderr.write('\r');

const figures = found();
const shown = values.full
  ? 'Each defect and each server was shown to every check.'
  : `Each defect was shown to the checks that name its clause and to a tenth of the others, in turn; each server to all checks of the profile standard, but of the ${dear.length} dearest to one in turn. They tried few cases, and more of a defect that was not seen.`;
const tables = tablesOf(figures, allChecks, shown);
process.stdout.write(`${tables}\n\n`);
for (const { id, findings } of figures.misattributed) {
  process.stdout.write(
    `seen under another clause: ${id} by ${findings.map(({ check, clause }) => `${check} (${clause})`).join(', ')}\n`,
  );
}
const tookSeconds = Math.round((performance.now() - started) / 1_000);
process.stdout.write(`${tookSeconds} s on ${availableParallelism()} cores\n`);

/** Files that hold figures, and how they are made from what they hold. */
const [begin, end] = ['<!-- zoo -->', '<!-- /zoo -->'];
const written = [
  {
    file: 'README.md',
    made: (before: string) =>
      `${before.slice(0, before.indexOf(begin) + begin.length)}\n\n${tables}\n\n${before.slice(before.indexOf(end))}`,
  },
  { file: 'power/power.ts', made: () => powerFile(powerOf(allDefects, [...defectTrials.values()])) },
].map(({ file, made }) => {
  const at = new URL(`../${file}`, import.meta.url);
  const before = readFileSync(at, 'utf8');
  return { file, at, before, after: made(before) };
});
const isWritten = values.write && isWhole;
if (isWritten) for (const { at, after } of written) writeFileSync(at, after);

const faults = [
  // Of a part nothing is promised.
  ...shortcomings(figures).filter((fault) => isWhole || !fault.endsWith('promised')),
  ...(isWhole && !values.full && plan.seed === 1 && !isWritten
    ? written
        .filter(({ before, after }) => after !== before)
        .map(({ file }) => `contract-tests/${file} has other figures: npm run zoo -- --write`)
    : []),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
