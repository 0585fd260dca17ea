/** Who may import whom, and who may read the clock. The table is the project's map: a new wall is a change of this file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { codeOf, computed, importsOf } from './scripts/imports.ts';

/**
 * A zone is the files below `folder` (or that one file) that no longer entry claims. It may import itself and what `may`
 * lists: a file, a folder (with its slash), a package, or `node:` for all of Node. With `packages: 'any'` every package.
 */
type Zone = { readonly folder: string; readonly may: readonly string[]; readonly packages?: 'any' };

const inner = ['mock-server/domain/', 'spec/'];
const outer = ['mock-server/engine/', 'mock-server/domain/', 'mock-server/store/', 'mock-server/faults/', 'spec/'];
const composed = ['http/', 'sockets/', 'webhooks/', 'media/', 'control/', 'console/', 'reference/'].map(
  (name) => `mock-server/${name}`,
);

const zones: readonly Zone[] = [
  { folder: 'spec/', may: ['typebox', 'openapi3-ts'] },
  { folder: 'spec/write.ts', may: ['spec/', 'node:'] },
  {
    folder: 'fixtures/',
    may: ['spec/', '@faker-js/faker', 'node:fs', 'node:path', 'node:url', 'node:zlib', 'node:crypto', 'node:buffer'],
  },
  { folder: 'scenarios/', may: ['spec/', 'fixtures/', 'node:', 'typebox', 'yaml'] },

  { folder: 'mock-server/domain/', may: ['spec/'] },
  { folder: 'mock-server/engine/', may: [...inner, 'mock-server/store/store.ts', 'node:crypto', 'node:timers'] },
  { folder: 'mock-server/store/', may: [...inner, 'node:'], packages: 'any' },
  { folder: 'mock-server/faults/', may: inner },
  ...composed.map((folder): Zone => ({ folder, may: [...outer, 'node:'], packages: 'any' })),
  // Handed in as values everywhere else: only where the parts are put together are fixtures and stories imported.
  {
    folder: 'mock-server/',
    may: [...outer, ...composed, 'fixtures/', 'scenarios/', 'contract-tests/conduct/', 'package.json', 'node:'],
    packages: 'any',
  },
  {
    folder: 'mock-server/cli/',
    may: ['mock-server/', 'contract-tests/', 'spec/', 'fixtures/', 'scenarios/', 'package.json', 'node:'],
    packages: 'any',
  },

  {
    folder: 'contract-tests/',
    may: ['contract-tests/conduct/', 'contract-tests/targets/', 'spec/', 'fixtures/', 'scenarios/', 'node:'],
    packages: 'any',
  },
  { folder: 'contract-tests/conduct/', may: ['spec/'] },
  // No judge: what a user's test suite works with, which is a mock, and for clients the judge of their conduct.
  {
    folder: 'contract-tests/suite/',
    may: [
      'contract-tests/conduct/',
      'contract-tests/conduct-report/',
      // What claims are, how they are judged, and how that is told.
      'scenarios/',
      'contract-tests/scenario/text.ts',
      'spec/',
      'mock-server/index.ts',
      'package.json',
      'node:',
    ],
    packages: 'any',
  },
  { folder: 'contract-tests/testing.ts', may: ['contract-tests/suite/', 'mock-server/index.ts'] },
  { folder: 'contract-tests/vitest.ts', may: ['contract-tests/', 'spec/'], packages: 'any' },
  { folder: 'contract-tests/targets/mock.ts', may: ['contract-tests/', 'spec/', 'mock-server/index.ts'] },
  { folder: 'contract-tests/targets/mock-control.ts', may: ['contract-tests/', 'spec/', 'mock-server/index.ts'] },
];

/** Borders crossed on purpose: these very files, for these reasons. */
const borrowed: { readonly [from: string]: readonly string[] } = {
  // The control API is routed by the service's router and reads its bodies as strictly.
  'mock-server/control/': [
    'mock-server/http/router.ts',
    'mock-server/http/read-body.ts',
    'mock-server/http/validate.ts',
  ],
};

/** Files outside engine/ that may read the clock or draw: none so far. Transport timers (setTimeout) are not meant here. */
const ambientAllowed: readonly string[] = [];

const sourceFolders = ['spec', 'fixtures', 'scenarios', 'mock-server', 'contract-tests'];
const isTest = (file: string): boolean => /\.(test|case)\.tsx?$/.test(file);
const sources = sourceFolders.flatMap(filesBelow).filter((file) => !isTest(file));

test('every import keeps the directions of the table', () => {
  expect(sources.flatMap((file) => wrongImports(file, read(file)))).toEqual([]);
});

test('outside engine/ the mock reads no clock and draws no chance', () => {
  expect(sources.flatMap((file) => ambient(file, read(file)))).toEqual([]);
});

test('no source buffers an upload with parseBody (B5)', () => {
  expect(sources.filter((file) => read(file).includes('parseBody'))).toEqual([]);
});

test('every folder with sources belongs to a zone', () => {
  expect(sources.filter((file) => zoneOf(file) === undefined)).toEqual([]);
});

