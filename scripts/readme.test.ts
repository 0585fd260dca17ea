/** What the documents say is so: tables, links, command lines, and the code that a reader may copy. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '../mock-server/catalogues.ts';
import { type Serving, launch, root, serve } from '../mock-server/cli/launch.case.ts';
import { clauses } from '../spec/clauses.ts';
import { faultsOf } from './commands.case.ts';
import { anchorsOf, blocksOf, commandsOf, documents, firstCells, linksOf, textOf } from './documents.case.ts';
import { isRunByLines } from './shown-commands.case.ts';
import { filesWithTables, withTables } from './readme.ts';

const readme = textOf('README.md');

let folder = '';
let mock: Serving;
beforeAll(async () => {
  // Started as the README says, but on a free port.
  mock = await serve([], { command: ['npm', 'start', '--silent', '--'] });
  folder = await mkdtemp(join(tmpdir(), 'readme-'));
  for (const name of ['fixtures', 'docs']) await symlink(join(root, name), join(folder, name));
  await copyFile(mock.readyFile, join(folder, 'ready.json'));
});
afterAll(async () => {
  await mock.stop();
  await rm(folder, { recursive: true });
});

test.each(filesWithTables)('the tables of %s are those of the code: else run "npx tsx scripts/readme.ts"', (name) => {
  const text = textOf(name);
  expect(text).toBe(withTables(name, text));
});

test('the table of the control API names every route, and no other', () => {
  const source = readFileSync(join(root, 'mock-server/control/routes.ts'), 'utf8');
  const mounted = [...source.matchAll(/method: '([A-Z]+)',\s*path: '([^']+)'/g)].map(
    ([, verb, path]) => `${verb} ${path}`,
  );
  const pages = ['', 'docs', 'docs/clauses', 'docs/gaps'];
  const open = [...pages, 'health', 'ca.pem', ...Object.keys(catalogues)].map((name) => `GET /${name}`);
  // Neither JSON nor held in memory, so they are not in the table of routes.
  const long = ['GET /snapshot', 'PUT /snapshot', 'GET /events'];
  const told = firstCells(textOf('docs/control-api.md'), '# Control API').flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, it]) => it),
  );
  expect(mounted.length).toBeGreaterThan(10);
  expect(new Set(told)).toEqual(new Set([...mounted, ...open, ...long]));
});

test('the table of the ready line names every key, in order', () => {
  const told = firstCells(textOf('docs/flags.md'), '## The ready line and the ready file').join().match(/\w+/g);
  expect(told).toEqual(Object.keys(mock.ready));
});

test('the figures of the README are those that were measured last', () => {
  const measured = textOf('bench/results.md');
  const [, startUp] = /^\| start to first 200.*?\| ([\d.]+) \| ratio/m.exec(measured) ?? [];
  const [, memory = ''] = /^\| memory at rest.*?\| ([\d.]+) \| [\d.]+ \| ours/m.exec(measured) ?? [];
  const [, get] = /^\| GET \/jobs\/\{id\}, requests\/s \| node:http .*?\| ([\d.]+) \| ratio/m.exec(measured) ?? [];
  const [, post] = /^\| POST \/avatar, requests\/s \| node:http .*?\| ([\d.]+) \| ratio/m.exec(measured) ?? [];
  const ours = (row: string): string | undefined =>
    new RegExp(`^\\| ${row}.*? \\| ([\\d.]+) \\|`, 'm').exec(readme)?.[1];
  expect([ours('start to the first'), ours('memory'), ours('`GET`'), ours('`POST`')]).toEqual([
    startUp,
    Number(memory).toFixed(0),
    get,
    post,
  ]);
});

/** Blocks that have a test of their own, by their file and language. */
const triedElsewhere: { readonly [file: string]: readonly string[] } = {
  // test-suite.deep.test.ts and workflows.test.ts
  'README.md': ['ts', 'yaml'],
  'docs/github.md': ['yaml'],
};

