/** Stories on the command line: played by start, listed, shown and checked. */
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOfStory, storyNames } from '../../scenarios/load.ts';
import { type Serving, pause, serve, understudy } from './launch.case.ts';

let folder = '';
const running: Serving[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenario-test-'));
});
afterAll(async () => {
  await Promise.all(running.map((mock) => mock.stop()));
  await rm(folder, { recursive: true });
});

/** A mock that is started in an empty folder, far from the stories. */
const started = async (flags: readonly string[], options: Parameters<typeof serve>[1] = {}): Promise<Serving> => {
  const mock = await serve(flags, { cwd: folder, ...options });
  running.push(mock);
  return mock;
};

const written = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

const balance = async ({ ready }: Serving): Promise<unknown> => {
  const response = await fetch(`${ready.base_url}/balance`, { headers: { authorization: `Bearer ${ready.api_key}` } });
  return ((await response.json()) as { balance_usd: unknown }).balance_usd;
};

test('a story is played by its name, and the ready line and the box name it', async () => {
  const mock = await started(['--scenario', 'low-balance', '--log-format', 'pretty']);
  expect(mock.ready).toMatchObject({ scenario: 'low-balance' });
  expect(await balance(mock)).toBe(0.05);
  while (!mock.stdout().includes('Ctrl-C')) await pause(10);
  expect(mock.stdout()).toMatch(/scenario +low-balance: The balance is enough for one image, not for two/);
  expect(mock.stdout()).toMatch(/balance +0\.05 USD/);
});

const own = `title: T
about: A client waits.
given:
  seed: 7
  clock: manual
  balance: 12.5
  variants: { error-body: flat, session-status: 200 }
faults:
  - when: { operation: getPricing }
    then: { fault: request-error, code: at_capacity }
`;

test('flags go before a story, a story before a file of settings', async () => {
  await written('own.yaml', own);
  await written(
    'settings.yaml',
    'seed: 9\nclock: 60x\njob-time: 5\nvariant: { error-body: problem, session-status: 201, upload-url: signed }\n',
  );
  const flags = '--scenario own.yaml --config settings.yaml --balance 3 --variant error-body=list'.split(' ');
  const mock = await started(flags);
  expect(mock.ready).toMatchObject({
    seed: 7,
    clock: 'manual',
    scenario: 'own.yaml',
    variants: { 'error-body': 'list', 'session-status': '200', 'upload-url': 'signed' },
  });
  expect(await balance(mock)).toBe(3);
  expect((await fetch(`${mock.ready.base_url}/pricing`)).status).toBe(429);
});

test('a flag goes before a story also where it is the default', async () => {
  const mock = await started(['--scenario', await written('own.yaml', own), '--seed', '1']);
  expect(mock.ready.seed).toBe(1);
});

test('a story may be named in a file of settings, and its rules stand beside those of the file', async () => {
  const rule = '{ when: { operation: listVoices }, then: { fault: request-error } }';
  const file = await written('names.yaml', `scenario: low-balance\nfaults:\n  - ${rule}\n`);
  const mock = await started(['--config', file]);
  expect(await balance(mock)).toBe(0.05);
  const headers = { authorization: `Bearer ${mock.ready.api_key}` };
  expect((await fetch(`${mock.ready.base_url}/voices`, { headers })).status).toBe(500);
});

