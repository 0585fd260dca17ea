/** Without a network the judge sees what it sees over one: whole answers, large files, and connections that are cut. */
import { type RequestListener, createServer } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openMockTarget } from '../targets/mock.ts';
import type { Target } from '../target.ts';
import type { Sent } from '../wire/send.ts';
import type { SentRequest } from '../wire/exchange.ts';
import { memoryWire, networkWire } from './memory-wire.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const serverOf = async (answer: RequestListener): Promise<{ readonly url: string }> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
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

/** Without what differs from one request to the next. */
const seen = ({ answer, failure }: Sent): object => {
  const { date: _date, ...headers } = answer?.headers ?? {};
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

test('only the first request to a server goes over the network', async () => {
  const { memory } = await wires();
  const overNetwork: boolean[] = [];
  const { url } = await serverOf((request, response) => {
    overNetwork.push(request.socket instanceof Socket);
    response.end('here');
  });
  for (let i = 0; i < 3; i++) expect(await memory.send(get(url))).toMatchObject({ answer: { status: 200 } });
  await Promise.all([memory.send(get(url)), memory.send(get(url))]);
  expect(overNetwork).toEqual([true, false, false, false, false]);
});

test('a body and an answer of many megabytes come whole', async () => {
  const { memory } = await wires();
  const { url } = await serverOf((request, response) => void request.pipe(response));
  const body = Buffer.alloc(20_000_000, 'sound ');
  await memory.send(get(url));
  const { answer } = await memory.send({ method: 'POST', url, headers: {}, body });
  expect(body.equals(answer?.body ?? Buffer.alloc(0))).toBe(true);
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
    const post = { ...get(url), method: 'POST' };
    const { failure } = await network.send(post);
    expect(failure).toEqual(expect.any(String));
    expect((await memory.send(post)).failure).toBe(failure);
  },
);
