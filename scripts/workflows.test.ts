/** What GitHub runs: the workflows and the action, by their schema, by the shell, and by running what can be run here. */
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cliFile, launch, root } from '../mock-server/cli/launch.case.ts';
import { faultsOf } from './commands.case.ts';
import { blocksOf, firstCells, textOf } from './documents.case.ts';
import { type Released, releaseNotes } from './release-notes.ts';

type Step = {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
};
type Job = { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] };
type Workflow = {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
};
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};

const folder = '.github/workflows';
const workflows = (await readdir(join(root, folder))).map((name) => `${folder}/${name}`);
const action = parse(textOf('action.yml')) as Action;

const stepsOf = (file: string): readonly Step[] =>
  file === 'action.yml'
    ? action.runs.steps
    : Object.values((parse(sourceOf(file)) as Workflow).jobs).flatMap(({ steps }) => steps);

/** The workflows that documents show, to be copied. */
const shown = new Map<string, string>(
  ['README.md', 'docs/github.md'].flatMap((file) =>
    blocksOf(textOf(file))
      .filter(({ language }) => language === 'yaml')
      .map(({ code }) => [`${file}, ${/^name: (.*)/.exec(code)?.[1]}`, code] as const),
  ),
);

const sourceOf = (file: string): string => shown.get(file) ?? textOf(file);

const files = [...workflows, 'action.yml', ...shown.keys()];

test.each(files)('%s is what GitHub takes', (file) => {
  const validate = file === 'action.yml' ? validateAction : validateWorkflow;
  expect(validate(sourceOf(file)).errors).toEqual([]);
});

test('the README has a workflow for each who checks something', () => {
  expect([...shown.keys()].filter((name) => name.startsWith('README.md'))).toHaveLength(3);
});

test('a workflow that GitHub would not take is seen', () => {
  const broken = textOf(`${folder}/ci.yml`).replace('runs-on:', 'run-on:');
  expect(validateWorkflow(broken).errors).not.toEqual([]);
});

test.each(files)('%s names what it uses of others by its full version, or its commit', (file) => {
  const used = stepsOf(file).flatMap(({ uses }) => uses ?? []);
  expect(used.filter((name) => !/^[\w-]+\/[\w./-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/.test(name))).toEqual([]);
});

test.each(files)(
  'every script of %s can be read by the shell, has no text of strangers pasted in, and names what is there',
  async (file) => {
    for (const { run = '' } of stepsOf(file)) {
      expect(run).not.toContain('${{');
      expect(await launch('bash', ['-n', '-c', run]).ended).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(run.split('\n').flatMap(faultsOf)).toEqual([]);
    }
  },
);

test('what is published is traced to its commit, after it was seen that all is of one version (P4)', () => {
  const { permissions, jobs } = parse(textOf(`${folder}/release.yml`)) as Workflow;
  expect(permissions).toEqual({ contents: 'read' });
  const { publish } = jobs;
  expect(publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  const runs = publish?.steps.map(({ run = '' }) => run) ?? [];
  const order = ['npm ci', 'release-notes.ts', 'npm run check', 'npm test', 'npm sbom', 'npm publish --provenance'];
  const places = order.map((part) => runs.findIndex((run) => run.includes(part)));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

const whole: Released = {
  version: '1.2.0',
  actionVersion: '1.2.0',
  changelog:
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-05-01\n\n### Added\n\n- This.\n\n## 1.1.0\n\n- That.\n',
};

test('the notes of a release are what the changelog says of it', () => {
  expect(releaseNotes('v1.2.0', whole)).toBe('### Added\n\n- This.');
  expect(releaseNotes('v1.1.0', { ...whole, version: '1.1.0', actionVersion: '1.1.0' })).toBe('- That.');
});

test.each<[string, string, Partial<Released>, RegExp]>([
  ['another tag', 'v1.2.1', {}, /the tag is v1\.2\.1, and package\.json has version 1\.2\.0/],
  ['another action', 'v1.2.0', { actionVersion: '1.1.0' }, /action\.yml takes version 1\.1\.0/],
  ['no word of it', 'v1.2.0', { changelog: '## 1x2x0\n\n- This.\n' }, /says nothing under "## 1\.2\.0"/],
  ['an empty word of it', 'v1.2.0', { changelog: '## 1.2.0\n\n## 1.1.0\n- That.\n' }, /says nothing under/],
  [
    'something unreleased',
    'v1.2.0',
    { changelog: '## [Unreleased]\n- New.\n## 1.2.0\n- This.\n' },
    /under "Unreleased"/,
  ],
])('there is no release with %s', (_what, tag, change, message) => {
  expect(() => releaseNotes(tag, { ...whole, ...change })).toThrow(message);
});

test('the action takes the version of the package that it stands beside', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  expect(action.inputs['version']?.default).toBe(version);
});

let work = '';
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'action-'));
  // What npx would fetch is the built command.
  await writeFile(
    join(work, 'npx'),
    `#!/bin/sh\necho "$2 $3" > "${work}/package"\nshift 3\nexec '${process.execPath}' '${cliFile}' "$@"\n`,
  );
  await chmod(join(work, 'npx'), 0o755);
});
afterAll(() => rm(work, { recursive: true }));

