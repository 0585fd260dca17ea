/** Faults of requests, as a client meets them: over a real connection where bytes matter, and what has happened behind each. */
import { request as send } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpErrors } from '../../spec/errors.ts';
import { type TestMock, openMock } from './client.case.ts';
import { exchange, request } from './wire.case.ts';

let mock: TestMock;
let port: number;
let image: string;
beforeAll(async () => {
  mock = await openMock({ port: 0 });
  port = Number(new URL(mock.url).port);
});
beforeEach(async () => {
  await mock.control.reset();
  image = await mock.upload('portrait.png');
});
afterAll(() => mock.close());

const swap = () => ({ image_key: image, face_key: image });

/** A submit over a connection of its own, byte for byte. */
const submitOverWire = (fault: string, key = 'k', waitMs = 2_000) => {
  const body = JSON.stringify(swap());
  return exchange(
    port,
    request(
      'POST /api/v1/face-swap-image',
      [
        'Host: localhost',
        'Connection: close',
        `Authorization: Bearer ${mock.apiKey}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        `Idempotency-Key: ${key}`,
        `X-Understudy-Fault: ${fault}`,
      ],
      body,
    ),
    { waitMs },
  );
};

const jobs = async (): Promise<number> => (await mock.control.jobs({ limit: 10 })).length;

const headAndBody = (text: string): readonly [string, string] => {
  const at = text.indexOf('\r\n\r\n');
  return [text.slice(0, at), text.slice(at + 4)];
};
const declared = (head: string): number => Number(/content-length: (\d+)/i.exec(head)?.[1]);

test.each(Object.entries(httpErrors))(
  'request-error: %s is answered with its status, and nothing is done',
  async (code, { status }) => {
    const before = await mock.money();
    const answer = await mock.post('/face-swap-image', swap(), {
      headers: { 'x-understudy-fault': `request-error; code=${code}` },
    });
    expect([answer.status, answer.code, await jobs()]).toEqual([status, code, 0]);
    expect(await mock.money()).toBe(before);
  },
);

test('request-error is internal_error where nothing else is said, and meets a GET and the public prices too', async () => {
  const headers = { 'x-understudy-fault': 'request-error' };
  expect((await mock.call('GET', '/balance', undefined, { headers })).code).toBe('internal_error');
  expect((await mock.call('GET', '/pricing', undefined, { headers, key: null })).code).toBe('internal_error');
  expect((await mock.get('/pricing')).status).toBe(200);
});

test.each([
  ['Prefer with a status', { prefer: 'code=503' }, 'capacity_unavailable'],
  ['Prefer with a code', { prefer: 'code=at_capacity' }, 'at_capacity'],
  ['Prefer with a quoted code', { prefer: 'code="not_found"' }, 'not_found'],
  ['Prefer with a fault', { prefer: 'respond-async, fault=request-error; code=rate_limited' }, 'rate_limited'],
  [
    'our header beside Prefer',
    { prefer: 'wait=10', 'x-understudy-fault': 'request-error;code=unauthorized' },
    'unauthorized',
  ],
])('%s: %j', async (_, headers, code) => {
  expect((await mock.call('GET', '/balance', undefined, { headers })).code).toBe(code);
});

test('other preferences have no effect', async () => {
  expect((await mock.call('GET', '/balance', undefined, { headers: { prefer: 'respond-async, wait=5' } })).status).toBe(
    200,
  );
});

test.each([
  ['an unknown fault', { 'x-understudy-fault': 'request-eror' }, 'request-error'],
  ['a name that every object has', { 'x-understudy-fault': 'constructor' }, 'request-error'],
  ['an empty header', { 'x-understudy-fault': '' }, 'request-error'],
  ['an unknown fault beside a known one', { 'x-understudy-fault': 'job-slow, job-fast' }, 'job-slow'],
  ['a parameter twice', { 'x-understudy-fault': 'request-delay; ms=1; ms=2' }, 'of request-delay was sent twice'],
  ['a parameter twice in Prefer', { prefer: 'fault=request-delay; ms=1; ms=1' }, 'of request-delay was sent twice'],
  [
    'a name that every object has',
    { 'x-understudy-fault': 'request-delay; __proto__=1' },
    'request-delay has no parameter',
  ],
  ['an unknown parameter', { 'x-understudy-fault': 'job-slow; speed=2' }, 'factor'],
  ['a parameter of a fault that has none', { 'x-understudy-fault': 'job-at-once; seconds=2' }, 'none'],
  ['a value beyond its bounds', { 'x-understudy-fault': 'request-delay; ms=60001' }, '60000'],
  ['a value that is no number', { 'x-understudy-fault': 'request-delay; ms=soon' }, '60000'],
  ['an empty value', { 'x-understudy-fault': 'request-delay; ms=' }, '60000'],
  ['a value that is not listed', { 'x-understudy-fault': 'job-fails; code=tired' }, 'face_not_detected'],
  ['a parameter without a value', { 'x-understudy-fault': 'request-delay; 300' }, 'name=value'],
  ['an unknown fault in Prefer', { prefer: 'fault=nothing' }, 'request-error'],
  ['an unknown status in Prefer', { prefer: 'code=418' }, 'at_capacity (429)'],
  ['a fault of sessions on a submit', { 'x-understudy-fault': 'socket-close' }, 'session call'],
  ['a fault of webhooks without a callback_url', { 'x-understudy-fault': 'webhook-drop' }, 'callback_url'],
])('%s is invalid_input, and says what there is', async (_, headers, part) => {
  const answer = await mock.post('/face-swap-image', swap(), { headers });
  expect([answer.status, answer.code, await jobs()]).toEqual([400, 'invalid_input', 0]);
  expect(answer.text).toContain(part);
});

test.each([
  ['GET', '/balance', 'job-slow', 'submit'],
  ['GET', '/balance', 'session-no-capacity', 'session call'],
  ['POST', '/full-live-swap/session', 'session-warming', '/voice/session'],
  ['POST', '/full-live-swap/session', 'socket-format-late', '/voice/session'],
])('%s %s cannot meet %s', async (method, path, fault, part) => {
  const body = method === 'POST' ? { duration_minutes: 1 } : undefined;
  const answer = await mock.call(method, path, body, { headers: { 'x-understudy-fault': fault } });
  expect([answer.status, answer.code]).toEqual([400, 'invalid_input']);
  expect(answer.text).toContain(part);
});

test.each(['request-truncated-body', 'request-drop-mid-reply'])(
  '%s has no body to cut off in an answer to HEAD: its head comes whole, and the connection ends',
  async (fault) => {
    const asked = ['Host: localhost', `Authorization: Bearer ${mock.apiKey}`, `X-Understudy-Fault: ${fault}`];
    const { statuses, text, closed } = await exchange(port, request('HEAD /api/v1/voices', asked), { waitMs: 2_000 });
    expect([statuses, closed]).toEqual([[200], true]);
    expect(text.endsWith('\r\n\r\n')).toBe(true);
  },
);

test('a fault in a header meets the request that carries it, and no other', async () => {
  await mock.call('GET', '/balance', undefined, { headers: { 'x-understudy-fault': 'request-error' } });
  expect((await mock.get('/balance')).status).toBe(200);
});

test('request-delay: the job is there while its reply is still held back', async () => {
  const held = submitOverWire('request-delay; ms=400');
  let answered = false;
  void held.then(() => (answered = true));
  while ((await jobs()) === 0) await new Promise(setImmediate);
  expect(answered).toBe(false);
  expect((await held).statuses).toEqual([202]);
});

test('a client that does not wait for a delayed reply holds nobody up', async () => {
  await submitOverWire('request-delay; ms=60000', 'k', 50);
  await mock.post('/face-swap-image', swap(), { headers: { 'idempotency-key': 'k' } });
  expect(await jobs()).toBe(1);
});

test('request-drop-before-commit: no byte comes, and nothing has happened', async () => {
  const before = await mock.money();
  const { text, closed } = await submitOverWire('request-drop-before-commit');
  expect([text, closed, await jobs()]).toEqual(['', true, 0]);
  expect(await mock.money()).toBe(before);
  expect((await submitOverWire('request-delay; ms=0')).statuses).toEqual([202]);
});

test('request-drop-after-commit: no byte comes, and a retry with the key gets the job that is there', async () => {
  const { text, closed } = await submitOverWire('request-drop-after-commit');
  expect([text, closed]).toEqual(['', true]);
  const [first] = await mock.control.jobs({ limit: 10 });
  const retry = await mock.post('/face-swap-image', swap(), { headers: { 'idempotency-key': 'k' } });
  expect([retry.status, retry.body.id, await jobs()]).toEqual([202, first?.id, 1]);
});

test.each(['request-drop-mid-reply', 'request-truncated-body'])(
  '%s: the headers and half of the body come, and the job is there',
  async (fault) => {
    const { statuses, text, closed } = await submitOverWire(fault);
    const [head, body] = headAndBody(text);
    expect([statuses, closed, await jobs()]).toEqual([[202], true, 1]);
    expect(body.length).toBe(Math.floor(declared(head) / 2));
    expect(body).toMatch(/^\{"id":"job_/);
  },
);

test.each([
  ['request-drop-before-commit', 'ECONNRESET'],
  ['request-drop-after-commit', 'ECONNRESET'],
  ['request-drop-mid-reply', 'ECONNRESET'],
  ['request-truncated-body', 'ECONNRESET'],
])('%s is an error of the connection to a client of Node', async (fault, code) => {
  const failed = new Promise<string>((resolve) => {
    const headers = { authorization: `Bearer ${mock.apiKey}`, 'x-understudy-fault': fault };
    const outgoing = send(`${mock.url}/balance`, { headers }, (response) => {
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? '')).resume();
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? '')).end();
  });
  expect(await failed).toBe(code);
});

test('request-malformed-json: the reply is whole by its length, and no JSON', async () => {
  const { statuses, text } = await submitOverWire('request-malformed-json');
  const [head, body] = headAndBody(text);
  expect([statuses, declared(head), await jobs()]).toEqual([[202], body.length, 1]);
  expect(head).toMatch(/content-type: application\/json/i);
  expect(() => JSON.parse(body) as unknown).toThrow(SyntaxError);
});

test('request-wrong-content-type: the usual reply under another type', async () => {
  const headers = { 'x-understudy-fault': 'request-wrong-content-type; type=text/plain' };
  const spoilt = await mock.call('GET', '/balance', undefined, { headers });
  expect(spoilt.headers.get('content-type')).toBe('text/plain');
  expect(spoilt.text).toBe((await mock.get('/balance')).text);
});

test('an error and what spoils its reply go together', async () => {
  const headers = { 'x-understudy-fault': 'request-error; code=at_capacity, request-wrong-content-type' };
  const answer = await mock.call('GET', '/balance', undefined, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'text/html']);
  expect(answer.text).toContain('at_capacity');
});

test.each(['request-drop-before-commit', 'request-drop-after-commit'])(
  'in process %s rejects the fetch',
  async (fault) => {
    const call = mock.call('GET', '/balance', undefined, { headers: { 'x-understudy-fault': fault } });
    await expect(call).rejects.toThrow(TypeError);
  },
);

test.each(['request-drop-mid-reply', 'request-truncated-body'])('in process %s fails the body', async (fault) => {
  const headers = { authorization: `Bearer ${mock.apiKey}`, 'x-understudy-fault': fault };
  const response = await mock.fetch(`${mock.url}/balance`, { headers });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
});

test('a request that meets a fault counts in the rate, and one that is too fast meets none', async () => {
  const { api_key: key } = await mock.control.createAccount({ balance_usd: 1, rate_limit: 2 });
  const headers = { 'x-understudy-fault': 'request-error' };
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 3; i++) codes.push((await mock.call('GET', '/balance', undefined, { headers, key })).code);
  expect(codes).toEqual(['internal_error', 'internal_error', 'rate_limited']);
});

test('without a valid key no fault is met', async () => {
  const headers = { 'x-understudy-fault': 'request-drop-before-commit' };
  expect((await mock.call('GET', '/balance', undefined, { headers, key: 'wrong' })).code).toBe('unauthorized');
});

test('a connection that is dropped in the middle of an upload leaves nothing', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x'.repeat(100_000)], { type: 'image/png' }), 'a.png');
  const call = mock.call('POST', '/uploads', undefined, {
    raw: form,
    headers: { 'x-understudy-fault': 'request-drop-before-commit' },
  });
  await expect(call).rejects.toThrow(TypeError);
  expect(mock.failures).toEqual([]);
});
