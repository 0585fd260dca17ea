/** Lines that break, peers that fall silent, readers that are too slow, and a mock that stops: what each costs, and that nothing stays behind. */
import { expect, test, vi } from 'vitest';
import { frame, openSocketMock, type SocketMock } from './client.case.ts';

const settled = (mock: SocketMock, charged: number): Promise<void> =>
  vi.waitFor(
    async () => expect(await mock.usage()).toMatchObject([{ charged_usd: expect.closeTo(charged, 9) as number }]),
    { timeout: 15_000 },
  );

test('a peer that answers no ping is gone after two, and billed to its last sign of life (F58)', async () => {
  const mock = await openSocketMock({}, {}, { socketTimes: { ping: 40 } });
  // A client of bytes alone answers nothing by itself.
  const stream = await mock.raw(await mock.voice());
  stream.socket.write(frame(2, 'ab'));
  await vi.waitFor(() => expect(stream.bytes().includes('ab')).toBe(true));
  await mock.clock.advance({ seconds: 20 });
  await settled(mock, 0);
  await stream.closed;
  expect(stream.bytes().includes(Buffer.from([0x89, 0]))).toBe(true);
  await mock.close();
});

test('any frame or answer to a ping is a sign of life', async () => {
  const mock = await openSocketMock({}, {}, { socketTimes: { ping: 30 } });
  const answering = await mock.connect(await mock.voice());
  const talking = await mock.raw(await mock.liveSwap());
  const talk = setInterval(() => talking.socket.write(frame(1, 'x')), 10);
  let pings = 0;
  answering.ws.on('ping', () => pings++);
  await vi.waitFor(() => expect(pings).toBeGreaterThan(8), { timeout: 3_000 });
  expect(await mock.usage()).toEqual([]);
  clearInterval(talk);
  talking.socket.destroy();
  await answering.close();
  await mock.close();
});

test('a connection that breaks off is over at once, and billed to then', async () => {
  for (const breakOff of ['terminate', 'end'] as const) {
    const mock = await openSocketMock();
    const stream = await mock.connect(await mock.voice());
    await mock.clock.advance({ seconds: 5 });
    if (breakOff === 'terminate') stream.ws.terminate();
    else (stream.ws as unknown as { _socket: { end: () => void } })._socket.end();
    await settled(mock, 5 * 0.0015);
    await mock.close();
  }
});

test('a client that does not read is not read from, and settled when it goes on (F59) (K6)', async () => {
  const mock = await openSocketMock({}, {}, { socketTimes: { stall: 500, handshake: 300 } });
  const stream = await mock.raw(await mock.liveSwap());
  stream.socket.pause();
  const chunk = frame(2, Buffer.alloc(65_536, 1));
  for (let sent = 0; sent < 64 * 2 ** 20; sent += chunk.length) stream.socket.write(chunk);
  await settled(mock, 0);
  expect(stream.socket.writableLength).toBeGreaterThan(2 ** 24);
  // What the machine holds for both of them is all that comes.
  stream.socket.resume();
  await stream.closed;
  expect(stream.bytes().length).toBeLessThan(32 * 2 ** 20);
  await mock.close();
});

test('a client that reads again too late learns why it was closed (F59)', async () => {
  const mock = await openSocketMock({}, {}, { socketTimes: { stall: 300, handshake: 60_000 } });
  const stream = await mock.connect(await mock.liveSwap());
  stream.ws.pause();
  stream.send(...Array.from({ length: 500 }, () => Buffer.alloc(65_536)));
  await settled(mock, 0);
  stream.ws.resume();
  expect((await stream.closed).code).toBe(1008);
  await mock.close();
});

test('a client that reads late gets all of it (F59)', async () => {
  const mock = await openSocketMock();
  const stream = await mock.connect(await mock.liveSwap());
  stream.ws.pause();
  const count = 400;
  stream.send(...Array.from({ length: count }, (_, i) => Buffer.alloc(65_536, i)));
  await new Promise((resolve) => setTimeout(resolve, 300));
  stream.ws.resume();
  const back = (await stream.received(count)) as Buffer[];
  expect(back.every((message, i) => message.length === 65_536 && message[0] === i % 256)).toBe(true);
  await stream.close();
  await mock.close();
});

test('every ping of a burst is answered with its own bytes, in order, and the stream goes on', async () => {
  const mock = await openSocketMock();
  const stream = await mock.raw(await mock.liveSwap());
  const pings = Array.from({ length: 2_000 }, (_, index) => frame(9, `ping ${index}`));
  stream.socket.write(Buffer.concat([...pings, frame(2, 'and a message')]));
  await vi.waitFor(() => expect(stream.bytes().includes('and a message')).toBe(true), { timeout: 15_000 });
  const pongs = Array.from({ length: 2_000 }, (_, index) => {
    const text = `ping ${index}`;
    return Buffer.concat([Buffer.from([0x8a, text.length]), Buffer.from(text)]);
  });
  expect(stream.bytes().includes(Buffer.concat(pongs))).toBe(true);
  stream.socket.write(frame(8, Buffer.from([0x03, 0xe8])));
  await stream.closed;
  await mock.close();
});

