/** Settings from a file, as users meet them: which file, what goes before what, and mistakes with their place. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config-file.ts';
import { type Serving, cliFile, launch, pause, serve, understudy } from './launch.case.ts';
import { program } from './program.ts';
import { WrongUsage } from './wrong-usage.ts';

let folder = '';
const running: Serving[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-test-'));
});
afterAll(async () => {
  await Promise.all(running.map((mock) => mock.stop()));
  await rm(folder, { recursive: true });
});

let folders = 0;
/** A folder of its own, with these files. */
const folderWith = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const cwd = join(folder, String(folders++));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
  return cwd;
};

const started = async (
  files: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  options: Parameters<typeof serve>[1] = {},
): Promise<Serving> => {
  const mock = await serve(flags, { cwd: await folderWith(files), ...options });
  running.push(mock);
  return mock;
};

const balance = async ({ ready }: Serving): Promise<unknown> => {
  const response = await fetch(`${ready.base_url}/balance`, { headers: { authorization: `Bearer ${ready.api_key}` } });
  return ((await response.json()) as { balance_usd: unknown }).balance_usd;
};

const settings = { seed: 7, clock: 'manual', balance: 12.5, 'api-key': 'from-file' };

test.each<[string, string]>([
  ['understudy.config.json', JSON.stringify(settings, null, '\t')],
  ['understudy.config.yaml', 'seed: 7\nclock: manual # stands still\nbalance: 12.5\napi-key: from-file\n'],
  ['understudy.config.yml', '\uFEFF{seed: 7, clock: manual, balance: 12.5, api-key: from-file}'],
])('%s is found in the working directory', async (name, text) => {
  const mock = await started({ [name]: text });
  expect(mock.ready).toMatchObject({ seed: 7, clock: 'manual', api_key: 'from-file' });
  expect(await balance(mock)).toBe(12.5);
});

test('a file that is named is read instead', async () => {
  const files = { 'understudy.config.yaml': 'seed: 7', 'other/mine.json': '{"seed": 8}' };
  expect((await started(files, ['--config', 'other/mine.json'])).ready.seed).toBe(8);
});

test('every flag may stand in it, lists and switches too', async () => {
  const text = `
rate-limit: off
job-time: .5
allowed-host: [mock.example, other.example]
callback-allow: 10.0.0.0/8
signature-header: X-Brand-Signature
signature-time: clock
variant: { error-body: flat, pending-fields: null, processing-visible: no, session-status: 200 }
move-job-route: true
quiet: true
`;
  const mock = await started({ 'understudy.config.yaml': text });
  expect(mock.ready.variants).toEqual({
    'session-status': '200',
    'error-body': 'flat',
    'processing-visible': 'no',
  });
  const { port } = new URL(mock.ready.base_url);
  const host = ['-H', 'Host: other.example'];
  const { stdout } = await launch('curl', ['-sS', ...host, `http://127.0.0.1:${port}/api/v1/nothing`]).ended;
  expect(JSON.parse(stdout)).toMatchObject({ code: 'not_found' });
  expect(mock.stdout()).toBe('');
});

test('a flag goes before a variable, a variable before the file, the file before the default', async () => {
  const text =
    'api-key: file\nwebhook-secret: file\nseed: 7\nbalance: 1\nvariant: {error-body: flat, upload-url: signed}';
  const env = { UNDERSTUDY_API_KEY: 'variable', UNDERSTUDY_WEBHOOK_SECRET: 'variable' };
  const flags = ['--api-key', 'flag', '--seed', '1', '--variant', 'error-body=list'];
  const mock = await started({ 'understudy.config.yaml': text }, flags, { env });
  expect(mock.ready).toMatchObject({
    api_key: 'flag',
    webhook_secret: 'variable',
    // As typed, though it is the default.
    seed: 1,
    // Each gap is a setting of its own.
    variants: { 'error-body': 'list', 'upload-url': 'signed' },
  });
  expect(await balance(mock)).toBe(1);
});