test.concurrent.each<[args: string, message: string]>([
  ['--port 0 --scenario low-balanse', 'understudy: there is no story low-balanse: did you mean low-balance?'],
  ['--port 0 --scenario none.yaml', 'understudy: the file none.yaml cannot be read (ENOENT)'],
  ['scenario', 'Usage: understudy scenario'],
  ['scenario lst', "understudy: unknown command 'lst'"],
  ['scenario show', "missing required argument 'name'"],
  ['scenario show low-balanse', 'there is no story low-balanse: did you mean low-balance?'],
  ['scenario show /etc/hostname', 'a story must be a map of title, about, '],
  ['scenario check none.yaml', 'the file none.yaml cannot be read (ENOENT)'],
])('wrong usage ends with 2 and prints nothing else: %s', async (args, message) => {
  const { code, stdout, stderr } = await understudy(args.split(' '), { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
});

test('a mistake in a story ends check and start with 2, and every line says its place (F68)', async () => {
  await written('bad.yaml', `${own}stepps: []\n`.replace('seed: 7', 'seed: x'));
  for (const [args, hint] of [
    [['scenario', 'check', 'bad.yaml'], '(understudy scenario check --help shows its flags)'],
    [['--port', '0', '--scenario', 'bad.yaml'], '(understudy start --help shows its flags)'],
  ] as const) {
    const { code, stdout, stderr } = await understudy(args, { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('bad.yaml:11:1: a story has no stepps: did you mean steps?');
    expect(stderr).toContain('bad.yaml:4:9: seed must be a whole number from 0 to 4294967296');
    expect(stderr).toContain(hint);
  }
});

/** Nine times itself, seven times over. */
const unfolding = `a: &a [x, x, x, x, x, x, x, x, x]
${'bcdefgh'
  .split('')
  .map(
    (name, at) =>
      `${name}: &${name} [${Array(9)
        .fill(`*${'abcdefgh'.charAt(at)}`)
        .join(', ')}]\n`,
  )
  .join('')}steps: *h
`;

test.each<[what: string, text: string, bytes: number | undefined, message: string]>([
  ['one that unfolds', unfolding, undefined, 'it has more than 20 aliases'],
  ['one that holds itself', 'title: T\nabout: A.\nsteps: &a [*a]\n', undefined, 'it is nested too deep'],
  // Sparse: it has its size, and fills no disk.
  ['one of 100 MB', '', 100_000_000, 'is larger than 1 MB'],
])(
  'a hostile file ends check and start with 2, and nothing is served: %s (F68)',
  async (_what, text, bytes, message) => {
    const file = await written('hostile.yaml', text);
    await truncate(file, bytes ?? Buffer.byteLength(text));
    for (const args of [
      ['scenario', 'check', 'hostile.yaml'],
      ['--port', '0', '--scenario', 'hostile.yaml'],
    ]) {
      const { code, stdout, stderr } = await understudy(args, { cwd: folder });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
      expect(stderr).toContain('hostile.yaml');
      expect(stderr.length).toBeLessThan(2_000);
      expect(stderr).not.toContain('    at ');
    }
  },
);

test('a sound story is said to be fine, a file of ones own and one that comes with the package', async () => {
  await written('good.yaml', own);
  expect(await understudy(['scenario', 'check', 'good.yaml'], { cwd: folder })).toEqual({
    code: 0,
    stdout: 'good.yaml: fine (T)\n',
    stderr: '',
  });
  expect(await understudy(['scenario', 'check', 'low-balance'])).toMatchObject({ code: 0 });
});

test('what may be repeated leaves the name of the story alone', async () => {
  const input = ['--input', 'voice=none.wav', '--input', 'image=none.jpg'];
  const { code, stderr } = await understudy(['scenario', 'run', ...input, 'low-balance'], { cwd: folder });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/none\.(jpg|wav)/) });
  expect(stderr).not.toMatch(/low-balance|missing required argument/);
});

test('list names every story with its title, and as JSON also what it is about', async () => {
  const { code, stdout } = await understudy(['scenario', 'list'], { cwd: folder });
  expect(code).toBe(0);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ', 1)[0]),
  ).toEqual(await storyNames());
  expect(stdout).toMatch(
    /^low-balance +The balance is enough for one image, not for two +a mock: given.balance, timeline$/m,
  );
  expect(stdout).toMatch(/^first-avatar +The first talking avatar +any service$/m);
  expect(stdout).toMatch(/^webhook-abandoned .+ any service, with --webhook-receiver$/m);
  const { stdout: json } = await understudy(['scenario', 'list', '--json']);
  expect(JSON.parse(json)).toContainEqual({
    name: 'low-balance',
    title: 'The balance is enough for one image, not for two',
    about: expect.stringContaining('insufficient_balance'),
    needs: { mock: ['given.balance', 'timeline'], flags: [] },
  });
});

test('show prints the file, which can be played', async () => {
  const { stdout } = await understudy(['scenario', 'show', 'tier-unavailable'], { cwd: folder });
  const [first, ...rest] = stdout.split('\n');
  const [, ...others] = (await readFile(await fileOfStory('tier-unavailable'), 'utf8')).split('\n');
  expect(rest).toEqual(others);
  // Where a project has it that has installed the package: editors complete the copy.
  expect(first).toMatch(/\$schema=\.\/node_modules\/face-voice-understudy\/scenarios\/scenario\.schema\.json$/);
  await written('copy.yaml', stdout);
  expect((await started(['--scenario', 'copy.yaml'])).ready).toMatchObject({ scenario: 'copy.yaml' });
});
