/** What the documents say is so: tables, links, command lines, and the code that a reader may copy. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '../mock-server/catalogues.ts';
import { documentNames } from '../mock-server/cli/documents.ts';
import { type Serving, launch, root, serve } from '../mock-server/cli/launch.case.ts';
import { program } from '../mock-server/cli/program.ts';
import { anchorsOf, blocksOf, commandsOf, documents, firstCells, linksOf, textOf } from './documents.case.ts';
import { filesWithTables, withTables } from './readme.ts';

const readme = textOf('README.md');
const manifest = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

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
  const open = ['health', 'ca.pem', ...Object.keys(catalogues)].map((name) => `GET /${name}`);
  // Neither JSON nor held in memory, so they are not in the table of routes.
  const long = ['GET /snapshot', 'PUT /snapshot'];
  const told = firstCells(readme, '## Control API').flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, it]) => it),
  );
  expect(mounted.length).toBeGreaterThan(10);
  expect(new Set(told)).toEqual(new Set([...mounted, ...open, ...long]));
});

test('the table of the ready line names every key, in order', () => {
  const told = firstCells(readme, '### The ready line and the ready file').join().match(/\w+/g);
  expect(told).toEqual(Object.keys(mock.ready));
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
  const blocks = blocksOf(readme).filter(({ language, run }) => language === 'sh' && run);
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

test('the example in process works as it stands, from the built package', { timeout: 60_000 }, async () => {
  const [block, ...more] = blocksOf(readme).filter(({ language, run }) => language === 'js' && run);
  expect(more).toEqual([]);
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/face-voice-understudy'));
  await writeFile(join(folder, 'example.mjs'), block?.code ?? 'throw new Error("it is gone")');
  expect(await launch(process.execPath, ['example.mjs'], { cwd: folder }).ended).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

/** What is wrong with the commands of a line; nothing, if none of them is ours. */
function faultsOf(line: string): string[] {
  return line.split(/&&|[;|]/).flatMap((part) => {
    const words = part.replace(/#.*/, '').trim().split(/\s+/);
    const after = (...start: string[]): string[] | undefined =>
      start.every((word, index) => words[index] === word) ? words.slice(start.length) : undefined;
    const typed =
      after('npx', 'understudy') ??
      after('understudy') ??
      after('node', 'dist/cli.js') ??
      after('npm', 'start', '--') ??
      after('npx', 'tsx', 'mock-server/cli/main.ts');
    if (typed !== undefined) return faultsOfTyped(typed);
    const [script] = after('npm', 'run') ?? [];
    if (script !== undefined) return manifest.scripts[script] === undefined ? [`npm has no script ${script}`] : [];
    const [file] = after('sh') ?? after('npx', 'tsx') ?? after('npx', 'vitest', 'run') ?? [];
    if (file?.includes('.') !== true || existsSync(join(root, file))) return [];
    return [`there is no file ${file}`];
  });
}

function faultsOfTyped(words: readonly string[]): string[] {
  // What stands after -- is another command's.
  const typed = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const first = typed[0]?.startsWith('-') === false ? typed[0] : undefined;
  const top = first === undefined && typed.some((word) => ['--help', '--version'].includes(word));
  const name = first ?? 'start';
  const outer = program.commands.find((known) => known.name() === name);
  if (outer === undefined) return [`understudy has no command ${name}`];
  const command = outer.commands.find((known) => known.name() === typed[1]) ?? outer;
  const flags = ['--help', ...(top ? ['--version'] : []), ...command.options.map(({ long }) => long)];
  const faults = typed
    .filter((word) => word.startsWith('--') && !flags.includes(word))
    .map((word) => `${name} has no flag ${word}`);
  const document = name === 'spec' ? typed[1] : undefined;
  if (document !== undefined && !document.startsWith('-') && !documentNames.includes(document)) {
    faults.push(`spec has no document ${document}`);
  }
  return faults;
}
