/** The sender against receivers that break whatever can be broken: each is an outcome in a few words, and nothing of it stays. */
import { gzipSync } from 'node:zlib';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { openTls } from '../http/tls.ts';
import { failureOf } from './failure.ts';
import { type Answer, type RawReceiver, ok, openRawReceiver } from './raw-receiver.case.ts';
import { type Sender, createSender } from './sender.ts';
import { type Resolve, allowTargets } from './where.ts';

const open: { close: () => Promise<unknown> }[] = [];
const keep = <T extends { close: () => Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};

let sender: Sender;
let healthy: RawReceiver;
beforeEach(async () => {
  sender = keep(createSender(allowTargets()));
  healthy = keep(await openRawReceiver((socket) => socket.write(ok)));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const send = (url: string, by: Sender = sender, body: Uint8Array = Buffer.from('{}')): Promise<AttemptOutcome> =>
  by.send({ url, headers: { 'content-type': 'application/json' }, body });

const answered = (status: number): object => ({ kind: 'answered', status });
const failed = (failure: string): object => ({ kind: 'failed', failure, detail: expect.any(String) as string });

const says =
  (bytes: string | Buffer): Answer =>
  (socket) =>
    socket.end(bytes);
/** One byte after the other. */
const drips =
  (text: string): Answer =>
  (socket) => {
    let at = 0;
    const timer = setInterval(() => (at < text.length ? socket.write(text.charAt(at++)) : clearInterval(timer)), 2);
    socket.on('close', () => clearInterval(timer));
  };

const head = 'HTTP/1.1 200 OK\r\n';
const statuses = [200, 201, 204, 226, 299, 300, 304, 400, 401, 404, 408, 410, 418, 429, 500, 502, 503, 504, 599];
const packed = gzipSync(Buffer.alloc(20_000_000));

const receivers: readonly [what: string, answer: Answer, outcome: object][] = [
  ...statuses.map((status): [string, Answer, object] => [
    `answers ${status}`,
    says(`HTTP/1.1 ${status} Said\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n`),
    answered(status),
  ]),
  ['answers without a length', says(`${head}\r\nok`), answered(200)],
  ['answers in HTTP/1.0', says('HTTP/1.0 200 OK\r\n\r\nok'), answered(200)],
  ['drips its answer', drips(ok), answered(200)],
  ['announces a terabyte', says(`${head}Content-Length: 1000000000000\r\n\r\nx`), answered(200)],
  ['breaks off its body', says(`${head}Content-Length: 500\r\n\r\nx`), answered(200)],
  ['breaks its chunks after 200', says(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), answered(200)],
  ['breaks its chunks after 503', says('HTTP/1.1 503 No\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'), answered(503)],
  ['packs a bomb', says(Buffer.concat([Buffer.from(`${head}Content-Encoding: gzip\r\n\r\n`), packed])), answered(200)],
  ['packs it a thousand times', says(`${head}Content-Encoding: ${'gzip,'.repeat(1_000)}gzip\r\n\r\nx`), answered(200)],
  ['says first what is to come', says(`${'HTTP/1.1 103 Hint\r\nLink: a\r\n\r\n'.repeat(5)}${ok}`), answered(200)],

  ['hangs up in the status line', says('HTTP/1.1 20'), failed('reset')],
  ['hangs up in a header', says(`${head}Content-Le`), failed('reset')],
  ['speaks SSH', says('SSH-2.0-OpenSSH_9.6\r\n'), failed('garbage')],
  ['speaks in plain text', says('hello\r\n'), failed('garbage')],
  ['speaks HTTP/2', says(Buffer.from('000006040000000000000400ffffff', 'hex')), failed('garbage')],
  ['speaks in bytes', says(Buffer.from(Array.from({ length: 256 }, (_, byte) => 255 - byte))), failed('garbage')],
  ['asks instead of answering', says('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), failed('garbage')],
  ['has a status that is no number', says('HTTP/1.1 OK 200\r\n\r\n'), failed('garbage')],
  ['has a status of two digits', says('HTTP/1.1 20 OK\r\n\r\n'), failed('garbage')],
  ['has a header without a colon', says(`${head}nonsense\r\n\r\n`), failed('garbage')],
  ['has a zero byte in a header', says(`${head}A: b\0c\r\n\r\n`), failed('garbage')],
  ['has two lengths', says(`${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`), failed('garbage')],
  ['has a header of 100 KB', says(`${head}A: ${'b'.repeat(100_000)}\r\n\r\n`), failed('garbage')],
  ['has 17,000 headers', says(`${head}${'A: b\r\n'.repeat(17_000)}\r\n`), failed('garbage')],
  [
    'changes the protocol unasked',
    says('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    failed('garbage'),
  ],
];

test.each(receivers)('a receiver that %s (F21, F22, F23) (O4)', async (_what, answer, outcome) => {
  const receiver = keep(await openRawReceiver(answer));
  expect(await send(receiver.url)).toEqual(outcome);
  expect(receiver.requests).toHaveLength(1);
  await receiver.quiet();
  expect(await send(healthy.url)).toEqual(answered(200));
});

test.each([301, 302, 303, 307, 308])(
  'a redirect by %i is an answer, and is not followed (F21) (O3)',
  async (status) => {
    const location = `Location: ${healthy.url}\r\nContent-Length: 0\r\n`;
    const receiver = keep(await openRawReceiver(says(`HTTP/1.1 ${status} There\r\n${location}\r\n`)));
    expect(await send(receiver.url)).toEqual(answered(status));
    expect(healthy.opened()).toBe(0);
  },
);

test('a receiver that resets in the middle of a request (F23)', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keep({ close: () => new Promise((resolve) => server.close(resolve)) });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await send(url, sender, Buffer.alloc(20_000_000))).toEqual(failed('reset'));
  expect(sockets.size).toBe(1);
});

test('TLS: a certificate that nobody vouches for, one for another name, and a port without TLS (F19)', async () => {
  const pair = await openTls(true, [], { now: Date.now(), serial: '0123456789abcdef' });
  const server = createTlsServer({ cert: pair.cert, key: pair.key }, (_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keep({ close: () => new Promise((resolve) => server.close(resolve)) });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const here: Resolve = (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
  const trusting = keep(createSender(allowTargets([], here), { ca: pair.cert }));
  expect(await send(url)).toEqual(failed('tls'));
  expect(await send(url, trusting)).toEqual(answered(200));
  expect(await send(url.replace('127.0.0.1', 'receiver.test'), trusting)).toEqual(failed('tls'));
  // A server without TLS takes the first bytes of a handshake for a bad request, and says so.
  const plain = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  keep({ close: () => new Promise((resolve) => plain.close(resolve)) });
  expect(await send(`https://127.0.0.1:${(plain.address() as AddressInfo).port}/`)).toEqual(failed('tls'));
});

test('ports that fetch refuses are receivers like others (O4)', async () => {
  let called = 0;
  for (const port of [2_049, 4_045, 4_190, 5_060, 5_061, 6_000, 6_566, 6_665, 6_666, 6_667, 6_668, 6_669, 10_080]) {
    const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(ok)));
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    keep({ close: () => new Promise((resolve) => server.close(resolve)) });
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual(answered(200));
    called++;
  }
  expect(called).toBeGreaterThanOrEqual(5);
});

test.each([
  ['EINVAL', 'connect', 'refused'],
  ['EMFILE', 'connect', 'refused'],
  ['ETIMEDOUT', 'connect', 'timeout'],
  ['ECONNRESET', 'connect', 'reset'],
  ['EINVAL', 'read', 'reset'],
])('%s of a %s is %s', (code, syscall, failure) => {
  expect(failureOf(Object.assign(new Error(`${syscall} ${code}`), { code, syscall }))).toEqual(failed(failure));
});

const resolving = (resolve: Resolve): Sender => keep(createSender(allowTargets([], resolve)));

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])('a name that fails with %s (F19)', async (code) => {
  const by = resolving((_name, done) => done(Object.assign(new Error(`getaddrinfo ${code}`), { code }), undefined));
  expect(await send('http://receiver.test/hook', by)).toEqual(failed('dns'));
});

test('a name that leads here first and to metadata then: the second attempt is blocked, and connects nowhere (F28) (O2)', async () => {
  const addresses = ['127.0.0.1', '169.254.169.254'];
  const by = resolving((_name, done) => done(null, [{ address: addresses.shift() ?? '', family: 4 }]));
  const url = healthy.url.replace('127.0.0.1', 'receiver.test');
  expect([await send(url, by), await send(url, by)]).toEqual([answered(200), failed('blocked')]);
  expect(healthy.opened()).toBe(1);
});

test.each(['', '/hook', 'receiver', 'http://', 'ftp://127.0.0.1/', 'http://a:b@127.0.0.1/', 'http://169.254.169.254/'])(
  '%j is blocked before anything is sent (F28)',
  async (url) => {
    expect(await send(url)).toEqual(failed('blocked'));
  },
);

test('closing ends what runs and what waits, and leaves no socket (F23)', async () => {
  const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  const before = sockets();
  const silent = keep(await openRawReceiver(() => undefined));
  const running = Array.from({ length: 100 }, () => send(silent.url));
  expect(await send(healthy.url)).toEqual(answered(200));
  await silent.until(64);
  expect(sockets()).toBeGreaterThanOrEqual(before + 128);
  await sender.close();
  expect(await Promise.all(running)).toEqual(running.map(() => failed('aborted')));
  await Promise.all([silent.quiet(), healthy.quiet()]);
  expect(sockets()).toBe(before);
  expect(await send(healthy.url)).toEqual(failed('aborted'));
});