test('the port is that of PORT before that of the file', async () => {
  const cwd = await folderWith({ 'understudy.config.yaml': 'port: 1\nhost: 127.0.0.1' });
  // A port that nobody may have: where the file counts, it says so or is not reached.
  const { stdout, child, ended } = launch(process.execPath, [cliFile], { cwd, env: { PORT: '0' } });
  while (!stdout().endsWith('\n') && child.exitCode === null) await pause(10);
  expect(new URL((JSON.parse(stdout()) as { base_url: string }).base_url).port).not.toBe('1');
  child.kill('SIGTERM');
  await ended;
});

test('fault rules in it are in force from the start, and after a reset', async () => {
  const text =
    "faults:\n  - when: { operation: getBalance, nth: 1 }\n    then: { fault: request-error, code: 'rate_limited' }\n";
  const mock = await started({ 'understudy.config.yaml': text });
  const { control_url, control_token } = mock.ready;
  for (let round = 0; round < 2; round++) {
    expect([await balance(mock), await balance(mock)]).toEqual([undefined, 100]);
    await fetch(`${control_url}/reset`, { method: 'POST', headers: { 'x-understudy-token': control_token } });
  }
});

test('an empty file asks for nothing', async () => {
  expect((await started({ 'understudy.config.yaml': '# nothing yet\n' })).ready.seed).toBe(1);
});

test('the box says where settings came from', async () => {
  const mock = await started({ 'understudy.config.yml': 'log-format: pretty' });
  while (!mock.stdout().includes('Ctrl-C')) await pause(10);
  expect(mock.stdout()).toMatch(/settings +from understudy\.config\.yml/);
});

const rule = (then: string, when = '{}'): string => `faults:\n  - when: ${when}\n    then: ${then}\n`;
const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...'bcdefghij'.split('').map((name, index) => {
    const before = `*${'abcdefghij'.charAt(index)}`;
    return `${name}: &${name} [${Array(9).fill(before).join(', ')}]`;
  }),
].join('\n');

const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const rules = (count: number): string =>
  `faults:\n${'  - { when: {}, then: { fault: request-delay } }\n'.repeat(count)}`;

