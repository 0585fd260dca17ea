/** https on the command line, and that strangers accept what was made: curl, Python and Node, each told to trust only that. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTls } from '../http/tls.ts';
import { type Serving, launch, pause, serve, understudy } from './launch.case.ts';

let folder = '';
let mock: Serving;
const running: Serving[] = [];
const started = async (...flags: string[]): Promise<Serving> => {
  const one = await serve(flags);
  running.push(one);
  return one;
};
const fileOf = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-flags-'));
  mock = await started('--tls');
  await writeFile(fileOf('ca.pem'), mock.ready.ca_pem ?? '');
  for (const [name, serial] of [
    ['own', 'aaaaaaaaaaaaaaaa'],
    ['other', 'bbbbbbbbbbbbbbbb'],
  ] as const) {
    const { cert, key } = await openTls(true, [], { now: Date.now(), serial });
    await writeFile(fileOf(`${name}.crt`), cert);
    await writeFile(fileOf(`${name}.key`), key);
  }
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await rm(folder, { recursive: true });
});

test('the ready line has https addresses and the certificate to trust', () => {
  const { base_url, control_url, ca_pem } = mock.ready;
  expect(base_url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
  expect(control_url).toMatch(/^https:/);
  expect(ca_pem).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+\n-----END CERTIFICATE-----\n$/);
});

const url = (name: string): string => `${mock.ready.base_url.replace('127.0.0.1', name)}/pricing`;
const python = `import ssl, sys, urllib.request as u
print(u.urlopen(sys.argv[2], context=ssl.create_default_context(cafile=sys.argv[1])).status)`;
const node = `fetch(process.argv[1]).then(({ status }) => console.log(status))`;
const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

test.each<[string, (name: string) => [command: string, args: string[], env?: NodeJS.ProcessEnv]]>([
  ['curl', (name) => ['curl', ['-sS', '-o', '-', '-w', '\n%{http_code}\n', '--cacert', fileOf('ca.pem'), url(name)]]],
  ['python3', (name) => ['python3', ['-c', python, fileOf('ca.pem'), url(name)]]],
  ['node', (name) => [process.execPath, ['-e', node, url(name)], { NODE_EXTRA_CA_CERTS: fileOf('ca.pem') }]],
])('%s accepts the certificate, by name and by address', async (client, command) => {
  // Node and curl are needed for other tests too; a machine may be without Python.
  if (client === 'python3' && !has(client)) return;
  for (const name of ['localhost', '127.0.0.1']) {
    const [program, args, env = {}] = command(name);
    const { code, stdout, stderr } = await launch(program, args, { env: { ...env, NO_PROXY: '*' } }).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/200\n$/);
  }
});

test('the box says how to trust the certificate, and that works as it stands', async () => {
  const shown = await started('--tls', '--log-format', 'pretty');
  while (!shown.stdout().includes('Ctrl-C')) await pause(10);
  const fetching = /Trust its certificate: (curl .*?), and/.exec(shown.stdout())?.[1] ?? 'false';
  const trying = /Try it: (curl .*)/.exec(shown.stdout())?.[1] ?? 'false';
  const { code, stdout } = await launch('/bin/sh', ['-ec', `${fetching}\n${trying}`], { cwd: folder }).ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('"balance_usd":100') });
});

test('a certificate of the user is served, and none is handed out', async () => {
  const own = await started('--tls-cert', fileOf('own.crt'), '--tls-key', fileOf('own.key'));
  expect(own.ready.base_url).toMatch(/^https:/);
  expect(own.ready).not.toHaveProperty('ca_pem');
  const args = ['-fsS', '--cacert', fileOf('own.crt'), `${own.ready.base_url}/pricing`];
  expect(await launch('curl', args).ended).toMatchObject({ code: 0, stderr: '' });
});

test('a key that belongs to another certificate ends it with 2', async () => {
  const flags = ['--port', '0', '--tls-cert', fileOf('own.crt'), '--tls-key', fileOf('other.key')];
  const { code, stdout, stderr } = await understudy(flags);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('the key does not belong to the (first) certificate');
});

test('a reply and a stream that are broken off under TLS do not end the mock', async () => {
  const { base_url, api_key } = mock.ready;
  const call = (method: string, path: string, fault: string, ...more: string[]) => {
    const headers = ['-H', `Authorization: Bearer ${api_key}`, '-H', `X-Understudy-Fault: ${fault}`];
    return launch('curl', ['-sSk', '-X', method, ...headers, ...more, `${base_url}${path}`]).ended;
  };
  expect((await call('GET', '/balance', 'request-drop-mid-reply')).code).not.toBe(0);
  const json = ['-H', 'Content-Type: application/json', '-d', '{}'];
  const created = await call('POST', '/voice/session', 'socket-reset; after_messages=0', ...json);
  const { stream_url, session_token } = JSON.parse(created.stdout) as { stream_url: string; session_token: string };
  const stream = new WebSocket(`${stream_url}?session_token=${session_token}`, { rejectUnauthorized: false });
  stream.on('error', () => undefined);
  const [code] = (await once(stream, 'close')) as [number];
  expect(code).toBe(1006);
  const after = await launch('curl', ['-sSk', '-o', '/dev/null', '-w', '%{http_code}', url('127.0.0.1')]).ended;
  expect(after.stdout).toBe('200');
});
