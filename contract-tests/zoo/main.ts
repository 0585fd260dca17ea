/**
 * `npm run zoo`: shows every defect and every lawful variant to the judge, and prints how many it catches and whether it ever cries wolf.
 * A defect meets the checks that name its clause and a tenth of the rest, a variant all checks with few random cases, those of the profile deep in turn; `-- --full` shows everything to all checks.
 * `-- --only WORD` takes those whose name begins so; `-- --seed N` makes other draws; `-- --write` writes the tables into the README, and the power of each clause into power/power.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { allChecks } from '../checks.ts';
import { allDefects } from '../defects.ts';
import { bundledWorker } from './bundled.ts';
import { type Figures, besideOf, figuresOf, shortcomings, tablesOf } from './figures.ts';
import { powerFile, powerOf } from './power-file.ts';
import { type Task, closerLooks, dear, deepEvery, tasks } from './tasks.ts';
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
    // Half of it is waiting for what never comes. Those that wait share a process: what it has learned of the code serves them all.
    { workers: Math.max(2, availableParallelism()), atOnce: 5 },
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
  : `Each defect was shown to the checks that name its clause and to a tenth of the others, in turn (the ${dear.length} dearest of them to a ${dear.length * 10}th of the defects each); each server to all checks of the profile standard, and one of ${deepEvery} to those of deep. They tried few cases, and more of a defect that was not seen.`;
const tables = tablesOf(figures, allChecks, shown);
const beside = besideOf(figures);
process.stdout.write(`${tables}\n\n${beside}\n\n`);
for (const { id, findings } of figures.misattributed) {
  process.stdout.write(
    `seen under another clause: ${id} by ${findings.map(({ check, clause }) => `${check} (${clause})`).join(', ')}\n`,
  );
}
for (const { id, elsewhere } of defectTrials.values()) {
  if (elsewhere.length === 0) continue;
  process.stdout.write(
    `red too with ${id}: ${elsewhere.map(({ check, clause }) => `${check} (${clause})`).join(', ')}\n`,
  );
}
for (const { id, asDeployment: { checks = [], caughtBy = [] } = {} } of defectTrials.values()) {
  const missed = checks.filter((check) => !caughtBy.includes(check));
  if (missed.length > 0) process.stdout.write(`not seen as a deployment: ${id} by ${missed.join(', ')}\n`);
}
const tookSeconds = Math.round((performance.now() - started) / 1_000);
process.stdout.write(`${tookSeconds} s on ${availableParallelism()} cores\n`);

/** Puts a text between two marks. */
const between = (mark: string, text: string, before: string): string => {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  return `${before.slice(0, before.indexOf(begin) + begin.length)}\n\n${text}\n\n${before.slice(before.indexOf(end))}`;
};

/** Files that hold figures, and how they are made from what they hold. */
const written = [
  {
    file: 'README.md',
    made: (before: string) => between('zoo', tables, before),
    madeAnew: (before: string) => between('beside', beside, before),
  },
  { file: 'power/power.ts', made: () => powerFile(powerOf(allDefects, [...defectTrials.values()])) },
].map(({ file, made, madeAnew = (text) => text }) => {
  const at = new URL(`../${file}`, import.meta.url);
  const before = readFileSync(at, 'utf8');
  const after = made(before);
  return { file, at, before, after, anew: madeAnew(after) };
});
const isWritten = values.write && isWhole;
if (isWritten) for (const { at, anew } of written) writeFileSync(at, anew);

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