test.each<[what: string, file: string, text: string, message: string | RegExp]>([
  [
    'a setting that is not there',
    'c.yaml',
    'port: 0\nrate_limit: 5',
    'c.yaml:2:1: there is no setting rate_limit: did you mean rate-limit?',
  ],
  ['a setting far from any', 'c.yaml', 'port: 0\nxyzzy-plugh: 5', 'c.yaml:2:1: there is no setting xyzzy-plugh\n'],
  ['one that an object inherits', 'c.json', '{"__proto__": 1}', 'c.json:1:2: there is no setting __proto__'],
  ['a file that names another', 'c.yaml', 'config: d.yaml', 'c.yaml:1:1: there is no setting config'],
  [
    'a value out of range',
    'c.yaml',
    'port: 70000',
    'c.yaml:1:7: port is invalid. It must be a whole number from 0 to 65535.',
  ],
  [
    'a number below zero',
    'c.yaml',
    'job-time: -1',
    'c.yaml:1:11: job-time is invalid. It must be a number from 0 to 86400.',
  ],
  ['no number', 'c.yaml', 'balance: .nan', 'c.yaml:1:10: balance is invalid.'],
  ['a number of another kind', 'c.yaml', 'seed: 0x10', 'c.yaml:1:7: seed is invalid.'],
  ['no value', 'c.yaml', 'seed: 1\nport:\n', 'c.yaml:2:6: port has no value'],
  ['a list where one value is due', 'c.json', '{\n  "seed": [1]\n}', 'c.json:2:11: there must be one value here'],
  [
    'one bad value of a list',
    'c.yaml',
    'allowed-host:\n  - a\n  - b:80',
    'c.yaml:3:5: allowed-host is invalid. It must be a name',
  ],
  ['a word where a switch is due', 'c.yaml', 'quiet: yes', 'c.yaml:1:8: quiet must be true or false'],
  [
    'a choice that is none',
    'c.yaml',
    'log-format: xml',
    'c.yaml:1:13: log-format is invalid. Allowed choices are pretty, json.',
  ],
  [
    'a gap that is not there',
    'c.yaml',
    'variant:\n  eror-body: flat',
    'c.yaml:2:14: variant is invalid. There is no gap eror-body: did you mean error-body?',
  ],
  [
    'a value that its gap has not',
    'c.yaml',
    'variant:\n  error-body: flatt',
    'c.yaml:2:15: variant is invalid. The gap error-body must be one of nested',
  ],
  [
    'variants that are no map',
    'c.yaml',
    'variant: error-body=flat',
    'c.yaml:1:10: variant must hold gaps with their values',
  ],
  ['a list at the top', 'c.json', '[]', 'c.json:1:1: there must be settings here'],
  ['a word at the top', 'c.yaml', 'hello', 'c.yaml:1:1: there must be settings here'],
  ['a name that is a list', 'c.yaml', '? [a]\n: b', 'c.yaml:1:3: a name must be one word'],
  ['a setting said twice', 'c.yaml', 'seed: 1\nseed: 2', 'c.yaml:2:1: Map keys must be unique'],
  ['a gap said twice', 'c.yaml', 'variant:\n  a: 1\n  b: 2\n  "a": 3', 'c.yaml:4:3: Map keys must be unique'],
  ['a setting said twice in JSON', 'c.json', '{"seed": 1,\n "seed": 2}', 'c.json:2:2: Map keys must be unique'],
  ['a setting said 20,000 times', 'c.yaml', 'seed: 1\n'.repeat(20_000), 'c.yaml:2:1: Map keys must be unique'],
  ['20,000 settings', 'c.yaml', lines(20_000, (n) => `s${n}: 1`), 'c.yaml:1:1: there is no setting s0'],
  [
    '50,000 settings',
    'c.yaml',
    lines(50_000, (n) => `s${n}: 1`),
    /^WrongUsage: c\.yaml:\d{5}:\d+: it goes on for longer/,
  ],
  [
    'half a million values',
    'c.json',
    `{"seed": [1${',1'.repeat(480_000)}]}`,
    'it goes on for longer than any settings do',
  ],
  [
    'a thousand hosts and one',
    'c.yaml',
    `allowed-host: [a${', a'.repeat(1_000)}]`,
    'c.yaml:1:15: allowed-host may have at most 1000 values',
  ],
  ['YAML that is none', 'c.yaml', 'seed: 1\n\tport: 2', 'c.yaml:2:1:'],
  ['two documents', 'c.yaml', 'seed: 1\n---\nseed: 2', 'c.yaml:2:1:'],
  ['a tag that nobody knows', 'c.yaml', 'seed: !!js/function x', 'c.yaml:1:7: Unresolved tag'],
  ['JSON that is cut off', 'c.json', '{\n  "seed": 1', 'c.json:2:'],
  ['JSON with a comma at the end', 'c.json', '{\n  "seed": 1,\n}', 'c.json:3:1:'],
  ['JSON with other quotes', 'c.json', "{'seed': 1}", 'c.json:1:2:'],
  ['a file that unfolds', 'c.yaml', bomb, 'it has more than 20 aliases'],
  ['an alias of nothing', 'c.yaml', 'seed: 1\nport: *mine', 'c.yaml:2:7: nothing before it is named &mine'],
  ['a file that holds itself', 'c.yaml', 'allowed-host: &a [*a]', 'it is nested too deep'],
  ['a deep file', 'c.yaml', `seed: ${'['.repeat(40)}${']'.repeat(40)}`, 'it is nested too deep'],
  ['a very deep file', 'c.json', `{"seed":\n${'['.repeat(900_000)}`, 'c.json:2:32: it is nested too deep'],
  ['a deep file of another kind', 'c.yaml', '- '.repeat(400_000), 'it is nested too deep'],
  ['a large file', 'c.yaml', `# ${'x'.repeat(1_000_000)}`, 'the file c.yaml is larger than 1 MB'],
  ['faults that are no list', 'c.yaml', 'faults: {}', 'c.yaml:1:9: faults must be a list of rules'],
  ['a rule that is none', 'c.yaml', 'faults: [1]', 'c.yaml:1:10: a rule must have when and then'],
  ['a rule without an end', 'c.yaml', 'faults:\n  - when: {}', 'c.yaml:2:5: a fault rule is invalid: then: required'],
  ['a fault that is not there', 'c.yaml', rule('{ fault: none-such }'), 'c.yaml:3:'],
  ['a thousand rules and one', 'c.yaml', rules(1_001), 'c.yaml:2:3: faults may have at most 1000 rules'],
  [
    'two rules of one name',
    'c.yaml',
    'faults:\n- { id: r, when: {}, then: { fault: job-slow } }\n- when: {}\n  id: r\n  then: { fault: job-slow }\n',
    'c.yaml:4:7: a fault rule is invalid: another rule has the id r',
  ],
  ['a condition that is not there', 'c.yaml', rule('{ fault: request-delay }', '{ nht: 1 }'), 'c.yaml:2:'],
])('%s is refused, and its place is said (F68)', async (_what, file, text, message) => {
  const cwd = await folderWith({ [file]: text });
  const refused = await readConfig(join(cwd, file), options).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(WrongUsage);
  const said = String(refused).replaceAll(`${cwd}/`, '') + '\n';
  if (typeof message === 'string') expect(said).toContain(message);
  else expect(said).toMatch(message);
  expect(said.length).toBeLessThan(2_000);
});

