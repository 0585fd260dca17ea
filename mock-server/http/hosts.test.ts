/** Names that the mock answers to: loopback's own, whatever a page in the same browser makes its own name resolve to. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertReplayable } from '../engine/simulation/replay.case.ts';
import { type TestMock, openMock } from './client.case.ts';
import { createGuard } from '../control/guard.ts';
import { createHostGuard } from './host-guard.ts';
import { exchange, request } from './wire.case.ts';

let mock: TestMock;
let port: number;
beforeAll(async () => {
  mock = await openMock({ port: 0, allowedHosts: ['mock.internal', 'Upper.Case'] });
  port = Number(new URL(mock.url).port);
});
afterAll(() => mock.close());

const verdicts: ReadonlySet<string> = new Set(['allowed', 'malformed', 'foreign']);

const statusOf = async (host: string, line = 'GET /api/v1/pricing'): Promise<number | undefined> => {
  const { statuses, text } = await exchange(port, request(line, [`Host: ${host}`, 'Connection: close']), {
    waitMs: 2_000,
  });
  expect(statuses.length, text).toBe(1);
  return statuses[0];
};

test.each([
  'localhost',
  'localhost:4870',
  'LOCALHOST',
  'LocalHost:1',
  'mock.localhost',
  'a.b.localhost:80',
  '127.0.0.1',
  '127.0.0.1:65535',
  '127.255.0.9',
  '[::1]',
  '[::1]:4870',
  'mock.internal',
  'mock.internal:443',
  'upper.case',
])('%s is let in (A2)', async (host) => expect(await statusOf(host)).toBe(200));

test.each([
  'evil.example',
  'evil.example:4870',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil-localhost',
  'xlocalhost',
  'localhost.',
  '127.0.0.1.',
  'localhost..',
  'mock.internal.evil.example',
  'x.mock.internal',
  'mock.internal.',
  '126.0.0.1',
  '128.0.0.1',
  '10.0.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '0',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.0x1',
  '1270.0.0.1',
  '127.0.0.1234',
  '127.0.0.1.nip.io',
  '[::]',
  '[::2]',
  '[::1',
  '::1',
  '[::1]x',
  '[::1]:',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:0:0:1]',
  '[fe80::1%25lo]',
  '[localhost]',
  '',
  ' ',
  ':',
  ':80',
  'localhost:',
  'localhost:x',
  'localhost:-1',
  'localhost:123456',
  'localhost:80:80',
  'localhost:80@evil.example',
  'user@localhost',
  'localhost@evil.example',
  'localhost/',
  'localhost/@evil.example',
  'localhost#.evil.example',
  'localhost?evil.example',
  'localhost, evil.example',
  'evil.example, localhost',
  'localhost evil.example',
  'localhost\tevil',
  'http://localhost',
  'loc\u00e4lhost',
  'local\u00adhost',
  '\u00fflocalhost',
  'localhost%00',
  'local%68ost',
  'localhost\\',
  '*.localhost:*',
  'x'.repeat(254),
  'a'.repeat(8_000),
])('%j is turned away (A2)', async (host) => {
  for (const line of [
    'GET /api/v1/pricing',
    'GET /__understudy/health',
    'GET /files/x/y',
    'POST /__understudy/reset',
  ]) {
    expect([400, 403]).toContain(await statusOf(host, line));
  }
});

test.each<[string, string[]]>([
  ['none', []],
  ['two', ['Host: localhost', 'Host: localhost']],
  ['a good one and a bad one', ['Host: localhost', 'Host: evil.example']],
  ['two in different spelling', ['Host: localhost', 'hOST: localhost']],
])('a request with %s is malformed (F32) (A2)', async (_what, hosts) => {
  const { statuses } = await exchange(port, request('GET /api/v1/pricing', [...hosts, 'Connection: close']), {
    waitMs: 2_000,
  });
  expect(statuses).toEqual([400]);
});

test.each([
  ['http://localhost/api/v1/pricing', 'localhost', 200],
  ['http://LOCALHOST:1/api/v1/pricing', 'localhost', 200],
  ['http://evil.example/api/v1/pricing', 'localhost', 403],
  ['http://localhost/api/v1/pricing', 'evil.example', 403],
  ['http://localhost@evil.example/api/v1/pricing', 'localhost', 400],
  ['https://evil.example/', 'localhost', 403],
  ['ftp://localhost/api/v1/pricing', 'localhost', 400],
  ['http:///api/v1/pricing', 'localhost', 400],
  ['http:localhost/api/v1/pricing', 'localhost', 400],
])('the whole address %s with Host %s answers %i (A2)', async (url, host, status) => {
  expect(await statusOf(host, `GET ${url}`)).toBe(status);
});

test(
  'none of 100,000 values of Host, of the address and of Origin makes a check throw (A3)',
  { timeout: 120_000 },
  async () => {
    const guard = createHostGuard(['mock.internal']);
    const controlGuard = createGuard('token');
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.webAuthority(),
      fc.stringMatching(/^[[\]:.@/%\w-]{0,40}$/),
    );
    await assertReplayable(
      fc.asyncProperty(fc.array(text, { maxLength: 3 }), text, text, async (hosts, url, origin) => {
        const rawHeaders = hosts.flatMap((host) => ['Host', host]);
        const verdict = guard({ rawHeaders, url });
        if (!verdicts.has(verdict)) expect.unreachable(verdict);
        // What a header cannot hold reaches no guard.
        const header = origin.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '');
        const asked = new Request('http://localhost/__understudy/clock', { headers: { origin: header } });
        const refusal = controlGuard(asked);
        if (refusal?.status !== 403) expect.unreachable(header);
      }),
      100_000,
      { seed: 1 },
    );
  },
);

test('no value of Host or Origin that a client can send breaks the mock (A3)', async () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme-ascii' }), fc.webAuthority(), fc.webUrl(), fc.constant('null'));
  await assertReplayable(
    fc.asyncProperty(value, value, async (host, origin) => {
      const lines = [`Host: ${host}`, `Origin: ${origin}`, 'Connection: close'];
      const { statuses } = await exchange(port, request('GET /__understudy/clock', lines), {
        waitMs: 2_000,
        pauseMs: 0,
      });
      expect(statuses).toHaveLength(1);
      expect([400, 401, 403]).toContain(statuses[0]);
    }),
    500,
    { seed: 1 },
  );
  expect(mock.failures).toEqual([]);
  expect((await mock.get('/balance')).status).toBe(200);
});

test('the mock listens on loopback and nowhere else (A1)', async () => {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  // Local address and port, then the remote; state 0A is listening.
  const listening = tables.join('').match(new RegExp(`[0-9A-F]+:${hex} [0-9A-F]+:0000 0A`, 'g')) ?? [];
  if (tables.join('') !== '') expect(listening.map((line) => line.split(':')[0])).toEqual(['0100007F']);
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.internal === false && address.family === 'IPv4');
  for (const address of outside) await expect(reach(address?.address ?? '')).resolves.toBe('refused');
});

const reach = (address: string): Promise<'connected' | 'refused'> =>
  new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: 1_000 });
    const end = (outcome: 'connected' | 'refused') => () => {
      socket.destroy();
      resolve(outcome);
    };
    socket.on('connect', end('connected')).on('error', end('refused')).on('timeout', end('refused'));
  });
