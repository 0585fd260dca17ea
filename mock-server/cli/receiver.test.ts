/** `understudy receiver` as its users meet it: exit codes, what it prints, and that it prints no secret. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openReceiver, secret } from '../../contract-tests/receiver-cases/receivers/frame.case.ts';
import type { Ended } from './launch.case.ts';
import { launched, typed } from './typed.case.ts';

const env = { UNDERSTUDY_WEBHOOK_SECRET: secret };
const judge = (args: readonly string[], given: { [name: string]: string } = env): Promise<Ended> =>
  typed(['receiver', ...args], given);

/** Cases that cost no time. */
const few = ['--only', 'valid', 'age.past-310', 'age.future-310', 'repeat.same-bytes'];

test('one that keeps the document ends with 0, and its effects are seen at an address or by a command', async () => {
  const receiver = await openReceiver();
  const url = receiver.url.replace('http://', '');
  const byUrl = await judge(['--url', url, '--effect-url', receiver.effectUrl, ...few]);
  const byCommand = await judge(['--url', url, '--effect-command', 'echo 1', '--effect-wait', '0', ...few]);
  await receiver.close();
  expect(byUrl).toMatchObject({ code: 0, stderr: '' });
  expect(byUrl.stdout).toMatch(/pass +events\.content\.delivery-id-deduplicated/);
  // What never changes shows nothing.
  expect(byCommand).toMatchObject({ code: 0, stderr: '' });
  expect(byCommand.stdout).toContain('the receiver acted on no delivery');
});

test('a broken clause ends with 1, in every report, and no secret is told (K3)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'receiver-test-'));
  const receiver = await openReceiver(() => ({ fresh: () => true }));
  const reports = ['json', 'junit', 'html', 'md'].flatMap((format) => [
    '--report',
    `${format}=${join(folder, format)}`,
  ]);
  const { code, stdout, stderr } = await judge([
    '--url',
    receiver.url,
    '--second-secret',
    'hunter-two',
    ...few,
    ...reports,
  ]);
  await receiver.close();
  const written = await Promise.all(
    ['json', 'junit', 'html', 'md'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  await rm(folder, { recursive: true });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  for (const text of [stdout, ...written]) {
    expect(text).toContain('events.signature.old-rejected');
    expect(text).not.toContain(secret);
    expect(text).not.toContain('hunter-two');
  }
});

test('--json prints the report and nothing else; --fail-on warn has a recommendation count', async () => {
  const receiver = await openReceiver((running) => ({ take: async () => ((running.acted += 1), 200) }));
  const { code, stdout } = await judge([
    '--url',
    receiver.url,
    '--effect-url',
    receiver.effectUrl,
    '--fail-on',
    'warn',
    '--json',
    ...few,
  ]);
  await receiver.close();
  const report = JSON.parse(stdout) as {
    readonly summary: object;
    readonly cases: readonly { readonly id: string }[];
    readonly exit_code: number;
  };
  expect([code, report.exit_code]).toEqual([1, 1]);
  expect(report.summary).toMatchObject({ fail: 0, warn: 1 });
  expect(report.cases.map(({ id }) => id)).toContain('repeat.same-bytes');
});

test('as a process of its own it says the same, and a signal ends it with what it came to (F71)', async () => {
  const receiver = await openReceiver((_, right) => ({
    take: async (webhook, key) => {
      if (webhook.event === 'job.failed' && !child.child.killed) child.child.kill('SIGINT');
      return right.take(webhook, key);
    },
  }));
  const child = launched(['receiver', '--url', receiver.url], { env });
  const { code, stdout, stderr } = await child.ended;
  await receiver.close();
  expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
  expect(stdout).toContain('it was interrupted');
  expect(stdout).toContain('Stopped before the end.');
});

test('where nobody listens it ends with 3, with one line', async () => {
  const receiver = await openReceiver();
  await receiver.close();
  const { code, stdout, stderr } = await judge(['--url', receiver.url]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(/^nothing can be sent to http:.*ECONNREFUSED, nobody listens there.*\n$/);
});

test.each<[args: readonly string[], given: { [name: string]: string }, message: string]>([
  [[], env, 'there is no receiver: --url or UNDERSTUDY_RECEIVER_URL'],
  [['--url', 'localhost:1'], {}, 'there is no webhook secret: --secret or UNDERSTUDY_WEBHOOK_SECRET'],
  [['--url', 'http://me:hunter2@localhost'], env, 'A URL must be without user name and password.'],
  [
    ['--url', 'localhost:1', '--only', 'age.pasd-310'],
    env,
    'there is no case, topic or clause age.pasd-310: did you mean age.past-310',
  ],
  [
    ['--url', 'localhost:1', '--only', 'events.signature.constant-time'],
    env,
    'no case judges the clause events.signature.constant-time',
  ],
  [['--url', 'localhost:1', '--effect-url', 'localhost:2', '--effect-command', 'true'], env, 'cannot be used with'],
  [
    ['--url', 'localhost:1', '--report', 'json=/nowhere/at/all.json'],
    env,
    'cannot be written (ENOENT): nothing was sent yet',
  ],
])('wrong usage ends with 2 before anything is sent: %j', async (args, given, message) => {
  const { code, stdout, stderr } = await judge(args, given);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('hunter2');
});
