/** The two example clients do the main job against a mock with its usual rate limit, and notice when something is off. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orNot, decodeErrors, streamsOf, withoutFfmpeg } from '../mock-server/media/ffmpeg.case.ts';
import { type Ended, type Serving, launch, serve } from '../mock-server/cli/launch.case.ts';
import { blocksOf, textOf } from './documents.case.ts';

/** As the README writes them, with another folder for the results. */
const clients = blocksOf(textOf('README.md'))
  .flatMap(({ code }) => code.split('\n'))
  .filter((line) => /docs\/examples\/main-job\.(sh|ts) results$/.test(line))
  .map((line) => line.replace(/ results$/, ''));

let usual: Serving;
let quick: Serving;
let slow: Serving;
beforeAll(async () => {
  [usual, quick, slow] = await Promise.all([
    serve([], { command: ['npm', 'start', '--silent', '--'] }),
    serve(['--job-time', '0', '--rate-limit', 'off']),
    // A minute of this clock is a second of ours.
    serve(['--clock', '60x', '--rate-limit', '8']),
  ]);
});
afterAll(() => Promise.all([usual, quick, slow].map((mock) => mock.stop())));

test('the README shows both', () => {
  expect(clients).toEqual(['sh docs/examples/main-job.sh', 'npx tsx docs/examples/main-job.ts']);
});

const files = {
  'character-swap.mp4': ['video h264', 'audio aac'],
  'face-swap.mp4': ['video h264', 'audio aac'],
  'face-swap-image.png': ['video png'],
  'motion-control.mp4': ['video h264', 'audio aac'],
  'avatar.mp4': ['video h264', 'audio flac'],
  'lip-sync.mp4': ['video h264', 'audio mp3'],
  'voice-clone.wav': ['audio pcm_s16le'],
};

const minute = { timeout: 90_000 };