let runs = 0;
/** As a runner does it: inputs by the environment, and files for what is told. */
const runAction = async (inputs: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}) => {
  const own = join(work, String(runs++));
  await mkdir(own);
  const [step] = action.runs.steps;
  const given = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([variable, from]) => {
      const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(from)?.[1] ?? '';
      return [variable, inputs[name] ?? action.inputs[name]?.default];
    }),
  );
  const told = { GITHUB_STEP_SUMMARY: join(own, 'summary.md'), GITHUB_OUTPUT: join(own, 'output') };
  const { code, stderr } = await launch('bash', ['--noprofile', '--norc', '-c', step?.run ?? 'exit 99'], {
    cwd: own,
    env: { ...env, ...given, ...told, PATH: [work, process.env['PATH']].join(delimiter) },
  }).ended;
  const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
  return {
    code,
    stderr,
    summary: await read(told.GITHUB_STEP_SUMMARY),
    output: await read(told.GITHUB_OUTPUT),
    reports: await readdir(join(own, 'understudy-reports')).catch(() => []),
    package: (await read(join(work, 'package'))).trim(),
  };
};

const slow = { timeout: 60_000 };

test('the action runs a command beside a mock, and tells how it went', slow, async () => {
  const run = 'curl -fsS -H "Authorization: Bearer $UNDERSTUDY_API_KEY" $UNDERSTUDY_URL/balance | grep 12.5';
  const { code, summary, output, reports, ...rest } = await runAction({ run, flags: '--balance 12.5  --seed 3\n' });
  expect(code, rest.stderr).toBe(0);
  expect(summary).toMatch(/^#/);
  expect(output).toBe('exit-code=0\n');
  expect(new Set(reports)).toEqual(new Set(['report.html', 'report.json', 'report.md', 'report.xml']));
  expect(rest.package).toBe(`--package=face-voice-understudy@${action.inputs['version']?.default} understudy`);
});

test('the action takes another version, or the package that it is given', slow, async () => {
  const published = await runAction({ run: 'true', version: '9.8.7' });
  expect(published.package).toBe('--package=face-voice-understudy@9.8.7 understudy');
  const packed = await runAction({ run: 'true', version: '9.8.7', package: './a file.tgz' });
  expect(packed.package).toBe('--package=./a file.tgz understudy');
});

test('docs/github.md names every input of the action', () => {
  const told = firstCells(textOf('docs/github.md'), '# On GitHub').map((cell) => cell.replaceAll('`', ''));
  expect(told).toEqual(Object.keys(action.inputs));
  const used = [...shown]
    .filter(([name]) => name.startsWith('docs/github.md'))
    .flatMap(([, code]) => Object.values((parse(code) as Workflow).jobs))
    .flatMap(({ steps }) => steps)
    .filter(({ uses = '' }) => uses.startsWith('OWNER/understudy@'));
  expect(used.map(({ uses }) => uses)).toEqual(
    used.map(() => `OWNER/understudy@v${action.inputs['version']?.default}`),
  );
  expect(used.flatMap((step) => Object.keys(step.with ?? {})).filter((name) => !(name in action.inputs))).toEqual([]);
  expect(used).toHaveLength(2);
});

test('the action ends as the command does', slow, async () => {
  const { code, output } = await runAction({ run: 'false | true\nexit 7' });
  expect([code, output]).toEqual([1, 'exit-code=1\n']);
});

test('without a command the action judges a server', slow, async () => {
  const { code, summary, reports, stderr } = await runAction({ flags: '--profile smoke --only resources.balance' });
  expect(code, stderr).toBe(0);
  expect(summary.match(/^## All that was judged is kept/gm)).toHaveLength(1);
  expect(reports).toContain('report.html');
});

const key = { UNDERSTUDY_API_KEY: 'the-key' };

test('a deployment that is not there is told as such', slow, async () => {
  const { code, output } = await runAction(
    { url: 'http://127.0.0.1:9/api/v1', flags: '--only resources.balance' },
    key,
  );
  expect([code, output]).toEqual([3, 'exit-code=3\n']);
});
