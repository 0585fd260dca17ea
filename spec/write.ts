/** Writes the documents that are generated from the code; with --check it only says whether they are up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildAsyncapi } from './asyncapi.ts';
import { clauseList } from './clauses.ts';
import { gapList } from './gaps.ts';
import { buildOpenapi } from './openapi.ts';
import { clausesMarkdown, gapsMarkdown } from './pages/contract-markdown.ts';

const json = (build: () => unknown) => (): string => `${JSON.stringify(build(), null, 2)}\n`;

/** By their place in the repository. */
const documents: { readonly [name: string]: () => string } = {
  'spec/openapi.json': json(buildOpenapi),
  'spec/asyncapi.json': json(buildAsyncapi),
  'spec/clauses.json': json(() => clauseList),
  'spec/gaps.json': json(() => gapList),
  'docs/clauses.md': clausesMarkdown,
  'docs/gaps.md': gapsMarkdown,
};

const check = process.argv.includes('--check');
const stale: string[] = [];

for (const [name, build] of Object.entries(documents)) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const text = build();
  if (textOf(file) === text) continue;
  stale.push(name);
  if (!check) writeFileSync(file, text);
}

if (check && stale.length > 0) {
  console.error(`Not what the code says: ${stale.join(', ')}. Run "npm run spec" and commit what it writes.`);
  process.exitCode = 1;
} else if (!check) {
  console.log(stale.length === 0 ? 'Up to date.' : `Written: ${stale.join(', ')}.`);
}

/** A document that was never written is as stale as one that differs. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
