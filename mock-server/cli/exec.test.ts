/** `understudy exec` as scripts meet it: what the command is given, how it ends, and what is said of its conduct. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, type LaunchOptions, cliFile, launch, pause, understudy } from './launch.case.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-exec-'));
  await writeFile(join(folder, 'mistake.yaml'), showsMistake);
});
afterAll(() => rm(folder, { recursive: true }));

const showsMistake = `
title: A client without a key
about: It submits again, and pays for two.
instead: reply-lost-after-commit
faults:
  - when: { operation: submitFaceSwapImage, nth: 1 }
    then: { fault: request-drop-after-commit }
`;

/** A client as a program of its own: `call` asks the service, `steer` its control API. */
const client = (code: string): readonly string[] => [
  process.execPath,
  '--input-type=module',
  '-e',
  `const { env } = process;
  const call = (path, init = {}) =>
    fetch(env.UNDERSTUDY_URL + path, { headers: { authorization: 'Bearer ' + env.UNDERSTUDY_API_KEY }, ...init });
  const steer = async (method, path, body) =>
    (await fetch(env.UNDERSTUDY_CONTROL_URL + path, {
      method,
      headers: { 'x-understudy-token': env.UNDERSTUDY_CONTROL_TOKEN, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })).json();
  ${code}`,
];

const portrait = fileURLToPath(new URL('../../fixtures/media/portrait.png', import.meta.url));

/** One that knows no better: its first call has no key. */
const careless = client(`await call('/balance', { headers: {} }); await call('/balance'); console.log('done');`);
const careful = client(`await call('/balance'); console.log('done');`);

const ran = (flags: string, command: readonly string[], options: LaunchOptions = {}): Promise<Ended> =>
  understudy(['exec', ...flags.split(' ').filter(Boolean), '--', ...command], { cwd: folder, ...options });

/** All that is said where nothing is wrong. */
const isShortCard =
  /^understudy: conduct: (there was nothing to judge|\d+ clauses? kept, \d+ without occasion, \d+ cannot be observed) \(all of it: --verbose, or --report html=FILE\)\n$/;
const shortCard: unknown = expect.stringMatching(isShortCard);

test.concurrent('the command finds the mock in its environment, and has its output for itself', async () => {
  const { code, stdout, stderr } = await ran(
    '--balance 7 --quiet',
    client(`
      const { balance_usd } = await (await call('/balance')).json();
      const { mode } = await steer('GET', '/clock');
      console.log(JSON.stringify({ balance_usd, mode, url: env.UNDERSTUDY_URL, secret: env.UNDERSTUDY_WEBHOOK_SECRET }));
    `),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    balance_usd: 7,
    mode: 'real',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/),
    secret: expect.stringMatching(/^whsec_/),
  });
});

test.concurrent('its input and its arguments are its own', async () => {
  const shell = `echo hello | '${process.execPath}' '${cliFile}' exec -- sh -c 'cat; echo "$@"' sh --help -- --port x`;
  const { code, stdout, stderr } = await launch('sh', ['-c', shell], { cwd: folder }).ended;
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'hello\n--help -- --port x\n', stderr: shortCard });
});

test.concurrent('a scorecard in a line stands on standard error where all is well, and says how much was seen', async () => {
  const [well, idle] = await Promise.all([ran('', careful), ran('', ['true'])]);
  expect([well.stdout, well.stderr]).toEqual(['done\n', shortCard]);
  expect(well.stderr).toMatch(/: [1-9]\d* clauses? kept, [1-9]\d* without occasion, 5 cannot be observed /);
  expect([idle.stdout, idle.stderr]).toEqual(['', shortCard]);
  expect(idle.stderr).toContain('there was nothing to judge');
});

test.concurrent.each([
  ['its exit code is handed on', 'exit 7', 7],
  ['a signal that ended it is 128 and its number', 'kill -KILL $$', 137],
])('%s', async (_, script, expected) => {
  const { code, stdout, stderr } = await ran('', ['sh', '-c', script]);
  expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: '', stderr: shortCard });
});

