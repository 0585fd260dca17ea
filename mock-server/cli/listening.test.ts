/** An inbox for webhooks as senders and receivers meet it: a mock on one side, strangers on the same, a receiver of one's own on the other. */
import { type IncomingMessage, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openMock } from '../http/client.case.ts';
import { openRawReceiver } from '../webhooks/raw-receiver.case.ts';
import { openReceiver } from '../webhooks/receiver.case.ts';
import { generateTestHeaderString } from '../webhooks/construct-event.ts';
import { openInbox } from './inbox.ts';
import type { ListenFlags } from './listen-flags.ts';
import { leadsTo } from './listen.ts';
import { type Bounds, type Listening, startListening } from './listening.ts';
import { passedHeaders } from './passed-headers.ts';
import { type Told, lineOf } from './told.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const secret = 'whsec_of_this_test';

type Inbox = Listening & {
  readonly told: Told[];
  /** All of one kind. */
  readonly of: <T extends Told['type']>(type: T) => Extract<Told, { type: T }>[];
};

const listening = async (flags: Partial<ListenFlags> = {}, bounds: Bounds = {}): Promise<Inbox> => {
  const told: Told[] = [];
  const usual = { host: '127.0.0.1', port: 0, secret, signatureHeader: 'Service-Signature', tolerance: 300 };
  const started = await startListening({ ...usual, ...flags }, (one) => told.push(one), bounds);
  open.push(started);
  return {
    ...started,
    told,
    of: <T extends Told['type']>(type: T) => told.filter((one): one is Extract<Told, { type: T }> => one.type === type),
  };
};

