/** Without a network the judge sees what it sees over one: whole answers, large files, and connections that are cut. */
import { createHash } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { openMockTarget } from '../targets/mock.ts';
import type { Target } from '../target.ts';
import type { Sent } from '../wire/send.ts';
import type { SentRequest } from '../wire/exchange.ts';
import { openStream } from '../wire/stream.ts';
import { memoryWire, networkWire } from './memory-wire.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const serverOf = async (answer: RequestListener): Promise<{ readonly url: string; readonly server: Server }> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
};

const wires = async () => {
  const { target, close } = await openMockTarget();
  closing.push(close);
  const [memory, network] = [memoryWire(target), networkWire(target)];
  closing.push(memory.close, network.close);
  return { target, memory, network };
};

const get = (url: string, headers: SentRequest['headers'] = {}): SentRequest => ({
  method: 'GET',
  url,
  headers,
  body: undefined,
});

/** Without what differs from one request to the next, and how long a connection is kept. */
const seen = ({ answer, failure }: Sent): object => {
  const { date: _date, 'keep-alive': _keepAlive, ...headers } = answer?.headers ?? {};
  return { status: answer?.status, headers, body: answer && Buffer.from(answer.body).toString(), failure };
};

test('a mock answers as another one does over the network', async () => {
  const [one, other] = [await wires(), await wires()];
  // The first of them goes over the network in any case.
  for (const path of ['/usage/summary', '/balance', '/pricing', '/usage?limit=1', '/jobs/none', '/nowhere']) {
    const ask = ({ baseUrl, key }: Target): SentRequest => get(baseUrl + path, { authorization: `Bearer ${key}` });
    const expected = seen(await one.network.send(ask(one.target)));
    expect([path, seen(await other.memory.send(ask(other.target)))]).toEqual([path, expected]);
  }
});

test('only the first request to a server goes over the network; what Node might not take as it is goes over a pair of streams', async () => {
  const { memory } = await wires();
  const ways: string[] = [];
  const { url } = await serverOf((request, response) => {
    ways.push(wayOf(request.socket));
    request.resume();
    response.end('here');
  });
  const some: readonly SentRequest[] = [
    get(url),
    get(url),
    { ...get(url), method: 'POST', body: Buffer.from('{}') },
    get(url, { 'x-long': 'x'.repeat(5_000) }),
    get(url, { 'x-spaced': 'one  two' }),
    { ...get(url), method: 'POST', body: Buffer.alloc(2_000_000) },
    { ...get(url), method: 'POST', body: Buffer.from('ab'), padding: { at: 1, bytes: 10 } },
    { ...get(url), method: 'DELETE' },
  ];
  for (const one of some) expect(await memory.send(one)).toMatchObject({ answer: { status: 200 } });
  await Promise.all([memory.send(get(url)), memory.send(get(url))]);
  const pair = 'a pair of streams';
  expect(ways).toEqual([
    'network',
    'handed over',
    'handed over',
    pair,
    pair,
    pair,
    'handed over',
    pair,
    'handed over',
    'handed over',
  ]);
});

const wayOf = (socket: object): string => {
  if (socket instanceof Socket) return 'network';
  return socket instanceof Duplex ? 'a pair of streams' : 'handed over';
};

test('a server is asked what it is asked over the network', async () => {
  const { memory, network } = await wires();
  const asked: object[] = [];
  const { url } = await serverOf((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, httpVersion, headers, rawHeaders, complete } = request;
      asked.push({ method, path, httpVersion, headers, rawHeaders, complete, body: Buffer.concat(chunks).toString() });
      response.end();
    });
  });
  await memory.send(get(url));
  const some: readonly SentRequest[] = [
    get(`${url}a%20b/../c?d=%C3%A9&e=f#g`, { authorization: 'Bearer x' }),
    { method: 'POST', url, headers: { 'content-type': 'text/plain', range: 'bytes=0-1' }, body: Buffer.from('grüße') },
    { method: 'POST', url, headers: {}, body: Buffer.alloc(0) },
  ];
  for (const one of some) {
    asked.splice(0);
    await network.send(one);
    await memory.send(one);
    expect(asked[1]).toEqual(asked[0]);
  }
});