test.concurrent.each(clients)(`%s: seven results, a refund, and books that add up${orNot}`, minute, async (client) => {
  const { ended, folder } = await run(client, usual);
  expect({ ...ended, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(ended.stdout).toContain('balance before: 100 USD');
  expect(ended.stdout).toContain('voice-clone failed as asked, refunded');
  expect(ended.stdout).toMatch(/The books add up: [1-9]\d+ millionths of a dollar were charged\./);
  for (const [name, streams] of Object.entries(files)) {
    const file = join(folder, name);
    expect((await readFile(file)).length, name).toBeGreaterThan(1_000);
    if (withoutFfmpeg) continue;
    const found = streamsOf(file).map(({ codec_type, codec_name }) => `${codec_type} ${codec_name}`);
    expect({ name, found, errors: decodeErrors(file) }).toEqual({ name, found: streams, errors: '' });
  }
});

/** The first was the undoing of a client that looked at the failed job instead of the balance. */
const variants = [
  '--variant failed-job-charge=gross --variant failed-output-url=empty',
  '--variants shuffle --seed 1',
  '--variants shuffle --seed 2',
];

// The shell takes a process for each step, and long: it does the first.
const underVariants = clients.flatMap((client) =>
  variants.slice(0, client.startsWith('sh ') ? 1 : undefined).map((flags) => [client, flags] as const),
);

test.concurrent.each(underVariants)('%s: succeeds with %s too', minute, async (client, flags) => {
  const mock = await serve(['--job-time', '0', '--rate-limit', 'off', ...flags.split(' ')]);
  const { ended } = await run(client, mock);
  await mock.stop();
  expect({ ...ended, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(ended.stdout).toContain('voice-clone failed as asked, refunded');
});

test.concurrent.each(clients)('%s: slows down when it is told to', minute, async (client) => {
  const { ended } = await run(client, slow);
  expect({ ...ended, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
});

test.concurrent.each(clients)('%s: a key that does not work ends it', minute, async (client) => {
  const { ended } = await run(client, quick, { UNDERSTUDY_API_KEY: 'unknown' });
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toMatch(/HTTP 401 for .*balance.*"unauthorized"/);
});

test.concurrent.each(clients)('%s: without address and key it says what to set', minute, async (client) => {
  const [command = '', ...args] = client.split(' ');
  const ended = await launch(command, args).ended;
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toMatch(/set .*UNDERSTUDY_URL|UNDERSTUDY_URL: set/);
});

type Change = (path: string, body: Buffer, times: number) => Buffer | number | undefined;

const changes: readonly [what: string, change: Change, message: RegExp][] = [
  ['an upload that fails', (path) => (path.endsWith('/uploads') ? 500 : undefined), /HTTP 500 for .*uploads/],
  ['an empty download', (path) => (path.startsWith('/outputs/') ? Buffer.alloc(0) : undefined), /empty|\b0 bytes/],
  [
    'a refund that never comes',
    (path, body, times) =>
      path.endsWith('/balance') && times === 2
        ? Buffer.from(body.toString().replace(/"balance_usd":[\d.]+/, '"balance_usd":99.23'))
        : undefined,
    /charged \d+\b.*balance went down by 770000/,
  ],
  [
    'a job that fails unasked',
    (path, body) =>
      path.includes('/jobs/') && body.includes('.png')
        ? Buffer.from(body.toString().replace('succeeded', 'failed'))
        : undefined,
    /face-swap-image\.png: \{.*"failed"/,
  ],
];

test.concurrent.each(clients.flatMap((client) => changes.map(([what]) => [client, what] as const)))(
  '%s: %s ends it with a message',
  minute,
  async (client, what) => {
    const [, change, message] = changes.find(([name]) => name === what) ?? [];
    if (change === undefined || message === undefined) throw new Error(what);
    const { ended } = await run(client, quick, {}, change);
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toMatch(message);
    expect(ended.stdout).not.toContain('add up');
  },
);

/** Runs a client with an account of its own, behind something that may change the answers. */
const run = async (
  client: string,
  { ready, folder }: Serving,
  env: NodeJS.ProcessEnv = {},
  change: Change = () => undefined,
): Promise<{ ended: Ended; folder: string }> => {
  const made = await fetch(`${ready.control_url}/accounts`, {
    method: 'POST',
    headers: { 'x-understudy-token': ready.control_token, 'content-type': 'application/json' },
    body: '{"balance_usd":100}',
  });
  const { account_id, api_key } = (await made.json()) as { account_id: string; api_key: string };
  const results = join(folder, account_id);
  const between = await proxy(new URL(ready.base_url).origin, change);
  const [command = '', ...args] = client.split(' ');
  const { ended } = launch(command, [...args, results], {
    env: {
      UNDERSTUDY_URL: `${between.origin}/api/v1`,
      UNDERSTUDY_API_KEY: api_key,
      npm_config_loglevel: 'error',
      ...env,
    },
  });
  const end = await ended;
  between.close();
  return { ended: end, folder: results };
};

const proxy = async (target: string, change: Change): Promise<{ origin: string; close: () => void }> => {
  const seen = new Map<string, number>();
  let origin = '';
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = 'GET', url: path = '/', headers } = request;
      const passed = Object.entries(headers).filter(([name]) =>
        /^(authorization|content-type|idempotency-key)$/.test(name),
      );
      void fetch(target + path, {
        method,
        headers: passed as [string, string][],
        ...(method === 'POST' && { body: Buffer.concat(pieces) }),
      }).then(async (answer) => {
        const times = (seen.get(path) ?? 0) + 1;
        seen.set(path, times);
        const type = answer.headers.get('content-type') ?? '';
        const bytes = Buffer.from(await answer.arrayBuffer());
        const body = type.includes('json') ? Buffer.from(bytes.toString().replaceAll(target, origin)) : bytes;
        const changed = change(path, body, times);
        response.writeHead(typeof changed === 'number' ? changed : answer.status, { 'content-type': type });
        response.end(typeof changed === 'object' ? changed : body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