test(
  'a flood of pings whose answers are not read is not read from, and is closed with 1008 (K6)',
  { timeout: 60_000 },
  async () => {
    const mock = await openSocketMock({}, {}, { socketTimes: { stall: 300, handshake: 60_000 } });
    const stream = await mock.connect(await mock.liveSwap());
    stream.ws.pause();
    for (let sent = 0; sent < 400_000; sent++) stream.ws.ping(Buffer.alloc(125), true);
    await settled(mock, 0);
    stream.ws.resume();
    expect((await stream.closed).code).toBe(1008);
    await mock.close();
  },
);

test('a mock that stops settles its streams and closes them with 1001 (F11)', async () => {
  const mock = await openSocketMock();
  const streams = [await mock.connect(await mock.voice()), await mock.connect(await mock.liveSwap())];
  await mock.clock.advance({ seconds: 10 });
  const stopping = mock.close();
  for (const stream of streams) expect((await stream.closed).code).toBe(1001);
  await stopping;
  expect(await mock.usage()).toMatchObject([{ reason: null }, { reason: null }]);
  expect(await mock.balance()).toBeCloseTo(100 - 10 * 0.0015 - 10 * 0.01, 9);
});

test('a peer that does not answer the close of a mock that stops is cut after the grace time (F11)', async () => {
  const mock = await openSocketMock({}, {}, { socketTimes: { handshake: 60_000 } });
  const stream = await mock.raw(await mock.voice());
  stream.socket.pause();
  await mock.close({ graceMs: 50 });
  stream.socket.resume();
  await stream.closed;
});

test('at a reset all streams are closed with 1001, and the new world knows nothing of them', async () => {
  const mock = await openSocketMock();
  const old = await mock.connect(await mock.voice());
  await mock.clock.advance({ seconds: 10 });
  await mock.control.reset();
  expect((await old.closed).code).toBe(1001);
  expect([await mock.balance(), await mock.usage()]).toEqual([100, []]);
  // The same id and the same token as before: the seed is the same.
  const stream = await mock.connect(await mock.voice());
  await mock.clock.advance({ seconds: 600 });
  expect((await stream.closed).code).toBe(1000);
  expect(await mock.usage()).toHaveLength(1);
  await mock.close();
});

test('a revoked key leaves the streams of its sessions alone, which are settled, and creates no more of them (F64)', async () => {
  const mock = await openSocketMock();
  const stream = await mock.connect(await mock.voice());
  await mock.control.revokeKey('a1', 'key_a1_0');
  stream.send(Buffer.from('ab'));
  await stream.received(2);
  const ask = (key: string, method: string, path: string): Promise<Response> =>
    mock.fetch(mock.url + path, { method, headers: { authorization: `Bearer ${key}` } });
  expect((await ask(mock.apiKey, 'POST', '/voice/session')).status).toBe(401);
  await mock.clock.advance({ seconds: 5 });
  await stream.close();
  // Its account is asked with another of its keys: of one session, which streamed for five seconds.
  const created = await mock.control.createKey('a1');
  const another = 'api_key' in created ? created.api_key : '';
  expect(await (await ask(another, 'GET', '/usage')).json()).toMatchObject([
    { feature: 'voice_changer', status: 'succeeded', charged_usd: 5 * 0.0015 },
  ]);
  expect(await mock.control.sessions({ limit: 10 })).toMatchObject([{ status: 'ended', seconds: 5 }]);
  expect(await (await ask(another, 'GET', '/balance')).json()).toMatchObject({ balance_usd: 100 - 5 * 0.0015 });
  await mock.close();
});

/** Timers, listening ports and connections of this thread. */
const handles = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^(?:Timeout|TCPServerWrap|TCPSocketWrap)$/.test(name)).length;

test('after all streams are closed no timer and no connection is left', async () => {
  const mock = await openSocketMock({}, { clock: 'real' });
  const before = handles();
  const streams = await Promise.all(Array.from({ length: 30 }, async () => mock.connect(await mock.voice())));
  for (const stream of streams) stream.send(Buffer.alloc(960));
  await Promise.all(streams.map((stream) => stream.received(2)));
  for (const [i, stream] of streams.entries()) {
    if (i % 3 === 0) stream.ws.terminate();
    else stream.ws.close();
  }
  await Promise.all(streams.map((stream) => stream.closed));
  await vi.waitFor(() => expect(handles()).toBeLessThanOrEqual(before), { timeout: 15_000 });
  await mock.close();
});