test('an answer of many megabytes comes whole to a request that was handed over, and one to HEAD without its body', async () => {
  const { memory } = await wires();
  const { url } = await serverOf((_request, response) => {
    const piece = Buffer.alloc(100_000, 'sound ');
    let left = 100;
    const more = (): void => {
      while (left-- > 0) if (!response.write(piece)) return void response.once('drain', more);
      response.end();
    };
    more();
  });
  await memory.send(get(url));
  const whole = await memory.send(get(url), { answerBytesMax: 10_000_000 });
  expect(whole.answer?.body.byteLength).toBe(10_000_000);
  const { failure } = await memory.send(get(url), { answerBytesMax: 9_999_999 });
  expect(failure).toBe('an answer of more than 9999999 bytes');
  expect((await memory.send({ ...get(url), method: 'HEAD' })).answer?.body.byteLength).toBe(0);
});

test.each([
  ['before all of it', 0],
  ['in the middle', 5],
  ['behind all of it', 9],
])('a body that is padded with zeros %s comes whole, and in pieces, to one that reads slowly', async (_where, at) => {
  const { memory } = await wires();
  const hash = (...pieces: readonly Uint8Array[]): string =>
    pieces.reduce((sum, piece) => sum.update(piece), createHash('sha256')).digest('hex');
  let most = 0;
  const readSlowly = async (request: IncomingMessage): Promise<readonly Buffer[]> => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) {
      await new Promise(setImmediate);
      most = Math.max(most, piece.byteLength + request.readableLength);
      pieces.push(piece);
    }
    return pieces;
  };
  const { url } = await serverOf(
    (request, response) => void readSlowly(request).then((pieces) => response.end(hash(...pieces))),
  );
  await memory.send(get(url));
  const body = Buffer.from('head tail');
  const { answer } = await memory.send({ ...get(url), method: 'POST', body, padding: { at, bytes: 20_000_001 } });
  expect(String(answer?.body)).toBe(hash(body.subarray(0, at), Buffer.alloc(20_000_001), body.subarray(at)));
  expect(most).toBeLessThan(2_000_000);
});

test('a body and an answer of many megabytes come whole', async () => {
  const { memory } = await wires();
  const { url } = await serverOf((request, response) => void request.pipe(response));
  const body = Buffer.alloc(20_000_000, 'sound ');
  await memory.send(get(url));
  const { answer } = await memory.send({ method: 'POST', url, headers: {}, body }, { answerBytesMax: 20_000_000 });
  expect(body.equals(answer?.body ?? Buffer.alloc(0))).toBe(true);
});

test('a WebSocket goes over a pair of streams: what is sent comes back, and a cut is one', async () => {
  const { memory } = await wires();
  const ways: string[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const { url, server } = await serverOf((_request, response) => response.end());
  server.on('upgrade', (request, socket, head) => {
    ways.push(wayOf(request.socket));
    sockets.handleUpgrade(request, socket, head, (one) =>
      one.on('message', (data, isBinary) => one.send(data, { binary: isBinary })),
    );
  });
  const address = url.replace('http', 'ws');
  expect(memory.connect?.(address)).toBeUndefined();
  await memory.send(get(url));
  const stream = await openStream(address, { connection: memory.connect?.(address) });
  stream.send(Buffer.alloc(100_000, 7));
  expect(await stream.until(([frame]) => frame?.bytes.equals(Buffer.alloc(100_000, 7)) === true)).toBe(true);
  stream.cut();
  expect([stream.status, (await stream.ended())?.code, ways]).toEqual([101, 1006, ['a pair of streams']]);
});

test.each([
  ['before its answer', (_request, response) => void response.socket?.destroy()],
  ['by a reset', (_request, response) => void response.socket?.resetAndDestroy()],
  [
    'within its answer',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('a part', () => response.socket?.destroy());
    },
  ],
] as const satisfies readonly (readonly [string, RequestListener])[])(
  'a connection that is cut %s is the failure that it is over the network',
  async (_when, cut: RequestListener) => {
    const { memory, network } = await wires();
    let isReady = false;
    const { url } = await serverOf((request, response) => (isReady ? cut(request, response) : response.end()));
    await memory.send(get(url));
    isReady = true;
    for (const body of [undefined, Buffer.from('handed over')]) {
      const post = { ...get(url), method: 'POST', body };
      const { failure } = await network.send(post);
      expect(failure).toEqual(expect.any(String));
      expect((await memory.send(post)).failure).toBe(failure);
    }
  },
);
