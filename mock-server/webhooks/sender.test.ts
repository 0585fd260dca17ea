/** The sender against receivers that behave, and that do everything else. No test waits for a time: an attempt ends by giving up. */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { openBlackHole } from './black-hole.case.ts';
import { GiveUp } from './give-up.ts';
import { type Answer, type RawReceiver, ok, openRawReceiver } from './raw-receiver.case.ts';
import { type SendRequest, type Sender, type SenderOptions, createSender } from './sender.ts';
import { allowTargets } from './where.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const one of open.splice(0)) await one.close();
});

const opened = <T extends { close: () => Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};

const openSender = (options: SenderOptions = {}): Sender => opened(createSender(allowTargets(), options));
const receiver = async (answer: Answer, host?: string): Promise<RawReceiver> =>
  opened(await openRawReceiver(answer, host));
const healthy = (): Promise<RawReceiver> => receiver((socket) => socket.write(ok));

const body = Buffer.from('{"event":"job.succeeded"}');
const request = (url: string, more: Partial<SendRequest> = {}): SendRequest => ({
  url,
  headers: { 'content-type': 'application/json', 'Service-Signature': 't=1,v1=00' },
  body,
  ...more,
});

const answered = (status: number): AttemptOutcome => ({ kind: 'answered', status });
const failed = (failure: string, detail?: RegExp): object => ({
  kind: 'failed',
  failure,
  detail: expect.stringMatching(detail ?? /./) as string,
});

/** A port of loopback where nobody listens. */
const closedPort = async (): Promise<string> => {
  const one = await openRawReceiver(() => undefined);
  await one.close();
  return one.url;
};

test('a request is what was asked for, byte for byte', async () => {
  const { url, requests } = await healthy();
  const bytes = Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0x80]);
  expect(await openSender().send(request(`${url}/a%20b?x=1&y=%C3%A9#part`, { body: bytes }))).toEqual(answered(200));
  expect(requests).toEqual([
    [
      'POST /hook/a%20b?x=1&y=%C3%A9 HTTP/1.1',
      `host: ${new URL(url).host}`,
      'connection: keep-alive',
      'content-type: application/json',
      'Service-Signature: t=1,v1=00',
      'user-agent: Understudy',
      'content-length: 5',
      '',
      bytes.toString('latin1'),
    ].join('\r\n'),
  ]);
});

test('an empty body has a length too', async () => {
  const { url, requests } = await healthy();
  expect(await openSender().send(request(url, { body: new Uint8Array() }))).toEqual(answered(200));
  expect(requests[0]).toContain('content-length: 0\r\n');
});

