/** `understudy init`, the schema of the file that it writes, and the flags: none of the three says another thing. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from './config-file.ts';
import { configSchemaFile, configSchemaText, optionsOf } from './config-schema.ts';
import { settingsText } from './init-text.ts';
import { cliFile, launch } from './launch.case.ts';
import { startSettings } from './settings.ts';
import { testSettings } from './test-settings.ts';

const published = await readFile(configSchemaFile, 'utf8');
const fits = new Ajv2020({ strict: false, allowUnionTypes: true }).compile(JSON.parse(published) as object);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-'));
});
afterAll(() => rm(folder, { recursive: true }));

const commented = settingsText('./schema.json');
/** As a user sets everything: the sign is taken away, and prose stays. */
const setAll = commented.replaceAll(/^#(?=\S| {2})/gm, '');

const read = async (text: string): Promise<object> => {
  const file = join(folder, 'read.yaml');
  await writeFile(file, text);
  const part = { name: 'test', orAll: false } as const;
  return { ...(await readConfig(file, optionsOf('start'))), test: await readConfig(file, optionsOf('test'), part) };
};

test('the published schema is what the code says: else run "npx tsx mock-server/cli/config-schema.ts"', () => {
  expect(published).toBe(configSchemaText());
});

test.each([
  ['start', startSettings],
  ['test', testSettings],
])('every flag of %s may be set in a file, and nothing else', (command, settings) => {
  expect(Object.keys(settings)).toEqual(optionsOf(command).map((option) => option.name()));
});

test('as it is written the file sets nothing', async () => {
  expect(parse(commented)).toBeNull();
  expect(await read(commented)).toEqual({ test: {} });
});

test('with everything set, the file has every setting, the schema takes it, and so does the command', async () => {
  const settings = parse(setAll) as { test: object };
  expect(Object.keys(settings)).toEqual([...Object.keys(startSettings), 'faults', 'test']);
  expect(Object.keys(settings.test)).toEqual(Object.keys(testSettings));
  expect(fits(settings), JSON.stringify(fits.errors)).toBe(true);
  expect(Object.keys(await read(setAll))).toHaveLength(Object.keys(startSettings).length + 2);
});

test('what has a default is shown with it', () => {
  const shown = { start: startSettings, test: testSettings };
  const wrong = Object.entries(shown).flatMap(([command, settings]) =>
    optionsOf(command)
      .filter(({ defaultValue }) => defaultValue !== undefined)
      .filter((option) => {
        const { parseArg, defaultValue } = option;
        const text = String(settings[option.name()]?.example);
        return (parseArg === undefined ? text : parseArg(text, undefined as unknown as string)) !== defaultValue;
      })
      .map((option) => `${command} ${option.name()}`),
  );
  expect(wrong).toEqual([]);
});

test.each([
  'port: 70000',
  'port: many',
  'clock: fast',
  'rate-limit: 0',
  'rate-limit: on',
  'variant: { error-body: round }',
  'variant: { eror-body: flat }',
  'variants: some',
  'allowed-host: [a, "b:80"]',
  'quiet: yes',
  'log-format: xml',
  'public-url: mock.example',
  'database-url: mysql://here',
  'faults: {}',
  'faults: [{ when: {} }]',
  'faults: [{ when: {}, then: { fault: none-such } }]',
  'balance: -1',
  'config: other.yaml',
  'rate_limit: 5',
  'test: { profile: long }',
  'test: { time-scale: 0 }',
  'test: { report: { pdf: report.pdf } }',
  'test: { rate-limit: often }',
  'test: { port: 0 }',
])('the schema refuses what the command refuses: %s', async (text) => {
  expect(fits(parse(text))).toBe(false);
  await expect(read(text)).rejects.toThrow(/read\.yaml/);
});

test.each([
  'rate-limit: off',
  'clock: 60x',
  'allowed-host: mock.example',
  'variant: { session-status: 200, pending-fields: absent, processing-visible: no }',
  'faults: []',
  'test: { drift: drift.json, rate-limit: 30, only: usage, report: { json: r.json, markdown: r.md } }',
  '{ "$schema": "./schema.json", "seed": 2 }',
])('the schema takes what the command takes: %s', async (text) => {
  expect(fits(parse(text)), JSON.stringify(fits.errors)).toBe(true);
  await expect(read(text)).resolves.toBeDefined();
});

const init = (args: readonly string[], cwd: string) =>
  launch(process.execPath, [cliFile, 'init', ...args], { cwd }).ended;

test('it writes a file that the other commands find, and writes over none', async () => {
  const cwd = join(folder, 'new');
  await mkdir(cwd);
  const { code, stdout, stderr } = await init([], cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    'Written: understudy.config.yaml. Take the "#" away before what you want to set, then run: understudy\n',
  );
  const file = join(cwd, 'understudy.config.yaml');
  expect(await readFile(file, 'utf8')).toContain(
    '# yaml-language-server: $schema=./node_modules/face-voice-understudy/mock-server/config.schema.json\n',
  );
  await writeFile(file, 'seed: 7\n');
  const again = await init([], cwd);
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(again.stderr).toMatch(/^understudy: understudy\.config\.yaml is there already: --force writes over it\n/);
  expect(await readFile(file, 'utf8')).toBe('seed: 7\n');
  expect((await init(['--force'], cwd)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toContain('#port: 4870\n');
});

test('in a folder of a larger project the schema is found where the package is', async () => {
  const cwd = join(folder, 'packages/service');
  const home = join(folder, 'node_modules/face-voice-understudy/mock-server');
  await Promise.all([mkdir(cwd, { recursive: true }), mkdir(home, { recursive: true })]);
  await writeFile(join(home, 'config.schema.json'), '{}');
  expect((await init(['staging.yml'], cwd)).stdout).toContain('understudy --config staging.yml');
  expect(await readFile(join(cwd, 'staging.yml'), 'utf8')).toMatch(
    /^# .*\$schema=\.\.\/\.\.\/node_modules\/face-voice-understudy\/mock-server\/config\.schema\.json\n/,
  );
});

test.each([
  ['settings.json', 'settings.json must end with .yaml or .yml'],
  ['nowhere/a.yaml', 'nowhere/a.yaml cannot be written (ENOENT)'],
])('a file that cannot be is wrong usage: %s', async (file, message) => {
  const { code, stderr } = await init([file], folder);
  expect(code).toBe(2);
  expect(stderr).toContain(`understudy: ${message}`);
  expect(stderr).toContain('(understudy init --help shows its flags)');
});