/** A receiver that keeps what came as it came, and answers with all that an answer can have. */
const recorder = async (): Promise<{ url: string; seen: { headers: string[]; body: Buffer; path: string }[] }> => {
  const seen: { headers: string[]; body: Buffer; path: string }[] = [];
  const server = createServer((incoming, response) => {
    void bytesOf(incoming).then((body) => {
      seen.push({ headers: incoming.rawHeaders, body, path: incoming.url ?? '' });
      response.writeHead(418, { 'X-Kettle': 'yes', 'content-type': 'text/plain' }).end('short and stout');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/app/hook?a=1`, seen };
};

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of message as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Posts with headers as they are given; the status is 0 where the line is cut. */
const send = (
  url: string,
  body: Buffer | string,
  headers: readonly string[] = [],
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> =>
  new Promise((resolve) => {
    const length = ['Content-Length', String(Buffer.byteLength(body))];
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: ['Host', new URL(url).host, ...headers, ...length],
    });
    call.on('response', (response) => {
      void bytesOf(response).then((bytes) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes.toString() }),
      );
    });
    call.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
    call.end(body);
  });

const signed = (body: Buffer | string, more: { secret?: string; timestamp?: number } = {}): string[] => [
  'Service-Signature',
  generateTestHeaderString({ payload: body, secret, ...more }),
];

const webhook = (id = 'dlv_1'): string =>
  JSON.stringify({ event: 'job.succeeded', delivery_id: id, data: { id: 'job_1' } });

test('the attempts of a delivery get the answers in turn, and the mock goes up its ladder until one is taken', async () => {
  const mock = await openMock({ jobTime: 1, settleMs: 2_000, webhookSecret: secret });
  const inbox = await listening({ answers: [500, 'timeout', 'reset', 302, 200] });
  open.push(mock);
  const key = await mock.upload('portrait.png');
  const job = { image_key: key, face_key: key, callback_url: inbox.url };
  const { id } = (await mock.post('/face-swap-image', job)).body;
  await mock.clock.advance({ seconds: 3_600 });

  expect(inbox.of('answer').map(({ attempt, answer, from }) => [attempt, answer, from])).toEqual([
    [1, 500, 'script'],
    [2, 'timeout', 'script'],
    [3, 'reset', 'script'],
    [4, 302, 'script'],
    [5, 200, 'script'],
  ]);
  const [delivery] = (await mock.steer('GET', '/deliveries')).body as unknown as readonly {
    id: string;
    status: string;
    attempts: { status: number | null }[];
  }[];
  expect(delivery).toMatchObject({ status: 'delivered' });
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, null, null, 302, 200]);
  for (const told of inbox.of('delivery')) {
    expect(told).toMatchObject({ event: 'job.succeeded', job_id: id, delivery_id: delivery?.id, path: '/webhook' });
    expect(told.signature.verdict).toBe('ok');
  }
});

test('each delivery has its own count, and the last answer repeats', async () => {
  const inbox = await listening({ answers: [500, 200] });
  const statuses = [];
  for (const id of ['a', 'b', 'a', 'b', 'a']) statuses.push((await send(inbox.url, webhook(id))).status);
  expect(statuses).toEqual([500, 500, 200, 200, 200]);
  expect(await inbox.close()).toMatchObject({ deliveries: 2, attempts: 5, answers: { 500: 2, 200: 3 } });
});

test('the receiver gets the same bytes, and the headers in their order and spelling; the sender gets its answer', async () => {
  const receiver = await recorder();
  const inbox = await listening({ forwardTo: receiver.url });
  const body = Buffer.from([...Buffer.from('{"a": 1,\r\n "ä": '), 0xff, 0x00, 0xfe, ...Buffer.from('}\n')]);
  const own = ['X-Odd-CASE', 'a, b', 'x-twice', '1', 'X-Twice', '2', 'cookie', 'c=1', ...signed(body)];
  const answer = await send(`${inbox.url}?a=1`, body, [...own, 'Connection', 'close, X-Hop', 'X-Hop', 'gone']);

  expect(answer).toMatchObject({ status: 418, body: 'short and stout' });
  expect(answer.headers).toMatchObject({ 'x-kettle': 'yes', 'content-type': 'text/plain' });
  const [seen] = receiver.seen;
  expect(seen?.body.equals(body)).toBe(true);
  expect(seen?.path).toBe('/app/hook?a=1');
  expect(seen?.headers).toEqual([
    'Host',
    new URL(receiver.url).host,
    ...own,
    'Understudy-Forwarded-By',
    expect.stringMatching(/^\w+$/),
    'Content-Length',
    String(body.length),
    'Connection',
    'close',
  ]);
  expect(inbox.of('delivery')[0]?.signature.verdict).toBe('ok');
  // The query of an address may hold a secret, and cookies do.
  expect(JSON.stringify(inbox.told)).not.toMatch(/a=1|c=1/);
});

test('where answers are scripted the receiver gets the webhook all the same, and forward answers as it does', async () => {
  const receiver = await openReceiver(200, 202);
  open.push(receiver);
  const inbox = await listening({ forwardTo: receiver.url, answers: [503, 'forward'] });
  expect([(await send(inbox.url, webhook())).status, (await send(inbox.url, webhook())).status]).toEqual([503, 202]);
  expect(receiver.received).toHaveLength(2);
  expect(inbox.of('forward').map(({ status }) => status)).toEqual([200, 202]);
});

test('a webhook that comes back is refused, told once, and not forwarded again', async () => {
  // Somebody between hands back what comes, which no address tells.
  const back = await openInbox({
    host: '127.0.0.1',
    port: 0,
    refuse: () => undefined,
    receive: ({ headers, body, answer }) =>
      void send(inbox.url, body, passedHeaders(headers)).then(({ status }) => answer({ status })),
  });
  open.push(back);
  const inbox = await listening({ forwardTo: `${back.origin}/` });
  const first = await listening({ forwardTo: inbox.url });
  expect((await send(first.url, webhook('a'))).status).toBe(508);
  expect((await send(inbox.url, webhook('b'))).status).toBe(508);
  expect(inbox.of('delivery').map(({ delivery_id }) => delivery_id)).toEqual(['a', 'b']);
  expect(inbox.of('refused').map(({ what }) => what)).toEqual([
    'what was forwarded came back: --forward-to leads back here, answered 508',
  ]);
});

test.each<[url: string, host: string, port: number, isLoop: boolean]>([
  ['http://localhost/webhook', '127.0.0.1', 0, false],
  ['http://localhost/webhook', '127.0.0.1', 80, true],
  ['https://localhost/webhook', '127.0.0.1', 443, true],
  ['http://127.0.0.1:4871/', '0.0.0.0', 4871, true],
  ['http://[::1]:4871/', '::', 4871, true],
  ['http://0.0.0.0:4871/', 'localhost', 4871, true],
  ['http://127.0.0.1:4872/', '0.0.0.0', 4871, false],
  ['http://192.0.2.1:4871/', '0.0.0.0', 4871, false],
])('that forwarding to %s from %s, port %i, leads back is %s', (url, host, port, isLoop) => {
  expect(leadsTo(url, { host, port })).toBe(isLoop);
});

test('where the receiver is not there, the sender is answered 502 and the line says why', async () => {
  const inbox = await listening({ forwardTo: 'http://127.0.0.1:1/' });
  expect(await send(inbox.url, webhook())).toMatchObject({ status: 502 });
  expect(inbox.of('forward')).toMatchObject([{ status: null, failure: expect.stringContaining('ECONNREFUSED') }]);
});

test.each([
  ['a status that is none', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
  ['no HTTP', 'hello\r\n\r\n'],
  ['nothing', ''],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ['half an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
])('where the receiver answers with %s, the sender is answered 502', async (_, bytes) => {
  const receiver = await openRawReceiver((socket) => socket.end(bytes));
  open.push(receiver);
  const inbox = await listening({ forwardTo: receiver.url });
  expect((await send(inbox.url, webhook())).status).toBe(502);
  expect((await send(inbox.url, webhook())).status).toBe(502);
});

const now = Math.floor(Date.now() / 1000);

test.each<[what: string, headers: string[], verdict: string, words: RegExp]>([
  ['right', signed(webhook()), 'ok', /^ok$/],
  ['of another secret', signed(webhook(), { secret: 'whsec_x' }), 'mismatch', /^wrong \(another secret/],
  ['old', signed(webhook(), { timestamp: now - 400 }), 'too_old', /^too old by 1\d\d s$/],
  ['of the future', signed(webhook(), { timestamp: now + 400 }), 'too_new', /^too far in the future by \d+ s$/],
  ['missing', [], 'no_header', /^missing$/],
  ['there twice', [...signed(webhook()), ...signed(webhook())], 'malformed_header', /^unreadable: it came 2 times$/],
  ['without v1', ['Service-Signature', `t=${now}`], 'no_signature', /no v1=/],
  ['in a header of another name', ['X-Brand', signed(webhook())[1] ?? ''], 'no_header', /--signature-header X-Brand$/],
])('a signature that is %s is told so, and the webhook is taken', async (_, headers, verdict, words) => {
  const inbox = await listening();
  expect((await send(inbox.url, webhook(), headers)).status).toBe(200);
  const [told] = inbox.of('delivery');
  expect(told?.signature.verdict).toBe(verdict);
  expect(told?.signature.text).toMatch(words);
});

test('without a secret no signature is judged', async () => {
  const inbox = await listening({ secret: undefined as never });
  await send(inbox.url, webhook());
  expect(inbox.of('delivery')[0]?.signature.verdict).toBe('unchecked');
});

test('events that were not asked for are taken, and neither shown nor handed on', async () => {
  const receiver = await openReceiver(200);
  open.push(receiver);
  const inbox = await listening({ events: ['job.failed'], forwardTo: receiver.url });
  expect((await send(inbox.url, webhook())).status).toBe(200);
  expect({ told: inbox.told, received: receiver.received }).toEqual({ told: [], received: [] });
  expect(await inbox.close()).toMatchObject({ attempts: 0, passed_over: 1 });
});

test('as many attempts as were asked for end it', async () => {
  const inbox = await listening({ count: 2, answers: [500] });
  await send(inbox.url, webhook());
  await send(inbox.url, webhook());
  await inbox.counted;
});

/** What a raw line is answered, until it is closed. @param text each sent as it is */
const raw = (url: string, ...texts: (string | Buffer)[]): Promise<string> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      for (const text of texts) socket.write(text);
    });
    socket.on('data', (piece) => (answer += piece.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });

const post = 'POST / HTTP/1.1\r\nHost: x\r\n';

test.each<[what: string, texts: (string | Buffer)[], answer: RegExp]>([
  ['no HTTP', ['\x00\x01 hello\r\n\r\n'], /^HTTP\/1.1 400/],
  ['a head that never ends', [post], /^HTTP\/1.1 408/],
  ['a head that is too large', [post, `X: ${'x'.repeat(20_000)}`], /^HTTP\/1.1 431/],
  ['a body that never comes', [`${post}Content-Length: 10\r\n\r\n`, 'abc'], /^(HTTP\/1.1 408|$)/],
  ['a body that is too large', [`${post}Content-Length: 2000\r\n\r\n`, 'x'.repeat(2_000)], /^HTTP\/1.1 413/],
  [
    'pieces that are too large',
    [`${post}Transfer-Encoding: chunked\r\n\r\n`, `7d0\r\n${'x'.repeat(2_000)}\r\n`],
    /^HTTP\/1.1 413/,
  ],
  ['another method', ['GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], /^HTTP\/1.1 405/],
  ['a tunnel', ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'], /^$/],
])('%s is turned away, and the next webhook is taken', async (_, texts, answer) => {
  const inbox = await listening({}, { bodyBytesMax: 1_000, headMs: 200, requestMs: 400 });
  expect(await raw(inbox.url, ...texts)).toMatch(answer);
  expect(inbox.of('delivery')).toEqual([]);
  expect((await send(inbox.url, webhook())).status).toBe(200);
});

test.each<[what: string, body: string | Buffer]>([
  ['nothing', ''],
  ['no JSON', 'hello'],
  ['another JSON', '[1,2]'],
  ['null', 'null'],
  ['fields of other types', '{"event":1,"delivery_id":{},"data":[]}'],
  ['a million brackets', '['.repeat(1_000_000)],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
])('a body of %s is shown and answered', async (_, body) => {
  const inbox = await listening();
  expect((await send(inbox.url, body, signed(body))).status).toBe(200);
  const [told] = inbox.of('delivery');
  expect(told).toMatchObject({ event: null, delivery_id: null, job_id: null, signature: { verdict: 'ok' } });
});

test('a sender who leaves in the middle of a silence is let go', async () => {
  const inbox = await listening({ answers: ['timeout'], count: 1 });
  const call = request(inbox.url, { method: 'POST', agent: false });
  call.on('error', () => undefined);
  call.end(webhook());
  while (inbox.of('answer').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  call.destroy();
  await inbox.counted;
});

test('silence has an end of its own', async () => {
  const inbox = await listening({ answers: ['timeout'] }, { silenceMs: 50 });
  expect(await send(inbox.url, webhook())).toMatchObject({ status: 0 });
});

test('text of strangers steers no terminal and makes no second line (K4)', async () => {
  const inbox = await listening();
  const body = JSON.stringify({
    event: 'a\u001b[2Jb\nc',
    delivery_id: '\u202Ed\u009b',
    data: { id: 'x'.repeat(500) },
  });
  await send(`${inbox.url}/%1b`, body);
  const lines = inbox.told.map(lineOf).join('');
  // oxlint-disable-next-line no-control-regex
  expect(lines.replaceAll(/\u001b\[\d*m/g, '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  expect(lines).toContain('a\\u001b[2Jb\\nc');
  expect(lines.length).toBeLessThan(500);
});