test.concurrent.each(['SIGINT', 'SIGTERM'] as const)(
  '%s goes to the command, which the mock still serves until it has ended',
  async (signal) => {
    const command = client(`
      process.on('${signal}', async () => {
        console.log((await call('/balance')).status);
        process.exit(5);
      });
      setTimeout(() => process.exit(99), 60_000);
      console.log('ready');
    `);
    const { child, ended, stdout } = launch(process.execPath, [cliFile, 'exec', '--', ...command], { cwd: folder });
    while (!stdout().includes('ready')) await pause(20);
    child.kill(signal);
    expect(await ended).toEqual({ code: 5, stdout: 'ready\n200\n', stderr: shortCard });
  },
);

test.concurrent.each<[args: readonly string[], message: string]>([
  [['--', 'no-such-program'], 'no-such-program was not run: there is no such program'],
  [['--', '.'], '. was not run: it is no program that may be run'],
  [[], 'exec runs a command, which stands after --: understudy exec -- npm test'],
  [['--'], 'exec runs a command, which stands after --'],
  [['npm', 'test'], 'the command stands after --, and flags of exec before it: understudy exec -- npm test'],
  [['npm', '--', 'test'], 'the command stands after --'],
  [['--prot', '1', '--', 'true'], "unknown option '--prot'"],
  [['--fail-on', 'all', '--', 'true'], 'Allowed choices are warn, fail, never.'],
  [['--clock', 'fast', '--', 'true'], 'It must be real, manual, or a speed such as 60x.'],
  [['--scenario', 'no-such-story', '--', 'true'], 'no-such-story'],
  [['--report', 'xml=a', '--', 'true'], 'A format is one of json, junit, html, md.'],
  [['--report', 'json=none/a.json', '--', 'touch', 'was-run'], 'none/a.json cannot be written (ENOENT)'],
])('wrong usage ends with 2, says what is wrong, and runs nothing: %j', async (args, message) => {
  const { code, stdout, stderr } = await understudy(['exec', ...args], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(await readdir(folder)).not.toContain('was-run');
});

test.concurrent('a command that breaks a rule ends with 1, and the reason stands on standard error', async () => {
  const { code, stdout, stderr } = await ran('', careless);
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'done\n' });
  expect(stderr).toContain('The client of account a1');
  expect(stderr).toMatch(/FAIL {2}keys\.bearer .*\n.*GET \/api\/v1\/balance.*\n +#1 .* GET \/api\/v1\/balance → 401\n/);
  expect(stderr).toContain('authentication.bearer-sent');
  expect(stderr).toMatch(/understudy: the command was fine, but its conduct is not \(--fail-on fail\): exit code 1\n$/);
  expect(stderr).not.toContain('No occasion');
});

test.concurrent('calls whose account nobody knows are judged too', async () => {
  const { code, stderr } = await ran('', client(`await call('/balance', { headers: {} });`));
  expect(code).toBe(1);
  expect(stderr).toContain('Calls of no known account');
});

test.concurrent('with --tls a command in Node trusts the mock, and its certificate is gone afterwards', async () => {
  const trusting = client(`
    console.log((await call('/balance')).status, env.UNDERSTUDY_URL.startsWith('https:'), env.NODE_EXTRA_CA_CERTS);
  `);
  const { code, stdout, stderr } = await ran('--tls', trusting);
  expect({ code, stderr }).toEqual({ code: 0, stderr: shortCard });
  const [, file = ''] = /^200 true (.+)\n$/.exec(stdout) ?? [];
  expect(file).not.toBe('');
  expect(existsSync(file)).toBe(false);
});

test.concurrent('a story whose own client makes a mistake says so, and by what yours is judged', async () => {
  const [told, quiet, other] = await Promise.all(
    ['--scenario ./mistake.yaml', '--quiet --scenario ./mistake.yaml', '--scenario low-balance'].map((flags) =>
      ran(flags, careful),
    ),
  );
  expect(told?.stderr).toMatch(
    /^understudy: \S*mistake\S* shows a client that makes a mistake; yours is judged by what reply-lost-after-commit promises$/m,
  );
  expect([quiet?.stderr, other?.stderr].join('')).not.toContain('makes a mistake');
});

