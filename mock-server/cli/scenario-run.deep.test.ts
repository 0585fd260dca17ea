/** `understudy scenario run` as it is typed: what it prints, and with which code it ends. From the source, so that it needs no build. */
import { mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mock, createMock } from '../index.ts';
import { type Ended, type LaunchOptions, launch, root } from './launch.case.ts';

let folder = '';
let mock: Mock;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenario-run-'));
  mock = await createMock({ clock: '60x' });
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

const run = (args: readonly string[], options: LaunchOptions = {}): Promise<Ended> =>
  launch(process.execPath, ['--import', 'tsx', join(root, 'mock-server/cli/main.ts'), 'scenario', 'run', ...args], {
    cwd: root,
    ...options,
  }).ended;

const written = async (name: string, rest: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, `title: T\nabout: A client waits.\n${rest}`);
  return file;
};

test('a story that comes out as it tells ends with 0, and every step and claim is shown', async () => {
  const { code, stdout, stderr } = await run(['reply-lost-after-commit']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('A submit is taken, and its reply is lost\n');
  expect(stdout).toMatch(/✓ submit face-swap-image \(key order-1\)\n(.*\n)*? {4}POST \/face-swap-image → no answer/);
  expect(stdout).toMatch(/✓ follow \$job {2}the clock went on by [\d.]+ s\n {4}GET \/jobs\/\w+ → 200 succeeded/);
  expect(stdout).toContain('\nThen:\n✓ at least 2 requests with endpoint submit, with 1 Idempotency-Key in all');
  expect(stdout).toMatch(/\nfine: 3 steps, 3 claims\n$/);
});

test('a claim that does not hold ends with 1: what was expected, what was seen, and where', async () => {
  const file = await written('no.yaml', 'steps:\n  - { get: balance }\nthen:\n  - { jobs: 1, why: It pays. }\n');
  const { code, stdout } = await run([file]);
  expect(code).toBe(1);
  expect(stdout).toContain('✗ expected 1 job  It pays.\n    seen: 0, for there were none at all\n');
  expect(stdout).toContain(`    ${file}:6:5\n`);
  expect(stdout).toMatch(/\nnot fine: 1 of 1 claims does not hold\n$/);
});

test('a step that comes out otherwise ends with 1, and as JSON it is all data', async () => {
  const file = await written('step.yaml', 'steps:\n  - { get: balance, expect: not_found }\n  - { get: voices }\n');
  const { code, stdout } = await run([file, '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    fine: false,
    left_out: 1,
    steps: [{ step: 'get balance', as_expected: false, expected: 'not_found', where: `${file}:4:12` }],
    claims: [],
  });
});

const bomb = `a: &a [x, x, x, x]\n${'bcdefgh'
  .split('')
  .map(
    (name, at) =>
      `${name}: &${name} [${Array(9)
        .fill(`*${'abcdefgh'.charAt(at)}`)
        .join(', ')}]\n`,
  )
  .join('')}`;

test.concurrent.each<[what: string, text: string, message: string]>([
  ['an alias bomb', `${bomb}steps: *h\n`, 'it has more than 20 aliases'],
  ['a cycle', 'steps: &a [*a]\n', 'it is nested too deep'],
  ['a pattern', 'steps:\n  - { get: balance, expect: !!js/regexp /(a+)+$/ }\n', 'Unresolved tag'],
  ['a verb that is not there', 'steps:\n  - { got: balance }\n', ':4:7: this has no got: did you mean get?'],
  ['no steps', 'given: { balance: 1 }\n', 'has no steps: its client is yours, as in understudy exec --scenario'],
])('%s ends with 2 and plays nothing', async (what, text, message) => {
  const { code, stdout, stderr } = await run([await written(`${what.replaceAll(' ', '-')}.yaml`, text)]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
});

test('a file of 100 MB ends with 2 (F68)', async () => {
  const file = join(folder, 'large.yaml');
  const handle = await openFile(file, 'w');
  await handle.truncate(100_000_000);
  await handle.close();
  const { code, stderr } = await run([file]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is larger than 1 MB')]);
});

const plain = `steps:
  - { submit: face-swap-image, as: job }
  - { follow: $job, expect: succeeded }
then:
  - { jobs: 1, status: succeeded }
  - { spent_usd: as_told }
`;

test('a plain story is played on a service, with its key from the environment and within the budget', async () => {
  const file = await written('plain.yaml', plain);
  const flags = [file, '--url', mock.url, '--allow-spend', '--rate-limit', 'off', '--budget-usd'];
  const env = { UNDERSTUDY_API_KEY: mock.apiKey };
  const fine = await run([...flags, '1'], { env });
  expect(fine).toMatchObject({ code: 0, stderr: '' });
  expect(fine.stdout).toMatch(/fine: 2 steps, 2 claims, at most 0\.03 USD spent\n$/);
  expect(fine.stdout).not.toContain(mock.apiKey);
  const stopped = await run([...flags, '0.01'], { env });
  expect([stopped.code, stopped.stderr]).toEqual([4, expect.stringContaining('the budget of 0.01 USD does not cover')]);
  expect(stopped.stdout).toContain('Plan: 2 steps; 1 paid call, at most 0.03 USD, of a budget of 0.01 USD.');
});

test('a dry run tells steps and price, needs no permission, and sends nothing that is paid', async () => {
  const file = await written('dry.yaml', plain);
  const env = { UNDERSTUDY_API_KEY: mock.apiKey };
  const before = (await mock.control.jobs({ limit: 100 })).length;
  const told = await run([file, '--url', mock.url, '--dry-run'], { env });
  expect(told).toMatchObject({ code: 0, stderr: '' });
  expect(told.stdout).toContain('- submit face-swap-image as job  at most 0.03 USD\n- follow $job\n');
  expect(told.stdout).toMatch(/\nPlan: 2 steps; 1 paid call, at most 0\.03 USD\.\n$/);
  const poor = await run([file, '--url', mock.url, '--dry-run', '--allow-spend', '--budget-usd', '0.01'], { env });
  expect([poor.code, poor.stdout]).toEqual([0, expect.stringContaining('It would not be begun, and end with 4')]);
  const json = await run([file, '--dry-run', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ dry_run: true, paid_calls: 0, steps: [{ at_most_usd: 0 }, {}] });
  expect((await mock.control.jobs({ limit: 100 })).length).toBe(before);
  const blocked = await run(
    [await written('dry-mock.yaml', `given: { balance: 1 }\n${plain}`), '--url', mock.url, '--dry-run'],
    { env },
  );
  expect([blocked.code, blocked.stderr]).toEqual([
    2,
    expect.stringContaining('given.balance can be given to a mock only'),
  ]);
});

test('with --time-scale the clock of the mock runs by itself, and is waited for', async () => {
  const { code, stdout } = await run(['webhook-refused-twice', '--time-scale', '600']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('played on a mock in this process, 600 times as fast')]);
});

test('an address that a shell exports is no --url: the story is played on a mock in this process', async () => {
  const file = await written('exported.yaml', plain);
  const env = { UNDERSTUDY_URL: 'http://127.0.0.1:9/api/v1', UNDERSTUDY_API_KEY: mock.apiKey };
  const { code, stdout } = await run([file], { env });
  expect([code, stdout]).toEqual([0, expect.stringContaining('played on a mock in this process')]);
});

test('the address of a mock leads to its control API, as with every other command', async () => {
  const steered = await createMock({ clock: 'manual' });
  try {
    const file = await written('origin.yaml', plain);
    const flags = ['--control-url', new URL(steered.controlUrl).origin, '--control-token', steered.controlToken];
    expect(await run([file, ...flags])).toMatchObject({ code: 0, stderr: '' });
  } finally {
    await steered.close();
  }
});

test('what a service cannot play is said with its place, and ends with 2', async () => {
  const file = await written('mock-only.yaml', `given: { balance: 1 }\n${plain}`);
  const { code, stdout, stderr } = await run([file, '--url', mock.url, '--api-key', mock.apiKey]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`${file}:3:19: given.balance can be given to a mock only`);
  expect(stderr).toContain(`${file}:5:5: submit costs money: --allow-spend and --budget-usd`);
});

test('a service that is not there ends with 3', async () => {
  const file = await written('dead.yaml', 'steps:\n  - { get: balance }\n');
  const { code, stderr } = await run([file, '--url', 'http://127.0.0.1:9/api/v1', '--api-key', 'k1234567']);
  expect([code, stderr]).toEqual([3, expect.stringContaining('127.0.0.1:9')]);
});

test('a wrong base URL ends with 3 and one line, which says what the right one ends with (F70)', async () => {
  const file = await written('wrong-path.yaml', 'steps:\n  - { get: balance }\n');
  const { origin } = new URL(mock.url);
  const { code, stdout, stderr } = await run([file, '--url', origin, '--api-key', mock.apiKey]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(`try --url ${origin}/api/v1`);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a mock that runs already is given the story, its faults and its money, and is steered', async () => {
  const steered = await createMock({ clock: 'manual' });
  try {
    const file = await written('given.yaml', `given: { balance: 0.05 }\n${plain}  - { balance_usd: 0.02 }\n`);
    const env = { UNDERSTUDY_CONTROL_URL: steered.controlUrl, UNDERSTUDY_CONTROL_TOKEN: steered.controlToken };
    expect(await run([file], { env })).toMatchObject({ code: 0, stderr: '' });
    const refused = await run([await written('seeded.yaml', `given: { seed: 7 }\n${plain}`)], { env });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('seeded.yaml needs seed 7 from the start'),
    ]);
  } finally {
    await steered.close();
  }
});

test.concurrent.each<[args: string, message: string]>([
  ['low-balanse', 'there is no story low-balanse: did you mean low-balance?'],
  ['reply-lost-after-commit --url http://127.0.0.1:9/api/v1', 'there is no key for it'],
  [
    'reply-lost-after-commit --time-scale 2 --url http://127.0.0.1:9/api/v1 --api-key k1234567',
    '--time-scale is of a mock',
  ],
  ['reply-lost-after-commit --time-scale 0', 'It must be more than 0'],
  ['reply-lost-after-commit --allow-spend', '--allow-spend needs a limit: --budget-usd'],
  ['reply-lost-after-commit --control-url http://127.0.0.1:9/__understudy', 'there is no token for its control API'],
  [
    'low-balance --control-url http://127.0.0.1:9 --control-token t --seed 3',
    '--seed has no effect on a mock that runs',
  ],
  ['low-balance --control-url http://127.0.0.1:9 --control-token t --api-key k', '--api-key has no effect on a mock'],
  ['low-balance --price avatarr=1', '--price: there is no feature avatarr: did you mean avatar?'],
])('wrong usage ends with 2: %s', async (args, message) => {
  const { code, stderr } = await run(args.split(' '));
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('how a story stands that a running mock plays is told, and ends with 1 where it is violated', async () => {
  const file = await written('serve.yaml', 'then:\n  - { requests: none, status: 4xx }\n');
  const serving = await createMock({ scenario: file });
  const verdict = (): Promise<Ended> =>
    launch(process.execPath, ['--import', 'tsx', join(root, 'mock-server/cli/main.ts'), 'scenario', 'verdict'], {
      cwd: root,
      env: { UNDERSTUDY_CONTROL_URL: serving.controlUrl, UNDERSTUDY_CONTROL_TOKEN: serving.controlToken },
    }).ended;
  try {
    expect(await verdict()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✓ no requests with status 4xx'),
    });
    await fetch(`${serving.url}/balance`);
    const after = await verdict();
    expect([after.code, after.stdout]).toEqual([1, expect.stringContaining('seen: 1 of 1: balance 401 unauthorized')]);
    expect(after.stdout).toContain(`${file}:4:5`);
  } finally {
    await serving.close();
  }
});
