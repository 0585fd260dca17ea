/** Requests that break HTTP, byte by byte over a socket: one answer that is no success, or a closed connection, and the mock lives on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestMock, openMock } from './client.case.ts';
import { exchange, request } from './wire.case.ts';

let mock: TestMock;
let port: number;
let auth: string;
beforeAll(async () => {
  mock = await openMock({ port: 0 });
  port = Number(new URL(mock.url).port);
  auth = `Authorization: Bearer ${mock.apiKey}`;
});
afterAll(() => mock.close());

const host = 'Host: localhost';
/** For what ends by itself. */
const patient = { waitMs: 10_000 };
const type = 'Content-Type: application/json';
const target = 'POST /api/v1/voice/session';
const smuggled = 'GET /api/v1/pricing HTTP/1.1\r\nHost: localhost\r\n\r\n';
const chunkedEmpty = '2\r\n{}\r\n0\r\n\r\n';

/** Alive, and with nothing done: the count of usage and the sessions of an account stand as they were. */
const expectUnharmed = async (): Promise<void> => {
  const { statuses } = await exchange(port, request('GET /api/v1/balance', [host, auth, 'Connection: close']));
  expect(statuses).toEqual([200]);
  expect(mock.failures).toEqual([]);
};

test.each<[string, (auth: string) => string]>([
  [
    'a length and chunks',
    (a) => request(target, [host, a, type, 'Content-Length: 2', 'Transfer-Encoding: chunked'], chunkedEmpty),
  ],
  [
    'chunks and a length',
    (a) => request(target, [host, a, type, 'Transfer-Encoding: chunked', 'Content-Length: 2'], chunkedEmpty),
  ],
  [
    'a length and chunks with a request behind',
    (a) => request(target, [host, a, type, 'Content-Length: 2', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`),
  ],
  ['two lengths', (a) => request(target, [host, a, type, 'Content-Length: 2', 'Content-Length: 2'], '{}')],
  [
    'two lengths that differ',
    (a) => request(target, [host, a, type, 'Content-Length: 2', 'Content-Length: 90'], `{}${smuggled}`),
  ],
  ['a list of lengths', (a) => request(target, [host, a, type, 'Content-Length: 2, 2'], '{}')],
  ['a negative length', (a) => request(target, [host, a, type, 'Content-Length: -2'], '{}')],
  ['a length with a sign', (a) => request(target, [host, a, type, 'Content-Length: +2'], '{}')],
  ['a length in hexadecimal', (a) => request(target, [host, a, type, 'Content-Length: 0x2'], '{}')],
  [
    'a length beyond all numbers',
    (a) => request(target, [host, a, type, 'Content-Length: 99999999999999999999'], '{}'),
  ],
  ['an unknown encoding', (a) => request(target, [host, a, type, 'Transfer-Encoding: rot13'], chunkedEmpty)],
  [
    'chunks that are not last',
    (a) => request(target, [host, a, type, 'Transfer-Encoding: chunked, gzip'], chunkedEmpty),
  ],
  [
    'an encoding behind a vertical tab',
    (a) => request(target, [host, a, type, 'Transfer-Encoding: \u000bchunked'], chunkedEmpty),
  ],
  ['a space before the colon', (a) => request(target, [host, a, type, 'Transfer-Encoding : chunked'], chunkedEmpty)],
  [
    'a chunk of no size',
    (a) => request(target, [host, a, type, 'Transfer-Encoding: chunked'], `\r\n{}\r\n0\r\n\r\n${smuggled}`),
  ],
  [
    'a chunk of a bad size',
    (a) => request(target, [host, a, type, 'Transfer-Encoding: chunked'], 'x\r\n{}\r\n0\r\n\r\n'),
  ],
  [
    'a chunk of a negative size',
    (a) => request(target, [host, a, type, 'Transfer-Encoding: chunked'], '-2\r\n{}\r\n0\r\n\r\n'),
  ],
  [
    'a chunk of a huge size',
    (a) => request(target, [host, a, type, 'Transfer-Encoding: chunked'], 'fffffffffffffffff\r\n{}\r\n'),
  ],
  [
    'a chunk longer than it says',
    (a) => request(target, [host, a, type, 'Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'),
  ],
  ['a bare LF at the end of the line', (a) => `GET /api/v1/voices HTTP/1.1\n${host}\r\n${a}\r\n\r\n`],
  ['bare LFs', (a) => `GET /api/v1/voices HTTP/1.1\n${host}\n${a}\n\n`],
  ['a bare CR in a header', (a) => request('GET /api/v1/voices', [host, `${a}\rX: 1`])],
  ['a folded header', (a) => request('GET /api/v1/voices', [host, a, 'X: 1\r\n 2'])],
  ['a folded header at the start', (a) => request('GET /api/v1/voices', [` ${host}`, a])],
  ['a header without a colon', (a) => request('GET /api/v1/voices', [host, a, 'nonsense'])],
  ['a header without a name', (a) => request('GET /api/v1/voices', [host, a, ': 1'])],
  ['a NUL in a header', (a) => request('GET /api/v1/voices', [host, a, 'X: a\0b'])],
  ['a NUL in the path', (a) => request('GET /api/v1/vo\0ices', [host, a])],
  ['a URL of 20 KB', (a) => request(`GET /api/v1/voices?${'x'.repeat(20_000)}`, [host, a])],
  ['headers of 20 KB', (a) => request('GET /api/v1/voices', [host, a, `X: ${'x'.repeat(20_000)}`])],
  [
    '2,001 headers',
    (a) => request('GET /api/v1/voices', [host, a, ...Array.from({ length: 2_001 }, (_, i) => `X-${i}: 1234567890`)]),
  ],
  ['version 9.9', (a) => `GET /api/v1/voices HTTP/9.9\r\n${host}\r\n${a}\r\n\r\n`],
  ['a method of no language', (a) => request('B[AD /api/v1/voices', [host, a])],
  ['a path without a slash', (a) => request('GET api/v1/voices', [host, a])],
  ['only an asterisk', (a) => request('GET *', [host, a])],
  ['CONNECT', (a) => request('CONNECT 127.0.0.1:80', [host, a])],
  ['a TLS greeting', () => '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003'],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an SSH greeting', () => 'SSH-2.0-OpenSSH_9.0\r\n'],
  ['nothing but NUL', () => '\0'.repeat(1_000)],
  ['two Host headers', (a) => request('GET /api/v1/voices', [host, host, a])],
  ['no Host header', (a) => request('GET /api/v1/voices', [a])],
  ['an expectation that there is not', (a) => request('GET /api/v1/voices', [host, a, 'Expect: the-unexpected'])],
])('%s: no success, at most one answer (F31) (B10)', async (_what, bytes) => {
  const before = await mock.money();
  const { statuses, text, closed } = await exchange(port, bytes(auth));
  expect(statuses.length, text).toBeLessThanOrEqual(1);
  for (const status of statuses) {
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
  }
  // Either it was answered or it was cut off.
  expect(statuses.length === 1 || closed, text).toBe(true);
  expect(text).not.toMatch(/node:|at \w+ \(|\/mock-server\//);
  expect(await mock.money()).toBe(before);
  await expectUnharmed();
});

test.each([
  ['an address of 20 KB', `/api/v1/usage?from=${'x'.repeat(20_000)}`, [], 'together they may have 16 KB'],
  ['an address of 2 MB', `/api/v1/usage?from=${'x'.repeat(2_000_000)}`, [], 'together they may have 16 KB'],
  ['a header of 20 KB', '/api/v1/usage', [`X-Long: ${'x'.repeat(20_000)}`], 'together they may have 16 KB'],
  ['a header without a name', '/api/v1/usage', [': x'], 'cannot be read as HTTP'],
])('%s is invalid_input in the documented layout, and ends its connection', async (_what, path, headers, message) => {
  const { statuses, text, closed } = await exchange(port, request(`GET ${path}`, [host, auth, ...headers]), patient);
  expect(statuses).toEqual([400]);
  expect(text).toMatch(/\r\nconnection: close\r\n/i);
  const [, body = ''] = text.split('\r\n\r\n');
  expect(JSON.parse(body)).toEqual({
    error: { code: 'invalid_input', message: expect.stringContaining(message) as string },
  });
  expect(closed).toBe(true);
  await expectUnharmed();
});

test('what cannot be read is refused in the layout that was chosen', async () => {
  const flat = await openMock({ port: 0, choices: { 'error-body': 'flat' } });
  const long = request(`GET /${'x'.repeat(20_000)}`, [host]);
  const { text } = await exchange(Number(new URL(flat.url).port), long, patient);
  expect(text).toContain('{"code":"invalid_input","message":');
  await flat.close();
});

test.each([
  ['TRACE', 404],
  ['OPTIONS', 404],
  ['DELETE', 404],
  ['PROPFIND', 404],
  ['QUERY', 404],
])('%s of a known path answers %i in the documented layout (F48) (B12)', async (method, status) => {
  const { statuses, text } = await exchange(
    port,
    request(`${method} /api/v1/balance`, [host, auth, 'Connection: close']),
  );
  if (statuses[0] === 400) return; // A parser that does not know the method.
  expect(statuses).toEqual([status]);
  expect(text).toContain('{"error":{"code":"not_found","message":');
  // TRACE would send the key back.
  expect(text).not.toContain(mock.apiKey);
});

test('an Authorization header that is sent twice is no key, whichever of the two is right (F32)', async () => {
  for (const pair of [
    [auth, 'Authorization: Bearer x'],
    ['Authorization: Bearer x', auth],
    [auth, auth],
    [`${auth}, ${auth.slice('Authorization: '.length)}`],
  ]) {
    const { statuses, text } = await exchange(
      port,
      request('GET /api/v1/balance', [host, ...pair, 'Connection: close']),
    );
    expect(statuses).toEqual([401]);
    expect(text).toContain('"unauthorized"');
  }
});

test('an Idempotency-Key that is sent twice is invalid_input (F32)', async () => {
  const image = await mock.upload('portrait.png');
  const body = JSON.stringify({ image_key: image, face_key: image });
  const headers = [host, auth, type, `Content-Length: ${body.length}`, 'Connection: close'];
  const keys = ['Idempotency-Key: a', 'idempotency-key: a'];
  const twice = await exchange(port, request('POST /api/v1/face-swap-image', [...headers, ...keys], body));
  expect(twice.statuses).toEqual([400]);
  expect(twice.text).toContain('"invalid_input"');
  const once = await exchange(port, request('POST /api/v1/face-swap-image', [...headers, ...keys.slice(1)], body));
  expect(once.statuses).toEqual([202]);
});

test('headers named like what every object has are headers like any other (F31) (B3)', async () => {
  const odd = ['__proto__: 1', 'constructor: 2', 'toString: 3', 'hasOwnProperty: 4', '__proto__: 5'];
  const { statuses } = await exchange(port, request('GET /api/v1/voices', [host, auth, ...odd, 'Connection: close']));
  expect(statuses).toEqual([200]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await expectUnharmed();
});

test.each([
  ['//api/v1/balance', 404],
  ['/api/v1//balance', 404],
  ['/api/v1/balance/', 404],
  ['/api%2Fv1/balance', 404],
  ['/api/v1%5Cbalance', 404],
  ['/api\\v1\\balance', 401],
  ['/x/../api/v1/balance', 401],
  ['/API/V1/BALANCE', 404],
  ['/api/v1/balance;x', 404],
  ['/api/v1/balance#x', 401],
  ['/api/v1/pricing/../balance', 401],
  ['http://localhost/api/v1/balance', 401],
  ['http://localhost//api/v1/balance', 404],
])('%s as it stands in the request line answers without a key %i, 404 or 400 (F48) (B11)', async (path, status) => {
  const { statuses } = await exchange(port, request(`GET ${path}`, [host, 'Connection: close']));
  expect([status, 404, 400]).toContain(statuses[0]);
  expect(statuses).toHaveLength(1);
});