const options = program.commands.find((command) => command.name() === 'start')?.options ?? [];

test.concurrent.each([
  ['understudy.config.yaml', 'port: 0\nrate_limit: 5', 'understudy.config.yaml:2:1: there is no setting rate_limit'],
  ['understudy.config.json', '{\n  "seed": 1,\n}', 'understudy.config.json:3:1: '],
  ['understudy.config.yml', 'variant:\n  x: y', 'understudy.config.yml:2:6: variant is invalid. There is no gap x'],
])('a mistake in %s ends it with 2 before it serves (F68)', async (name, text, message) => {
  const { code, stdout, stderr } = await understudy(['--port', '0'], { cwd: await folderWith({ [name]: text }) });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`understudy: ${message}`);
  expect(stderr).not.toContain('    at ');
});

test('two files of settings in one place are one too many', async () => {
  const cwd = await folderWith({ 'understudy.config.yaml': '', 'understudy.config.json': '{}' });
  const { code, stderr } = await understudy(['--port', '0'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('there are understudy.config.json and understudy.config.yaml: keep one');
});

test('bytes that are no text, a folder, and a file without end are refused (F68)', async () => {
  const cwd = await folderWith({ 'a/b': '' });
  await writeFile(join(cwd, 'latin.yaml'), Buffer.from('api-key: caf\xe9', 'latin1'));
  for (const [file, message] of [
    ['latin.yaml', 'the file latin.yaml is no UTF-8 text'],
    ['a', 'the file a cannot be read (EISDIR)'],
    ['/dev/zero', 'the file /dev/zero is larger than 1 MB'],
  ] as const) {
    const { code, stderr } = await understudy(['--config', file, '--port', '0'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  }
});

test('a thousand rules may stand in a file', async () => {
  const cwd = await folderWith({ 'c.yaml': rules(1_000) });
  expect(await readConfig(join(cwd, 'c.yaml'), options)).toMatchObject({ faults: { length: 1_000 } });
});

test('a mistake in a file does not show its secrets (K3)', async () => {
  const cwd = await folderWith({
    'understudy.config.yaml': 'webhook-secret: whsec_mine\napi-key: my secret key\nport: x y: z',
  });
  const { stderr } = await understudy([], { cwd });
  expect(stderr).not.toMatch(/whsec_mine|my secret key/);
  const other = await folderWith({ 'understudy.config.yaml': 'seed: 1\napi-key: my secret key' });
  expect((await understudy([], { cwd: other })).stderr).toBe(
    'understudy: understudy.config.yaml:2:10: api-key is invalid. The API key must be 1 to 256 visible ASCII characters without spaces.\n(understudy start --help shows its flags)\n',
  );
});