test('a body that is spread over a time arrives whole, in pieces', async () => {
  const pieces: string[] = [];
  const server = createServer((incoming, response) => {
    incoming.on('data', (piece: Buffer) => pieces.push(piece.toString()));
    incoming.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened({ close: () => new Promise((resolve) => server.close(resolve)) });
  const { port } = server.address() as AddressInfo;
  const sender = openSender();
  expect(await sender.send(request(`http://127.0.0.1:${port}/`, { spreadMs: 50 }))).toEqual(answered(204));
  expect(pieces.join('')).toBe(body.toString());
  expect(pieces.length).toBeGreaterThan(1);
  await sender.close();
});

test('no cookie comes back', async () => {
  const { url, requests } = await receiver((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nset-cookie: a=b\r\ncontent-length: 0\r\n\r\n'),
  );
  const sender = openSender();
  await sender.send(request(url));
  await sender.send(request(url));
  expect(requests.join('')).not.toMatch(/cookie/i);
});

test('a receiver that ends each connection gets a new one each time', async () => {
  const { url, opened: count } = await receiver((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'),
  );
  const sender = openSender();
  for (let index = 0; index < 5; index++) expect(await sender.send(request(url))).toEqual(answered(200));
  expect(count()).toBe(5);
});

const flood = (socket: Socket, piece: string | Buffer): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
};
const head = 'HTTP/1.1 200 OK\r\n';

/** What a receiver does with every request; `hangs` where only giving up ends an attempt. */
const faults: readonly [name: string, answer: Answer, outcome: object | 'hangs'][] = [
  ['silence', () => undefined, 'hangs'],
  ['half a status line', (socket) => socket.write('HTTP/1.1 20'), 'hangs'],
  ['a status line without an end', (socket) => socket.write(`HTTP/1.1 200 ${'a'.repeat(100_000)}`), 'hangs'],
  ['an interim answer and then silence', (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 'hangs'],
  ['an empty reply', (socket) => socket.end(), failed('reset', /other side closed/)],
  ['a reset', (socket) => socket.resetAndDestroy(), failed('reset')],
  ['100 KB of headers', (socket) => socket.end(`${head}x: ${'a'.repeat(100_000)}\r\n\r\n`), failed('garbage')],
  [
    'a flood of interim answers',
    (socket) => flood(socket, `${hint}\r\n`.repeat(500)),
    failed('garbage', /more than 100 interim/),
  ],
  [
    'a flood of 100 Continue',
    (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)),
    failed('garbage'),
  ],
  [
    'a body without an end',
    (socket) => (socket.write(`${head}\r\n`), flood(socket, 'x'.repeat(65_536))),
    answered(200),
  ],
  [
    'chunks without an end',
    (socket) => (socket.write(`${head}${chunked}`), flood(socket, '1\r\nx\r\n'.repeat(5_000))),
    answered(200),
  ],
  ['a body that never comes', (socket) => socket.write(`${head}content-length: 9\r\n\r\n`), answered(200)],
  ['bytes that nobody asked for', (socket) => socket.write(`${ok}HTTP/1.1 500 X\r\n\r\n`), answered(200)],
];
const hint = 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n';
const chunked = 'transfer-encoding: chunked\r\n\r\n';

test.each(faults)(
  '100 attempts that meet %s: each outcome is known, another receiver is not delayed, no socket is left (F22, F23, F24) (O5)',
  async (_, answer, outcome) => {
    const bad = await receiver(answer);
    const good = await healthy();
    const sender = openSender();
    // More than there are connections to one receiver.
    const callers = Array.from({ length: 100 }, () => new GiveUp());
    const attempts = callers.map((giveUp) => sender.send(request(bad.url, { giveUp })));
    let ended = 0;
    for (const attempt of attempts) void attempt.then(() => ended++);
    expect(await sender.send(request(good.url))).toEqual(answered(200));
    if (outcome === 'hangs') {
      await bad.until(64);
      expect(await sender.send(request(good.url))).toEqual(answered(200));
      expect(ended).toBe(0);
      expect(bad.most()).toBe(64);
      for (const giveUp of callers) giveUp.now();
    }
    const expected = outcome === 'hangs' ? failed('aborted', /given up/) : outcome;
    expect(await Promise.all(attempts)).toEqual(attempts.map(() => expected));
    await sender.close();
    await Promise.all([bad.quiet(), good.quiet()]);
  },
);

test.each([
  ['64 KiB of a declared length', 65_536, 'declared', 1],
  ['a byte more of a declared length', 65_537, 'declared', 2],
  ['64 KiB in chunks', 65_536, 'chunks', 1],
  ['a byte more in chunks', 65_537, 'chunks', 2],
] as const)(
  'of an answer 64 KiB are read, and its connection is kept for the next: with %s there are so many connections (F22) (O5)',
  async (_what, bytes, form, connections) => {
    // How long an answer may take is not meant here.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const text = 'x'.repeat(bytes);
    const { url, opened: count } = await receiver((socket) =>
      socket.write(
        form === 'declared'
          ? `${head}content-length: ${bytes}\r\n\r\n${text}`
          : `${head}${chunked}${bytes.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      ),
    );
    // The second waits until the first has let go of the connection, whole or cut.
    const sender = openSender({ connectionsPerOrigin: 1 });
    const answers = await Promise.all([sender.send(request(url)), sender.send(request(url))]);
    expect(answers).toEqual([answered(200), answered(200)]);
    expect(count()).toBe(connections);
  },
);

test('an answer that does not end has a second after its head, then its connection is closed (F22) (O5)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lasting = await receiver((socket) => socket.write(`${head}content-length: 9\r\n\r\n`));
  const good = await healthy();
  const sender = openSender({ connectionsPerOrigin: 1 });
  expect(await sender.send(request(lasting.url))).toEqual(answered(200));
  const next = sender.send(request(lasting.url));
  await vi.advanceTimersByTimeAsync(999);
  expect(await sender.send(request(good.url))).toEqual(answered(200));
  expect(lasting.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await next).toEqual(answered(200));
  expect(lasting.opened()).toBe(2);
});

test('nobody listens: refused, and another receiver is not delayed (F19)', async () => {
  const good = await healthy();
  const sender = openSender();
  const attempts = Array.from({ length: 100 }, async () => sender.send(request(await closedPort())));
  expect(await sender.send(request(good.url))).toEqual(answered(200));
  expect(await Promise.all(attempts)).toEqual(attempts.map(() => failed('refused', /ECONNREFUSED 127\.0\.0\.1/)));
});

test('a connection that is never made is given up with its attempt, and delays no other (F19)', async () => {
  const good = await healthy();
  const sender = opened(createSender(allowTargets([], () => undefined)));
  const callers = Array.from({ length: 100 }, () => new GiveUp());
  const attempts = callers.map((giveUp) => sender.send(request('http://black-hole.example/', { giveUp })));
  expect(await sender.send(request(good.url))).toEqual(answered(200));
  for (const giveUp of callers) giveUp.now();
  expect(await Promise.all(attempts)).toEqual(attempts.map(() => failed('aborted', /given up/)));
});

// Elsewhere than on Linux a port that takes nobody refuses, or lets in.
test.runIf(process.platform === 'linux')(
  'packets that go nowhere: each attempt is given up by itself, and another receiver is not delayed (F19)',
  async () => {
    const good = await healthy();
    const hole = opened(await openBlackHole());
    const sender = openSender();
    const callers = Array.from({ length: 20 }, () => new GiveUp());
    const attempts = callers.map((giveUp) => sender.send(request(hole.url, { giveUp })));
    await expect.poll(hole.waiting).toBe(20);
    expect(await sender.send(request(good.url))).toEqual(answered(200));
    for (const giveUp of callers) giveUp.now();
    expect(await Promise.all(attempts)).toEqual(attempts.map(() => failed('aborted', /given up/)));
    await expect.poll(hole.waiting).toBe(0);
  },
);

test('localhost is reached on whichever of its addresses somebody listens', async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const { url } = await receiver((socket) => socket.write(ok), host);
    expect(await openSender().send(request(`http://localhost:${new URL(url).port}/`))).toEqual(answered(200));
  }
});

test('of the waiting attempts the one that is given up is never sent, and the next takes its place', async () => {
  const held: Socket[] = [];
  const { url, requests, until } = await receiver((socket) => void held.push(socket));
  const sender = openSender({ connectionsPerOrigin: 1 });
  const callers = [0, 1, 2].map(() => new GiveUp());
  const attempts = callers.map((giveUp, index) => sender.send(request(`${url}?${index}`, { giveUp })));
  await until(1);
  callers[1]?.now();
  expect(await attempts[1]).toEqual(failed('aborted'));
  held[0]?.write(ok);
  await until(2);
  held[1]?.write(ok);
  expect(await attempts[0]).toEqual(answered(200));
  expect(await attempts[2]).toEqual(answered(200));
  expect(requests.map((one) => one.slice(0, 13))).toEqual(['POST /hook?0 ', 'POST /hook?2 ']);
});

test('when all connections are taken, origins take turns (F24)', async () => {
  const order: string[] = [];
  const receivers = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      receiver((socket, _, number) => {
        // The first is held for ever, so that only what the others leave is to be had.
        if (number === 1) return;
        order.push(name);
        socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok');
      }),
    ),
  );
  const sender = openSender({ connections: 4 });
  const held = receivers.map(({ url }) => sender.send(request(url)));
  await Promise.all(receivers.map(({ until }) => until(1)));
  const attempts = receivers.flatMap(({ url }) => Array.from({ length: 4 }, () => sender.send(request(url))));
  expect(await Promise.all(attempts)).toEqual(attempts.map(() => answered(200)));
  // The first goes before the others have come.
  expect(order.join('')).toBe('aabcabcabcbc');
  await sender.close();
  expect(await Promise.all(held)).toEqual(held.map(() => failed('aborted')));
});

test.each([
  ['on one connection that is kept', ok],
  ['on a new connection each', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'],
])(
  'receivers that never answer take all connections, and another receiver gets all of its own %s (F24)',
  async (_, answer) => {
    const dead = await Promise.all(Array.from({ length: 40 }, () => receiver(() => undefined)));
    const good = await receiver((socket) => socket.write(answer));
    const sender = openSender({ connections: 60 });
    let ended = 0;
    const lost = dead.flatMap(({ url }) =>
      Array.from({ length: 5 }, () => sender.send(request(url)).finally(() => ended++)),
    );
    // Those too that came when nothing was left to take.
    await Promise.all(dead.map(({ until }) => until(1)));
    const attempts = Array.from({ length: 10 }, () => sender.send(request(good.url)));
    expect(await Promise.all(attempts)).toEqual(attempts.map(() => answered(200)));
    expect(ended).toBe(0);
    const open = dead.reduce((sum, { most }) => sum + most(), 0);
    expect(open).toBeLessThanOrEqual(60 + 40);
    await sender.close();
    await Promise.all(lost);
  },
);

test('what is given up before is not sent; giving up after the answer changes nothing', async () => {
  let held: Socket | undefined;
  const { url, requests, until } = await receiver((socket, _, number) =>
    number === 1 ? socket.write(ok) : (held = socket),
  );
  const sender = openSender({ connectionsPerOrigin: 1 });
  const early = new GiveUp();
  early.now();
  expect(await sender.send(request(url, { giveUp: early }))).toEqual(failed('aborted'));
  expect(requests).toHaveLength(0);
  const late = new GiveUp();
  expect(await sender.send(request(url, { giveUp: late }))).toEqual(answered(200));
  // On the same connection.
  const next = sender.send(request(url));
  await until(2);
  late.now();
  held?.write(ok);
  expect(await next).toEqual(answered(200));
});

test.each([
  ['a line break', { 'x-a': 'b\r\nx-c: d' }],
  ['a name that is none', { 'x a': 'b' }],
  ['transfer-encoding', { 'transfer-encoding': 'chunked' }],
])('headers that are none are a mistake of the caller, and cost no connection: %s (B9)', async (_, headers) => {
  const { url, requests } = await healthy();
  const sender = openSender({ connectionsPerOrigin: 1 });
  await expect(sender.send(request(url, { headers }))).rejects.toThrow(/invalid/i);
  expect(await sender.send(request(url))).toEqual(answered(200));
  expect(requests).toHaveLength(1);
});
