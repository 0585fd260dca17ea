/** The command as its users meet it: exit codes, messages, the ready line, variables, signals. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../about.ts';
import { type Serving, cliFile, launch, pause, serve, understudy } from './launch.case.ts';

let folder = '';
const running: Serving[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-test-'));
});
afterAll(async () => {
  await Promise.all(running.map((mock) => mock.stop()));
  await rm(folder, { recursive: true });
});

const started = async (...args: Parameters<typeof serve>): Promise<Serving> => {
  const mock = await serve(...args);
  running.push(mock);
  return mock;
};

/** After a mistake in what is typed for `start`, for `spec`, or for no command that there is. */
const hintFor = (command = ''): string => {
  if (/^(-|start$|$)/.test(command)) return '(understudy start --help shows its flags)';
  return command === 'spec' ? '(understudy spec --help shows its flags)' : '(understudy --help shows what there is)';
};

test.concurrent.each<[args: string, env: Record<string, string>, message: string]>([
  ['--prot 0', {}, "understudy: unknown option '--prot'\n(Did you mean --port?)"],
  ['frobnicate', {}, 'understudy: there is no command frobnicate: choose start, test, spec'],
  ['start extra', {}, 'understudy: start takes flags only, got extra'],
  ['--port 0 start', {}, 'understudy: the command comes first: understudy start and then its flags'],
  ['--port 70000', {}, "argument '70000' is invalid. It must be a whole number from 0 to 65535."],
  ['--port 1.5', {}, "argument '1.5' is invalid. It must be a whole number from 0 to 65535."],
  ['--port', {}, "understudy: option '--port <n>' argument missing"],
  ['', { UNDERSTUDY_PORT: 'x' }, "value 'x' from env 'UNDERSTUDY_PORT' is invalid."],
  ['', { PORT: 'x' }, "understudy: the environment's PORT is x. It must be a whole number from 0 to 65535."],
  ['', { PORT: '99999' }, "understudy: the environment's PORT is 99999."],
  ['', { UNDERSTUDY_API_KEY: 'a b' }, 'The API key must be 1 to 256 visible ASCII characters without spaces.'],
  ['--clock fast', {}, 'It must be real, manual, or a speed such as 60x.'],
  ['--start tomorrow', {}, 'It must be an ISO 8601 instant'],
  ['--start 2026-01-01T25:00', {}, 'It must be an ISO 8601 instant'],
  ['--start 1969-12-31', {}, 'It must be in one of the years 1970 to 9998.'],
  ['--start 1970-01-01T00:00+01:00', {}, 'It must be in one of the years 1970 to 9998.'],
  ['--start 9999-01-01', {}, 'It must be in one of the years 1970 to 9998.'],
  ['--rate-limit 0', {}, 'It must be a whole number from 1 to 1000000, or off.'],
  ['--balance -5', {}, 'It must be a number from 0 to 1000000000.'],
  ['--public-url mock.example', {}, 'It must be an http or https address without a path'],
  ['--allowed-host a:80', {}, 'It must be a name without scheme and port'],
  [
    '--variant error-bodi=flat',
    {},
    'There is no gap error-bodi: did you mean error-body? (understudy spec gaps lists them)',
  ],
  ['--variant error-body=flat error-body=list', {}, 'The gap error-body has one value, and was given flat and list.'],
  ['--variant error-body=flatt', {}, 'The gap error-body must be one of nested, flat, problem, list, got flatt'],
  ['--variant error-body', {}, 'It must be a gap and its value, such as error-body=flat.'],
  ['--variants all', {}, 'Allowed choices are shuffle.'],
  ['--signature-time mine', {}, 'Allowed choices are wall, clock.'],
  ['--signature-header a:b', {}, "It must be a header's name that nothing else has, such as Service-Signature."],
  ['--signature-header Content-Type', {}, "It must be a header's name that nothing else has"],
  ['--callback-allow 10.0.0.0/33', {}, '10.0.0.0/33: the length after the slash must be 0 to 32.'],
  ['--callback-allow http://a', {}, 'http://a is no address, range or host name: give such as 10.1.2.3'],
  ['--callback-allow 169.254.0.0/16', {}, 'nothing is ever sent to link-local and metadata addresses'],
  ['--tls-cert not-there.pem', {}, 'understudy: --tls-cert and --tls-key go together: one of them is missing'],
  ['--tls-cert none.pem --tls-key none.pem', {}, 'understudy: the file none.pem cannot be read (ENOENT)'],
  [
    '--tls-cert LICENSE --tls-key LICENSE',
    {},
    'understudy: LICENSE and LICENSE: tls: the certificate cannot be read as PEM',
  ],
  ['--config none.yaml', {}, 'understudy: the file none.yaml cannot be read (ENOENT)'],
  ['--log-format xml', {}, 'Allowed choices are pretty, json.'],
  ['--host 192.0.2.1', {}, 'understudy: 192.0.2.1 is no address of this machine'],
  ['spec', {}, "missing required argument 'document'"],
  ['spec rates', {}, 'there is no document rates: choose openapi, asyncapi, clauses, gaps, magic'],
  ['spec gaps more', {}, 'too many arguments'],
])('wrong usage ends with 2, says what is wrong and prints nothing else: %s %o', async (args, env, message) => {
  const words = args.split(' ').filter(Boolean);
  const { code, stdout, stderr } = await understudy(words, { env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).toContain(hintFor(words[0]));
  expect(stderr).not.toContain('    at ');
});

test.each([
  [['--api-key', 'hunter two'], {}, 'The API key must be 1 to 256 visible ASCII characters without spaces.'],
  [['--api-key=hunter two'], {}, 'The API key must be 1 to 256 visible ASCII characters without spaces.'],
  [['--api-key', `hunter${'x'.repeat(300)}`], {}, 'The API key must be 1 to 256 visible'],
  [[], { UNDERSTUDY_API_KEY: 'hunter\u00e9' }, 'The API key must be 1 to 256 visible'],
  [['--public-url', 'http://me:hunter@mock.example'], {}, 'The public URL must be without user name and password.'],
  [['--webhook-secert=hunter'], {}, "understudy: unknown option '--webhook-secert'"],
])('a secret that is none is refused, and never shown: %j %j', async (args, env, message) => {
  const { code, stdout, stderr } = await understudy([...args, '--port', '0'], { env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).toContain(hintFor());
  expect(stderr).not.toContain('hunter');
});

test('a flag that needs a text takes no empty one', async () => {
  for (const flag of ['--api-key', '--webhook-secret', '--host', '--ready-file']) {
    const { code, stderr } = await understudy(['--port', '0', flag, '']);
    expect({ flag, code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("argument '' is invalid"),
    });
  }
});

test('a port in use is said, with what to do (F67)', async () => {
  const { server, port } = await occupied();
  const { code, stderr } = await understudy(['--port', String(port)]);
  server.close();
  expect(code).toBe(2);
  expect(stderr).toContain(
    `port ${port} on 127.0.0.1 is in use: choose another with --port, or --port 0 for a free one`,
  );
});

test('when the tool itself breaks it ends with 3', async () => {
  const { code, stderr } = await understudy(['--port', '0'], { env: { TMPDIR: join(folder, 'not-there') } });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^understudy: ENOENT/);
});

test.each([['--version'], ['-V']])('%s prints the version', async (flag) => {
  expect(await understudy([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('help shows the commands, and how to see the flags', async () => {
  const { code, stdout } = await understudy(['--help']);
  expect(code).toBe(0);
  for (const word of ['start', 'spec', 'understudy start --help']) expect(stdout).toContain(word);
  expect((await understudy(['start', '--help'])).stdout).toContain('--ready-file <file>');
});

test.each(['openapi', 'asyncapi', 'clauses', 'gaps', 'magic'])('spec %s prints JSON for programs', async (name) => {
  const { code, stdout, stderr } = await understudy(['spec', name, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toBeTypeOf('object');
});

test('a reader that stops early is no failure', async () => {
  const { child, ended } = launch('/bin/sh', [
    '-c',
    `"${process.execPath}" "${cliFile}" spec clauses | head -1; exit 0`,
  ]);
  expect(child.pid).toBeDefined();
  const { stdout, stderr } = await ended;
  expect(stdout.split('\n')).toHaveLength(2);
  expect(stderr).toBe('');
});

test('the ready line is JSON where no terminal is, and the ready file has the same (F67)', async () => {
  const { ready, readyFile, stdout } = await started(['--clock', 'manual', '--seed', '7']);
  while (!stdout().endsWith('\n')) await pause(10);
  expect(stdout()).toBe(await readFile(readyFile, 'utf8'));
  const origin = new URL(ready.base_url).origin;
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(ready).toEqual({
    event: 'ready',
    base_url: `${origin}/api/v1`,
    api_key: expect.stringMatching(/^test_[a-z0-9_]+$/),
    webhook_secret: expect.stringMatching(/^whsec_[a-z0-9]+$/),
    control_url: `${origin}/__understudy`,
    control_token: expect.stringMatching(/^[a-z0-9]{32}$/),
    console_url: `${origin}/__understudy/#token=${ready.control_token}`,
    seed: 7,
    clock: 'manual',
  });
  expect((await balance(ready)).status).toBe(200);
});

test('the ready file is for its owner only, also where an older one was not, and nothing is left beside it (K8)', async () => {
  const place = await mkdtemp(join(folder, 'ready-'));
  const file = join(place, 'mine.json');
  await writeFile(file, 'old');
  await chmod(file, 0o644);
  const { child, ended } = launch(process.execPath, [cliFile, '--port', '0', '--quiet', '--ready-file', file]);
  while ((await readFile(file, 'utf8')) === 'old' && child.exitCode === null) await pause(20);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ event: 'ready' });
  expect(await readdir(place)).toEqual(['mine.json']);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('at a clean stop its ready file goes, one that another has written since stays, and so does any once it is killed', async () => {
  const [own, other, dead] = await Promise.all([started(), started(), started()]);
  await writeFile(other.readyFile, await readFile(own.readyFile));
  own.child.kill('SIGTERM');
  other.child.kill('SIGINT');
  dead.child.kill('SIGKILL');
  expect((await own.ended).code).toBe(0);
  expect((await other.ended).code).toBe(0);
  await dead.ended;
  expect(await readdir(own.folder)).toEqual([]);
  expect(JSON.parse(await readFile(other.readyFile, 'utf8'))).toEqual(own.ready);
  expect(JSON.parse(await readFile(dead.readyFile, 'utf8'))).toEqual(dead.ready);
});

test('a ready file that is a pipe gives what is written to its reader, and stays', async () => {
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  const reader = launch('cat', [pipe]);
  const mock = launch(process.execPath, [cliFile, '--port', '0', '--ready-file', pipe]);
  expect(JSON.parse((await reader.ended).stdout)).toMatchObject({ event: 'ready' });
  mock.child.kill('SIGTERM');
  expect((await mock.ended).code).toBe(0);
  expect((await stat(pipe)).isFIFO()).toBe(true);
});

test('a ready file that cannot be written ends it with 2', async () => {
  const file = join(folder, 'no-such-folder', 'ready.json');
  const { code, stdout, stderr } = await understudy(['--port', '0', '--ready-file', file]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`understudy: the ready file ${file} cannot be written (ENOENT)`);
});

test('the same seed gives the same key and secret, another token', async () => {
  const [one, two, other] = await Promise.all([started(), started(), started(['--seed', '2'])]);
  expect(two.ready.api_key).toBe(one.ready.api_key);
  expect(two.ready.webhook_secret).toBe(one.ready.webhook_secret);
  expect(two.ready.control_token).not.toBe(one.ready.control_token);
  expect(other.ready.api_key).not.toBe(one.ready.api_key);
});

test('--quiet prints nothing, --log-format pretty prints a box', async () => {
  const [quiet, pretty] = await Promise.all([started(['--quiet']), started(['--log-format', 'pretty'])]);
  while (!pretty.stdout().includes('Ctrl-C')) await pause(10);
  expect(quiet.stdout() + quiet.stderr()).toBe('');
  const { base_url, api_key, control_token } = pretty.ready;
  for (const text of [base_url, api_key, control_token]) expect(pretty.stdout()).toContain(text);
  const box = pretty
    .stdout()
    .split('\n')
    .filter((line) => /^[┌│├└]/.test(line));
  expect(new Set(box.map((line) => line.length)).size).toBe(1);
});

test.each(['pretty', 'json'])(
  '--verbose tells of what happens in %s, a line each, and of no secret (K3, K4)',
  async (format) => {
    const mock = await started(['--verbose', '--log-format', format]);
    const { base_url, api_key } = mock.ready;
    await fetch(`${base_url}/balance?q=a%0Ab%1b[2J`, { headers: { authorization: `Bearer ${api_key}` } });
    await fetch(`${base_url}/nothing`);
    const { stdout } = await mock.stop();
    const lines = stdout.split('\n').filter((line) => / \/api|"journal"/.test(line));
    expect(lines).toHaveLength(2);
    if (format === 'json')
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { event: 'journal', entry: { kind: 'request', operation: 'getBalance', response: { status: 200 } } },
        { event: 'journal', entry: { kind: 'request', operation: null, response: { status: 404 } } },
      ]);
    else expect(lines[1]).toMatch(/^\S+Z +- +GET \/api\/v1\/nothing → 404/);
    expect(lines.join('\n')).not.toContain(api_key);
    expect(lines.join('\n')).not.toContain('\u001b');
  },
);

test('an address that lets others in is warned of, and its key is not the one of the seed (A1, K2)', async () => {
  const [open, closed] = await Promise.all([started(['--host', '0.0.0.0']), started()]);
  expect(open.stderr()).toContain(
    'understudy: warning: 0.0.0.0 lets other machines in, by the names given with --allowed-host; --public-url sets',
  );
  expect(closed.stderr()).toBe('');
  expect(open.ready.api_key).not.toBe(closed.ready.api_key);
});

test('flags and variables set the first account, a flag before a variable, an empty variable not at all', async () => {
  const env = { UNDERSTUDY_API_KEY: 'from-variable', UNDERSTUDY_WEBHOOK_SECRET: 'secret' };
  const [byVariable, byFlag, empty] = await Promise.all([
    started(['--balance', '.5'], { env }),
    started(['--api-key', 'from-flag'], { env }),
    started([], { env: { UNDERSTUDY_API_KEY: '', UNDERSTUDY_WEBHOOK_SECRET: '', UNDERSTUDY_PORT: '', PORT: '' } }),
  ]);
  expect(byVariable.ready).toMatchObject({ api_key: 'from-variable', webhook_secret: 'secret' });
  expect(byFlag.ready.api_key).toBe('from-flag');
  expect(empty.ready.api_key).toMatch(/^test_/);
  expect(await (await balance(byVariable.ready)).json()).toMatchObject({ balance_usd: 0.5 });
});

test('the port is that of the flag, else UNDERSTUDY_PORT, else PORT', async () => {
  const [first, second] = await Promise.all([freePort(), freePort()]);
  const byPort = await started([], { port: [], env: { PORT: String(first) } });
  const byOwn = await started([], { port: [], env: { PORT: String(first), UNDERSTUDY_PORT: String(second) } });
  const byFlag = await started([], { env: { PORT: String(first), UNDERSTUDY_PORT: String(second) } });
  expect([byPort, byOwn].map(({ ready }) => portOf(ready.base_url))).toEqual([first, second]);
  expect([first, second]).not.toContain(portOf(byFlag.ready.base_url));
});

test('SIGTERM lets a running request end, takes no new one, and frees the port (F11)', async () => {
  const mock = await started(['--quiet']);
  const { upload, answer } = halfUpload(mock);
  await pause(200);
  mock.child.kill('SIGTERM');
  await refused(mock);
  upload.end('\r\n--edge--\r\n');
  expect(await answer).toBe(201);
  expect(await mock.ended).toMatchObject({ code: 0, stderr: '' });
  const again = await started([], { port: ['--port', String(portOf(mock.ready.base_url))] });
  expect((await balance(again.ready)).status).toBe(200);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a second %s ends it at once (F11)', async (signal, code) => {
  const mock = await started(['--quiet']);
  const { upload, answer } = halfUpload(mock);
  await pause(200);
  mock.child.kill(signal);
  await refused(mock);
  expect(mock.child.exitCode).toBeNull();
  const before = performance.now();
  mock.child.kill(signal);
  expect((await mock.ended).code).toBe(code);
  // Not after the five seconds that running requests would have.
  expect(performance.now() - before).toBeLessThan(4_900);
  upload.destroy();
  await answer;
});

test('without anything running, one Ctrl-C ends it at once with 0', async () => {
  const mock = await started();
  const before = performance.now();
  mock.child.kill('SIGINT');
  expect((await mock.ended).code).toBe(0);
  // Not after the five seconds that running requests would have.
  expect(performance.now() - before).toBeLessThan(4_900);
});

const balance = ({ base_url, api_key }: Serving['ready']): Promise<Response> =>
  fetch(`${base_url}/balance`, { headers: { authorization: `Bearer ${api_key}` } });

/** An upload whose end is still to come; `answer` is its status, or undefined if the connection broke. */
const halfUpload = ({ ready }: Serving) => {
  const upload = request(`${ready.base_url}/uploads`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${ready.api_key}`, 'content-type': 'multipart/form-data; boundary=edge' },
  });
  const answer = new Promise<number | undefined>((resolve) => {
    upload.on('response', (response) => resolve(response.resume().statusCode));
    upload.on('error', () => resolve(undefined));
    upload.on('close', () => resolve(undefined));
  });
  const disposition = 'content-disposition: form-data; name="file"; filename="face.png"\r\ncontent-type: image/png\r\n';
  upload.write(Buffer.concat([Buffer.from(`--edge\r\n${disposition}\r\n`), tinyPng]));
  return { upload, answer };
};

const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Until it takes no connection any more. */
const refused = async ({ ready }: Serving): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if ((await balance(ready).catch(() => undefined)) === undefined) return;
    await pause(20);
  }
  throw new Error('it still takes connections');
};

const portOf = (url: string): number => Number(new URL(url).port);

const occupied = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};

const freePort = async (): Promise<number> => {
  const { server, port } = await occupied();
  server.close();
  await once(server, 'close');
  return port;
};
