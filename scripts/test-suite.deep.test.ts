/** The example of a test suite as a reader runs it: with the packed package, the README's own files, and vitest, node:test and tsc. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ended } from '../mock-server/cli/launch.case.ts';
import { type Project, packedProject } from './packed.case.ts';
import { exampleFiles, shownTests } from './test-suite.case.ts';

let project: Project;
beforeAll(async () => {
  project = await packedProject(['vitest', 'typescript', 'tsx', '@types/node']);
  for (const [name, code] of files) await writeFile(join(project.folder, name), code);
  for (const runner of ['@jest/globals', '@playwright/test']) await standIn(runner);
}, 300_000);
afterAll(() => project.remove());

const shown = shownTests();

/** Those of the example, and each block of the page that is a test file by itself. */
const files = new Map([
  ...exampleFiles().map(({ name, code }) => [name, code] as const),
  ...shown.map(({ code }, index) => [`shown-${index + 1}.test.ts`, code] as const),
]);

/** What a test needs of a runner that is not installed here: vitest has it under the same names. */
const standIn = async (runner: string): Promise<void> => {
  const home = join(project.folder, 'node_modules', runner);
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  for (const file of ['index.js', 'index.d.ts']) {
    await writeFile(join(home, file), "export { afterAll, beforeAll, expect, test } from 'vitest';\n");
  }
};

const vitest = (...filters: string[]): Promise<Ended> =>
  project.node('node_modules/vitest/vitest.mjs', 'run', ...filters);
const nodeTest = (file: string): Promise<Ended> => project.node('--import', 'tsx', '--test', file);

const renewed =
  "return call(path, { ...init, headers: { ...(init.headers as object), 'idempotency-key': randomUUID() } }, tries - 1)";

test('it passes with vitest', async () => {
  const { code, stdout, stderr } = await vitest('client.test.ts');
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Tests +3 passed/);
});

test('it passes with node:test', async () => {
  const { code, stdout, stderr } = await nodeTest('client.node.ts');
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/pass 1\b/);
});

test('what the page shows for other runners works beside a mock of another process', async () => {
  const { code, stdout, stderr } = await project.node(
    'node_modules/face-voice-understudy/dist/cli.js',
    'exec',
    '--quiet',
    '--',
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    'shown-',
  );
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  expect(shown.length).toBeGreaterThan(2);
  expect(stdout).toMatch(new RegExp(`Tests +${shown.length} passed`));
});

test('its types, and those of the package, are right to the strictest reader', async () => {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  await writeFile(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [...files.keys()] }));
  expect(await project.node('node_modules/typescript/bin/tsc', '-p', '.')).toEqual({ code: 0, stdout: '', stderr: '' });
});

const [paid, lost, webhook] = [
  'a video costs what its job says',
  'when a reply is lost, the job is made and paid once',
  'a webhook tells of the job, and is known by its signature',
];

test.each<[what: string, from: string, to: string, failed: readonly string[]]>([
  ['makes a new key for each try', 'return call(path, init, tries - 1)', renewed, [lost]],
  ['takes any job for one that has ended', "job.status !== 'succeeded' &&", 'false &&', [paid, lost]],
  ['reads a signature wrongly', '.update(`${t}.${body}`)', '.update(body)', [webhook]],
])('it fails where the client %s', async (_, from, to, failed) => {
  const file = join(project.folder, 'client.ts');
  const right = await readFile(file, 'utf8');
  expect(right.split(from)).toHaveLength(2);
  try {
    await writeFile(
      file,
      right.replace(from, () => to),
    );
    const { code, stdout } = await vitest('client.test.ts');
    expect(code, stdout).toBe(1);
    expect([...stdout.matchAll(/^ +[×✗] (.*?) +\d+ms/gm)].map(([, name]) => name)).toEqual(failed);
  } finally {
    await writeFile(file, right);
  }
});