test.each([
  ['mock-server/domain/jobs.ts', `import { readFile } from 'node:fs/promises';`],
  ['mock-server/domain/jobs.ts', `import { now } from '../engine/clock.ts';`],
  ['mock-server/domain/jobs.ts', `import type { Store } from '../store/store.ts';`],
  ['mock-server/domain/jobs.ts', `import { Type } from 'typebox';`],
  ['mock-server/engine/loop.ts', `import { memoryStore } from '../store/memory.ts';`],
  ['mock-server/engine/loop.ts', `import { respond } from '../http/respond.ts';`],
  ['mock-server/faults/request.ts', `const { app } = await import("../http/app.ts");`],
  ['mock-server/http/app.ts', `export * from '../sockets/voice.ts';`],
  ['mock-server/http/app.ts', `import '../control/app.ts';`],
  ['mock-server/http/app.ts', `import { createMock } from '../compose.ts';`],
  ['mock-server/http/app.ts', `import { voices } from '../../fixtures/voices.ts';`],
  ['mock-server/control/app.ts', `import { respond } from '../http/respond.ts';`],
  ['mock-server/compose.ts', `import { main } from './cli/main.ts';`],
  ['mock-server/compose.ts', `import { runner } from '../contract-tests/runner.ts';`],
  ['contract-tests/runner.ts', `import {\n  type A,\n  b as c,\n} from '../mock-server/index.ts';`],
  ['contract-tests/targets/mock.ts', `import { engine } from '../../mock-server/engine/engine.ts';`],
  ['contract-tests/conduct/judge.ts', `import { verdict } from '../verdict.ts';`],
  ['contract-tests/conduct/judge.ts', `import { request } from 'node:http';`],
  ['spec/jobs.ts', `import { voices } from '../fixtures/voices.ts';`],
  ['spec/jobs.ts', `export const read = () => require('node:fs');`],
  ['spec/jobs.ts', `type Mock = import('../mock-server/index.ts').Mock;`],
  ['fixtures/media.ts', `import { createServer } from 'node:http';`],
  ['scenarios/load.ts', `export { createMock } from '../mock-server/index.ts'`],
  ['scenarios/load.ts', 'await import(`../mock-server/${name}.ts`);'],
])('a violation is seen: %s with %s', (file, source) => {
  expect(wrongImports(file, source)).toHaveLength(1);
});

test.each([
  ['mock-server/domain/jobs.ts', `import { limits } from '../../spec/limits.ts';\nimport { add } from './money.ts';`],
  [
    'mock-server/domain/jobs.ts',
    `// import { a } from 'node:fs';\n/* import 'node:fs'; */ const url = 'http://a//b'; /'/.test(url);`,
  ],
  ['mock-server/domain/jobs.ts', 'const text = `\nimport { a } from "node:fs";\n`;'],
  ['mock-server/engine/loop.ts', `import type { Store } from '../store/store.ts';`],
  ['mock-server/control/app.ts', `import { router } from '../http/router.ts';`],
  ['mock-server/compose.ts', `import { judge } from '../contract-tests/conduct/judge.ts';`],
  ['mock-server/cli/test.ts', `const { runner } = await import('../../contract-tests/runner.ts');`],
  ['contract-tests/targets/mock.ts', `import { createMock } from '../../mock-server/index.ts';`],
  ['spec/openapi.ts', `import { OpenApiBuilder } from 'openapi3-ts/oas31';`],
])('what is allowed passes: %s with %s', (file, source) => {
  expect(wrongImports(file, source)).toEqual([]);
});

test.each([
  'const at = Date.now();',
  'const at = new Date();',
  'const at = new Date;',
  'const at = `${Date.now()}`;',
  'const at = performance.now();',
  'const now = Date.now;',
  'const draw = Math.random();',
  'const id = crypto.randomUUID();',
  `import { randomBytes } from 'node:crypto';`,
])('a read of the clock or a draw is seen: %s', (source) => {
  expect(ambient('mock-server/http/app.ts', source)).toHaveLength(1);
  expect(ambient('mock-server/engine/clock.ts', source)).toEqual([]);
});

test('a date that is computed from an argument is no read of the clock', () => {
  expect(
    ambient('mock-server/http/present.ts', `// not Date.now()\nnew Date(at).toISOString(); 'Date.now()';`),
  ).toEqual([]);
});

function wrongImports(file: string, source: string): string[] {
  const zone = zoneOf(file);
  return importsOf(source)
    .map((specifier) => (specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier))
    .filter((target) => zone === undefined || !allowed(zone, target))
    .map((target) => `${file} imports ${target}`);
}

function allowed(zone: Zone, target: string): boolean {
  const isFile =
    sourceFolders.includes(target.split('/')[0] ?? '') || target.startsWith('..') || target === 'package.json';
  if (isFile && zoneOf(target) === zone) return true;
  if (zone.packages === 'any' && !isFile && !target.startsWith('node:') && target !== computed) return true;
  return [...zone.may, ...(borrowed[zone.folder] ?? [])].some((name) => covers(name, target));
}

/** A file or package covers itself and what is below it; a name that ends in `/` or `:` covers what begins with it. */
const covers = (name: string, target: string): boolean =>
  target === name || target.startsWith(/[/:]$/.test(name) ? name : `${name}/`);

/** The zone with the longest folder that holds the file. */
function zoneOf(file: string): Zone | undefined {
  return zones.filter(({ folder }) => file.startsWith(folder)).sort((a, b) => b.folder.length - a.folder.length)[0];
}

function ambient(file: string, source: string): string[] {
  if (!file.startsWith('mock-server/') || file.startsWith('mock-server/engine/') || ambientAllowed.includes(file))
    return [];
  const found = codeOf(source).match(
    /\bDate\.now\b|\bnew Date\s*(?:\(\s*\)|(?!\s*\()(?![\w$]))|\bMath\.random\b|\bperformance\.now\b|\brandom(?:UUID|Bytes|Int|FillSync)\b|\bgetRandomValues\b/g,
  );
  return (found ?? []).map((word) => `${file} uses ${word}`);
}

function filesBelow(folder: string): string[] {
  if (!existsSync(new URL(`${folder}/`, import.meta.url))) return [];
  const entries = readdirSync(new URL(`${folder}/`, import.meta.url), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) =>
      posix.relative(fileURLToPath(new URL('.', import.meta.url)), posix.join(entry.parentPath, entry.name)),
    );
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
