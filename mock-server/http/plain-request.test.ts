import { expect, test } from 'vitest';
import { requestOf, wholeBody } from './plain-request.ts';

const url = 'http://understudy.localhost/api/v1/avatar';
const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(values);

const seenOf = async (request: Request): Promise<object> => ({
  method: request.method,
  url: request.url,
  headers: [...request.headers],
  hasBody: request.body !== null,
  body: [...new Uint8Array(await request.arrayBuffer())],
});

test.each<[what: string, input: string, init?: RequestInit]>([
  ['no more than an address', url],
  ['a port', 'http://127.0.0.1:4870/api/v1/jobs/job_a1_x'],
  ['a port that goes without saying', 'http://127.0.0.1:80/api/v1/balance'],
  ['a query', `${url}?from=2026-01-01&x=%00+%2f&y=a.b/../c&z=it's`],
  ['an end that is not sent', `${url}#end`],
  ['dots to be resolved', 'http://localhost:4870/api/./v1/../v1/%2E%2e/jobs'],
  ['dots in a name', 'http://localhost:4870/files/.hidden/..name/a..b'],
  ['letters to be escaped', 'http://localhost:4870/api v1/ü"<>`{}|^\\'],
  ['capitals in the scheme and the host', 'HTTP://LOCALHOST:4870/API'],
  ['capitals in the host', 'http://LocalHost:4870/API'],
  ['no path', 'http://localhost:4870'],
  ['headers', url, { headers: { Authorization: 'Bearer x', 'content-type': 'application/json' } }],
  [
    'headers as pairs, one of them twice',
    url,
    {
      headers: [
        ['X-A', ' 1 '],
        ['x-a', '2'],
        ['b', ''],
      ],
    },
  ],
  ['a POST of nothing', url, { method: 'POST' }],
  ['a POST of null', url, { method: 'POST', body: null }],
  ['a method in small letters', url, { method: 'post', body: '{}' }],
  ['another method', url, { method: 'PATCH', body: '{}' }],
  ['HEAD', url, { method: 'HEAD' }],
  ['a text without a type', url, { method: 'POST', body: '{"script":"Żółte 🙂 \ud83c"}' }],
  ['a text with a type', url, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }],
  ['an empty text', url, { method: 'POST', body: '' }],
  ['bytes', url, { method: 'POST', body: bytes(0, 255, 0xc3), duplex: 'half' }],
  ['a part of a buffer', url, { method: 'POST', body: bytes(1, 2, 3, 4).subarray(1, 3) }],
  ['a buffer', url, { method: 'POST', body: bytes(1, 2).buffer }],
  ['parameters', url, { method: 'POST', body: new URLSearchParams({ a: '1' }) }],
])('a request with %s is what the platform makes of it', async (_what, input, init) => {
  expect(await seenOf(requestOf(input, init))).toEqual(await seenOf(new Request(input, init)));
});

test.each<[what: string, input: string, init?: RequestInit]>([
  ['a GET with a body', url, { body: '{}' }],
  ['a header that breaks its line', url, { headers: { 'x-a': '1\r\nx-b: 2' } }],
  ['a header beyond Latin-1', url, { headers: { 'x-a': 'Ż' } }],
  ['a name of a header that is none', url, { headers: { 'x a': '1' } }],
  ['no address', '/api/v1/avatar'],
])('%s is refused as the platform refuses it', (_what, input, init) => {
  expect(() => requestOf(input, init)).toThrow(TypeError);
  expect(() => new Request(input, init)).toThrow(TypeError);
});

test('a request has all that those of the platform have', async () => {
  const request = requestOf(url, { method: 'POST', body: '{"a":1}' });
  expect(request).toBeInstanceOf(Request);
  expect(request.signal.aborted).toBe(false);
  expect(request.redirect).toBe('follow');
  expect(request.clone().url).toBe(url);
  expect(request.bodyUsed).toBe(false);
  expect(await request.json()).toEqual({ a: 1 });
  expect(request.bodyUsed).toBe(true);
  await expect(request.text()).rejects.toThrow(TypeError);
});

test('a body is there as a whole until a stream of it is asked for', () => {
  const sent = bytes(1, 2, 3);
  const request = requestOf(url, { method: 'POST', body: sent });
  sent.fill(0);
  expect(wholeBody(request)).toEqual(bytes(1, 2, 3));
  expect(request.body).toBeInstanceOf(ReadableStream);
  expect(wholeBody(request)).toBeUndefined();
  expect(wholeBody(new Request(url, { method: 'POST', body: sent }))).toBeUndefined();
});

test('a request that aborts is the platform’s', () => {
  const aborting = new AbortController();
  const request = requestOf(url, { signal: aborting.signal });
  aborting.abort();
  expect(request.signal.aborted).toBe(true);
});