test.each(documents)('every block of %s is tried by a test, or says why not', (file) => {
  const untried = blocksOf(textOf(file)).filter(
    ({ language, run, notRun, code }) =>
      // Without a language it is a drawing, or what a command prints.
      !run &&
      notRun === undefined &&
      !['', 'text'].includes(language) &&
      !(language === 'sh' && isRunByLines(code)) &&
      !(triedElsewhere[file] ?? []).includes(language),
  );
  expect(untried.map(({ language, code }) => `${language}: ${code}`)).toEqual([]);
});

test('blocks that are marked to be run stand in documents of which a test runs them', () => {
  const marked = documents.filter((file) => blocksOf(textOf(file)).some(({ run }) => run));
  expect(marked).toEqual([
    'README.md',
    'docs/control-api.md',
    'docs/exec.md',
    'docs/test-suites.md',
    'docs/webhooks.md',
  ]);
});

test('every folder of the contract and of the mock that has much in it says where to begin', () => {
  const sources = ['spec', 'mock-server'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true, recursive: true }).filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts'),
    ),
  );
  // Folders of these are parts of them.
  const folders = sources.map(({ parentPath }) => relative(root, parentPath).split(sep).slice(0, 2).join('/'));
  const large = [...new Set(folders)].filter((folder) => folders.filter((other) => other === folder).length >= 5);
  expect(large.length).toBeGreaterThan(15);
  expect(large.filter((folder) => !documents.includes(`${folder}/README.md`))).toEqual([]);
});

test.each(documents)('every link of %s leads somewhere', (file) => {
  const broken = linksOf(textOf(file)).filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const place = path === '' ? join(root, file) : join(root, dirname(file), path);
    if (!existsSync(place) || (path.endsWith('/') && !statSync(place).isDirectory())) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(place, 'utf8')).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(documents.filter((file) => /^(docs\/|README)/.test(file)))(
  'every clause that %s names is a link to what it says',
  (file) => {
    const named = [...textOf(file).matchAll(/(?<!<\/a>)`([^`\n]+)`(?!\]\(clauses\.md#)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => Object.hasOwn(clauses, name))).toEqual([]);
  },
);

test.each(documents)('every command that %s names exists, with its flags', (file) => {
  expect(commandsOf(textOf(file)).flatMap(faultsOf)).toEqual([]);
});

test.each([
  ['understudy frobnicate --url x', 'understudy has no command frobnicate'],
  ['npm start -- --prot 0', 'start has no flag --prot'],
  ['npx understudy spec prices', 'spec has no document prices'],
  ['cd here && npm run tests', 'npm has no script tests'],
  ['sh docs/nothing.sh', 'there is no file docs/nothing.sh'],
])('a command that does not exist is seen: %s', (line, fault) => {
  expect(faultsOf(line)).toEqual([fault]);
});

test('the steps of the README work as they stand, one after the other', { timeout: 60_000 }, async () => {
  const blocks = ['README.md', 'docs/control-api.md']
    .flatMap((file) => blocksOf(textOf(file)))
    .filter(({ language, run }) => language === 'sh' && run);
  const steps = blocks.map(({ code }) => code).join('\n');
  const key = /UNDERSTUDY_API_KEY=(\S+)/.exec(steps)?.[1];
  expect(key).toBe(mock.ready.api_key);
  const here = steps.replaceAll('http://127.0.0.1:4870', new URL(mock.ready.base_url).origin);
  expect(here).not.toBe(steps);
  const { code, stdout, stderr } = await launch('/bin/bash', ['-euo', 'pipefail', '-c', here], { cwd: folder }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /succeeded\n.*"balance_usd":99\.964,.*"face-swap".*failed\n.*"code":"content_rejected".*"balance_usd":99\.964,/s,
  );
  expect(stdout).toContain('"account_id":"a2"');
  expect((await stat(join(folder, 'face-swap.mp4'))).size).toBeGreaterThan(10_000);
});

test('the examples in JavaScript work as they stand, from the built package', { timeout: 60_000 }, async () => {
  const blocks = blocksOf(readme).filter(({ language, run }) => language === 'js' && run);
  expect(blocks).toHaveLength(2);
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/face-voice-understudy'));
  for (const { code } of blocks) {
    await writeFile(join(folder, 'example.mjs'), code);
    expect(await launch(process.execPath, ['example.mjs'], { cwd: folder }).ended).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  }
});