test.concurrent.each([
  ['./mistake.yaml', 'order-1', 0],
  ['./mistake.yaml', 'order-2', 1],
  ['reply-lost-after-commit', 'order-2', 1],
])('%s: a client that retries with key %s after order-1 ends it with %i', async (name, key, expected) => {
  const retrying = client(`
    const { readFile } = await import('node:fs/promises');
    const form = new FormData();
    form.set('file', new Blob([await readFile('${portrait}')], { type: 'image/png' }), 'face.png');
    const { file_key: image } = await (await call('/uploads', { method: 'POST', body: form })).json();
    const headers = { authorization: 'Bearer ' + env.UNDERSTUDY_API_KEY, 'content-type': 'application/json' };
    const body = JSON.stringify({ image_key: image, face_key: image });
    const submit = (key) =>
      call('/face-swap-image', { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body });
    await submit('order-1').catch(() => undefined);
    const { status_url } = await (await submit('${key}')).json();
    for (let status; status !== 'succeeded'; await new Promise((resolve) => setTimeout(resolve, 300)))
      ({ status } = await (await fetch(new URL(status_url, env.UNDERSTUDY_URL), { headers })).json());
  `);
  const { code, stderr } = await ran(`--scenario ${name} --fail-on never`, retrying);
  expect([code, stderr]).toEqual([expected, expect.any(String)]);
  expect(stderr.includes('reply-lost-after-commit: a claim does not hold')).toBe(expected === 1);
  // The place is in the file of the package, whichever story was named.
  expect(/at +\S*\breply-lost-after-commit\.yaml:\d+:\d+\n/.test(stderr)).toBe(expected === 1);
});

test.concurrent('its own exit code goes first', async () => {
  const { code, stderr } = await ran('', client(`await call('/balance', { headers: {} }); process.exit(9);`));
  expect(code).toBe(9);
  expect(stderr).toContain('FAIL  keys.bearer');
  expect(stderr).not.toContain('exit code 1');
});

test.concurrent.each<[flags: string, command: readonly string[], code: number, said: RegExp]>([
  ['--fail-on never', careless, 0, /FAIL {2}keys\.bearer[^]*1 rule broken\.\n$/],
  ['--fail-on never --quiet', careless, 0, /^$/],
  ['--quiet', careless, 1, /^understudy: the command was fine, but its conduct is not .*\n$/],
  ['--fail-on warn', careful, 0, isShortCard],
  ['--quiet', careful, 0, /^$/],
  ['--verbose', careful, 0, /^understudy: a mock serves at http:[^]*No occasion[^]*Kept, wherever there was occasion/],
  ['--verbose', ['true'], 0, /There was nothing to judge\.\n$/],
])('with %s', async (flags, command, expected, said) => {
  const { code, stderr } = await ran(flags, command);
  expect(code).toBe(expected);
  expect(stderr).toMatch(said);
  expect(stderr).not.toMatch(/whsec_|test_a1_/);
});

test.concurrent('a recommendation that is not followed fails where it is asked to', async () => {
  const repeated = client(`
    const init = { method: 'POST', headers: { authorization: 'Bearer ' + env.UNDERSTUDY_API_KEY, 'content-type': 'application/json' }, body: '{}' };
    for (let n = 0; n < 4; n++) await call('/face-swap', init);
  `);
  const [usual, strict] = await Promise.all([ran('', repeated), ran('--fail-on warn', repeated)]);
  expect([usual.code, strict.code]).toEqual([0, 1]);
  expect(usual.stderr).toContain('WARN  inputs.invalid-not-repeated');
});

test.concurrent('accounts that are made while it runs are judged, each by itself', async () => {
  const report = join(folder, 'accounts.json');
  const { code, stderr } = await ran(
    `--report json=${report}`,
    client(`
      const { api_key } = await steer('POST', '/accounts', { balance_usd: 1 });
      await call('/balance');
      await fetch(env.UNDERSTUDY_URL + '/balance?api_key=' + api_key, { headers: { authorization: 'Bearer ' + api_key } });
    `),
  );
  expect(code).toBe(1);
  expect(stderr).toContain('The client of account a2');
  expect(stderr).not.toContain('The client of account a1');
  const { scorecards } = JSON.parse(await readFile(report, 'utf8')) as { scorecards: unknown };
  expect(scorecards).toMatchObject([
    { account_id: 'a1', summary: { fail: 0 } },
    { account_id: 'a2', summary: { fail: 1 } },
  ]);
});

