/** https and wss as strict clients meet them: they trust the certificate that was made, and check it as any other. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { type RequestOptions, request } from 'node:https';
import { type Socket, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Mock, createMock } from '../index.ts';
import type { MockOptions } from '../options.ts';
import { type Pair, openTls } from './tls.ts';

const failures: unknown[] = [];
const mocks: Mock[] = [];
const opened = async (options: MockOptions): Promise<Mock> => {
  const mock = await createMock({ onFailure: (error) => failures.push(error), ...options });
  mocks.push(mock);
  return mock;
};

let mock: Mock;
beforeAll(async () => {
  mock = await opened({ tls: true });
});
afterAll(async () => {
  await Promise.all(mocks.map((each) => each.close({ graceMs: 0 })));
  if (failures.length > 0) throw new AggregateError(failures, `a mock failed: ${String(failures[0])}`);
});

const portOf = ({ url }: Mock): number => Number(new URL(url).port);

type Got = { readonly status: number | undefined; readonly type: string | undefined; readonly text: string };

/** A GET by a client that trusts only `ca`. */
const get = (url: string, options: RequestOptions): Promise<Got> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], text }));
    });
    sent.on('error', reject);
    sent.end();
  });

const pricing = (served: Mock, ca = served.caPem ?? ''): Promise<Got> => get(`${served.url}/pricing`, { ca });

test('the service and its control API are served over https', async () => {
  expect(mock.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
  expect(mock.controlUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/__understudy$/);
  expect((await pricing(mock)).status).toBe(200);
  const headers = { 'x-understudy-token': mock.controlToken, origin: new URL(mock.url).origin };
  expect((await get(`${mock.controlUrl}/clock`, { ca: mock.caPem ?? '', headers })).status).toBe(200);
});

test('streams are served over wss', async () => {
  const headers = { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' };
  const response = await mock.fetch(`${mock.url}/voice/session`, { method: 'POST', headers, body: '{}' });
  const session = (await response.json()) as { stream_url: string; session_token: string };
  expect(session.stream_url).toMatch(/^wss:\/\/127\.0\.0\.1:/);
  const address = `${session.stream_url}?session_token=${session.session_token}`;
  const socket = new WebSocket(address, { ca: mock.caPem ?? '' });
  const [format] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(format.toString())).toHaveProperty('sample_rate');
  socket.close();
  await once(socket, 'close');
});

test('the certificate that is served is open to everyone', async () => {
  const ca = mock.caPem ?? '';
  expect(await get(`${mock.controlUrl}/ca.pem`, { ca })).toEqual({
    status: 200,
    type: 'application/x-pem-file',
    text: ca,
  });
});

test('without https there is no certificate to trust', async () => {
  const plain = await opened({});
  const response = await fetch(`${plain.controlUrl}/ca.pem`);
  expect(response.status).toBe(404);
  expect(plain.caPem).toBeUndefined();
});

test('it holds for loopback and for every name that the mock was told, and for no other', async () => {
  const { caPem = '' } = await opened({
    tls: true,
    host: '127.0.0.1',
    allowedHosts: ['Mock.Example', '[fd00::5]', '192.0.2.7'],
    publicUrl: 'https://public.example:8443',
  });
  const certificate = new X509Certificate(caPem);
  for (const name of ['localhost', 'mock.example', 'public.example']) expect(certificate.checkHost(name)).toBe(name);
  for (const address of ['127.0.0.1', '::1', 'fd00::5', '192.0.2.7']) {
    expect(certificate.checkIP(address)).toBe(address);
  }
  expect(certificate.checkHost('other.example')).toBeUndefined();
  expect(certificate.checkIP('192.0.2.8')).toBeUndefined();
});

test('it is no authority, and holds from a day ago for 90 days', () => {
  const certificate = new X509Certificate(mock.caPem ?? '');
  expect(certificate.ca).toBe(false);
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const day = 24 * 60 * 60 * 1_000;
  expect(to - from).toBe(90 * day);
  expect(from).toBeLessThan(Date.now() - day + 60_000);
  expect(from).toBeGreaterThan(Date.now() - 2 * day);
});

test('a client that does not trust it is not served', async () => {
  const other = await opened({ tls: true });
  await expect(pricing(mock, other.caPem)).rejects.toThrow(/certificate/);
  await expect(get(`${mock.url}/pricing`, {})).rejects.toThrow(/self-signed/);
});

/** A connection of bare bytes, and how it ended. */
const rawly = (served: Mock, bytes: string): { readonly socket: Socket; readonly ended: Promise<unknown> } => {
  const socket = connect(portOf(served), '127.0.0.1');
  socket.write(bytes, 'latin1');
  socket.on('error', () => socket.destroy());
  socket.resume();
  return { socket, ended: once(socket, 'close') };
};

test.each([
  ['plain HTTP', 'GET /api/v1/pricing HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a broken handshake', '\x16\x03\x01\x02\x00\x01garbage'],
  ['noise', '\x00\xff'.repeat(1_000)],
])('%s on its port harms nobody', async (_what, bytes) => {
  const { socket, ended } = rawly(mock, bytes);
  if (bytes.startsWith('\x16')) socket.end();
  await ended;
  expect((await pricing(mock)).status).toBe(200);
});

test('a request that asks for another protocol is answered as if it had not', async () => {
  const socket = connectTls({ host: '127.0.0.1', port: portOf(mock), ca: mock.caPem ?? '', servername: 'localhost' });
  socket.write('GET /api/v1/pricing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString()));
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

test('a peer that never ends its handshake does not hold up the end', async () => {
  const held = await opened({ tls: true });
  const { ended } = rawly(held, '\x16\x03\x01');
  await pricing(held);
  await held.close({ graceMs: 50 });
  await ended;
});

/** The key behind a password. */
const encrypted = (key: string, type: 'pkcs1' | 'pkcs8'): string =>
  createPrivateKey(key).export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString();

let own: Pair;
let another: Pair;
beforeAll(async () => {
  own = await openTls(true, ['own.example'], { now: Date.now(), serial: 'aaaaaaaaaaaaaaaa' });
  another = await openTls(true, [], { now: Date.now(), serial: 'bbbbbbbbbbbbbbbb' });
});

test('a certificate of the user is served as it is, and the mock hands none out', async () => {
  const { cert, key } = own;
  const served = await opened({ tls: { cert, key } });
  expect(served.caPem).toBeUndefined();
  expect((await pricing(served, cert)).status).toBe(200);
  expect((await get(`${served.controlUrl}/ca.pem`, { ca: cert })).status).toBe(404);
});

test.each<[string, () => Pair, string]>([
  ['a certificate that is none', () => ({ ...own, cert: 'x' }), 'the certificate cannot be read as PEM'],
  [
    'a key behind a password',
    () => ({ ...own, key: encrypted(own.key, 'pkcs8') }),
    'the key is encrypted: give one that is not',
  ],
  [
    'one of the older form',
    () => ({ ...own, key: encrypted(own.key, 'pkcs1') }),
    'the key is encrypted: give one that is not',
  ],
  ['a key that is none', () => ({ ...own, key: 'x' }), 'the key cannot be read as PEM'],
  [
    'the key of another',
    () => ({ cert: own.cert, key: another.key }),
    'the key does not belong to the (first) certificate',
  ],
])('%s makes no mock', async (_what, pair, message) => {
  await expect(createMock({ port: false, tls: pair() })).rejects.toThrow(message);
});
