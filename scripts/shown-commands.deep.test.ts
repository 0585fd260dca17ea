/** Every command that a document shows is typed, as it stands, in a project with tests, beside a mock and a receiver. */
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, cliFile, launch, serve } from '../mock-server/cli/launch.case.ts';
import { type Shown, shownCommands } from './shown-commands.case.ts';

let folder = '';
let mock: Serving;
let receiver: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shown-'));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'understudy'), `#!/bin/sh\nexec '${process.execPath}' '${cliFile}' "$@"\n`);
  // Whose tests it runs is not ours.
  await writeFile(join(bin, 'pytest'), '#!/bin/sh\n');
  for (const name of ['understudy', 'pytest']) await chmod(join(bin, name), 0o755);
  await writeFile(join(folder, 'package.json'), '{ "scripts": { "test": "true" } }');
  mock = await serve(['--rate-limit', 'off']);
  await fetch(`${mock.ready.control_url}/accounts`, {
    method: 'POST',
    headers: { 'x-understudy-token': mock.ready.control_token, 'content-type': 'application/json' },
    body: '{"balance_usd":1}',
  });
  // It refuses all: what is shown is how it is judged, and not that it is good. What it has done, it tells.
  receiver = createServer(({ method }, response) => {
    if (method === 'GET') response.end('0');
    else response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await typed('understudy journal --json > journal.json');
  await typed('understudy scenario show first-avatar > checkout.yaml');
}, 60_000);
afterAll(async () => {
  receiver?.close();
  await mock?.stop();
  await rm(folder, { recursive: true });
});

const typed = (line: string) => {
  const { port } = receiver.address() as AddressInfo;
  const { base_url, api_key, control_url, control_token, webhook_secret } = mock.ready;
  const here = line
    .replaceAll(/(?:http:\/\/)?(?:localhost|127\.0\.0\.1):3000/g, `http://127.0.0.1:${port}`)
    .replaceAll('https://service.example/api/v1', base_url);
  const asksMock = /^understudy (?:conduct|journal|snapshot) /.test(`${line} `);
  return launch('/bin/bash', ['-euo', 'pipefail', '-c', here], {
    cwd: folder,
    env: {
      PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
      UNDERSTUDY_WEBHOOK_SECRET: webhook_secret,
      ...(here !== line && { UNDERSTUDY_API_KEY: api_key }),
      ...(asksMock && { UNDERSTUDY_CONTROL_URL: control_url, UNDERSTUDY_CONTROL_TOKEN: control_token }),
    },
  }).ended;
};

/** Commands that serve until they are told to stop: then it is tried that they begin to. */
const serves = ({ line }: Shown): boolean => /^understudy(?: start| --|$)/.test(line);

test('there are commands to type', () => {
  expect(shownCommands.length).toBeGreaterThan(15);
});

const rows = (shown: readonly Shown[]) => shown.map(({ file, line }) => [file, line] as const);

test.each(rows(shownCommands.filter(serves)))('%s: it serves: %s', async (_file, line) => {
  const [command = '', ...words] = line.split(' ');
  // Flags come after the name of a command.
  const named = words[0] === 'start' ? words.splice(0, 1) : [];
  const serving = await serve(words, { command: [join(folder, 'bin', command), ...named], cwd: folder });
  const { code } = await serving.stop();
  expect(code).toBe(0);
});

test.each(rows(shownCommands.filter((shown) => !serves(shown))))('%s: it works: %s', async (_file, line) => {
  const { code, stdout, stderr } = await typed(line);
  // 1: something was found wrong, which is what it is for.
  expect([0, 1], stdout + stderr).toContain(code);
});