test.concurrent('reports are written in every form, also where the command fails', async () => {
  const files = ['json', 'junit', 'html', 'md'].map((format) => `${format}=all.${format}`).join(',');
  const summary = join(folder, 'summary.md');
  const failing = client(`await call('/balance', { headers: {} }); process.exit(4);`);
  const { code } = await ran(`--report ${files}`, failing, { env: { GITHUB_STEP_SUMMARY: summary } });
  expect(code).toBe(4);
  const read = (format: string): Promise<string> => readFile(join(folder, `all.${format}`), 'utf8');
  expect(JSON.parse(await read('json'))).toMatchObject({ tool: 'understudy', exit_code: 1, summary: { fail: 1 } });
  expect(await read('junit')).toContain('<failure type="fail"');
  expect(await read('html')).toContain('<h1>1 rule broken</h1>');
  expect(await read('md')).toContain('## 1 rule broken');
  expect(await readFile(summary, 'utf8')).toBe(await read('md'));
});

const story = (then: string): string => `title: T\nabout: A client asks.\ngiven:\n  balance: 3\nthen:\n  - ${then}\n`;

test.concurrent('a story whose end does not come ends with 1, and says which claim it was', async () => {
  await writeFile(join(folder, 'broken.yaml'), story('jobs: 1'));
  await writeFile(join(folder, 'kept.yaml'), story('requests: { at_least: 1 }'));
  const [broken, kept] = await Promise.all(['broken', 'kept'].map((name) => ran(`--scenario ./${name}.yaml`, careful)));
  expect(kept).toMatchObject({ code: 0, stdout: 'done\n' });
  expect(kept?.stderr).toMatch(/^understudy: conduct: .*\nunderstudy: \S*kept\.yaml: 1 claim held\n$/);
  expect(broken).toMatchObject({ code: 1, stdout: 'done\n' });
  expect(broken?.stderr).toMatch(
    /broken\.yaml: a claim does not hold\n {2}at +\S*broken\.yaml:6:\d+\n {2}expected +1 job\n/,
  );
  expect(broken?.stderr).toContain('understudy: the command was fine, but the story is not: exit code 1');
});

test.concurrent('--json tells story and conduct in one line, after what the command says', async () => {
  await writeFile(join(folder, 'told.yaml'), story('jobs: 1'));
  const command = ['sh', '-c', '"$0" "$@"; echo of its own >&2', ...careless];
  const { code, stdout, stderr } = await ran('--json --scenario ./told.yaml', command);
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'done\n' });
  const [own, json = '', ...more] = stderr.split('\n');
  expect([own, ...more]).toEqual(['of its own', '']);
  expect(JSON.parse(json)).toMatchObject({
    exit_code: 1,
    command_exit_code: 0,
    story: { name: './told.yaml', holds: false, claims: [{ verdict: 'violated' }] },
    conduct: { exit_code: 1, summary: { fail: 1 } },
  });
  const { stderr: fine } = await ran('--json', careful);
  expect(JSON.parse(fine)).toMatchObject({ exit_code: 0, story: null, conduct: { summary: { fail: 0 } } });
});

test.concurrent('it takes a free port whatever a file of settings says for a mock that runs for long', async () => {
  const file = join(folder, 'settings.yaml');
  await writeFile(file, 'port: 4870\nready-file: ready.json\nlog-format: json\nbalance: 5\n');
  const two = ['sh', '-c', '"$0" "$@"', process.execPath, cliFile, 'exec', '--config', file, '--', ...careful];
  const { code, stdout, stderr } = await ran(`--quiet --config ${file}`, two);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'done\n', stderr: shortCard });
  expect(await readdir(folder)).not.toContain('ready.json');
});

test.concurrent('a ready file is there while the command runs', async () => {
  const { code, stdout, stderr } = await ran('--ready-file here.json', ['sh', '-c', 'cut -c 1-16 here.json']);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"event":"ready"\n', stderr: shortCard });
  expect(await readdir(folder)).not.toContain('here.json');
});
