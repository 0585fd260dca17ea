/**
 * Judges what the tests have covered: `npm run coverage`. Vitest counts, and its own thresholds could not tell an assertion, which no test
 * can reach unless the mock is wrong, from a branch that a caller can take.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Counted, type Uncovered, uncoveredIn } from './coverage/branches.ts';
import { groupOf, groups } from './coverage/groups.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const counted = JSON.parse(readFileSync(`${root}coverage/coverage-final.json`, 'utf8')) as Record<string, Counted>;

const sums = new Map(groups.map(({ name }) => [name, { branches: 0, uncovered: [] as string[] }]));
for (const [file, facts] of Object.entries(counted)) {
  const path = file.slice(root.length);
  const sum = sums.get(groupOf(path).name);
  if (sum === undefined) throw new Error(`${path} belongs to a group that is not in scripts/coverage/groups.ts`);
  const { branches, uncovered } = uncoveredIn(facts, readFileSync(file, 'utf8'));
  sum.branches += branches;
  sum.uncovered.push(...uncovered.map(({ line, kind, text }: Uncovered) => `  ${path}:${line} ${kind}: ${text}`));
}

for (const { name, percent } of groups) {
  const { branches, uncovered } = sums.get(name) ?? { branches: 0, uncovered: [] };
  const reached = (100 * (branches - uncovered.length)) / branches;
  const isEnough = branches > 0 && reached >= percent;
  console.log(`${name}: ${reached.toFixed(2)} % of ${branches} branches, ${percent} % asked for`);
  if (isEnough && process.env['ALL'] === undefined) continue;
  console.log(uncovered.join('\n'));
  if (!isEnough) process.exitCode = 1;
}
