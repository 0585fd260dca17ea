/** What a client sees of each fault of a socket, asked for with a header on its session call, a rule or a magic word. */
import { afterEach, expect, test } from 'vitest';
import { faultNames, familyOf } from '../../spec/faults.ts';
import { type Session, type SocketMock, type StreamClient, openSocketMock } from './client.case.ts';

const open: SocketMock[] = [];
afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close();
});

const openFaulty = async (): Promise<SocketMock> => {
  const mock = await openSocketMock({}, {}, { socketTimes: { ping: 50 } });
  open.push(mock);
  return mock;
};

/** A session whose stream meets these faults. */
const sessionWith = async (mock: SocketMock, faults: string, path = '/voice/session'): Promise<Session> => {
  const response = await mock.fetch(mock.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${mock.apiKey}`,
      'content-type': 'application/json',
      'x-understudy-fault': faults,
    },
    body: JSON.stringify({ duration_minutes: 1 }),
  });
  const session = (await response.json()) as Session;
  return { ...session, address: `${session.stream_url}?session_token=${session.session_token}` };
};

const stream = async (faults: string, path?: string): Promise<{ mock: SocketMock; client: StreamClient }> => {
  const mock = await openFaulty();
  return { mock, client: await mock.connect(await sessionWith(mock, faults, path)) };
};

const chunk = (value: number): Buffer => Buffer.alloc(4, value);
const chunks = (count: number): Buffer[] => Array.from({ length: count }, (_, index) => chunk(index + 1));
const format = '{"sample_rate":24000,"chunk_frames":480}';

const rows: { readonly [fault: string]: () => Promise<void> } = {
  'socket-format-late': async () => {
    const { client } = await stream('socket-format-late; ms=300');
    client.send(...chunks(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(client.messages).toEqual([]);
    expect(await client.received(3)).toEqual([format, ...chunks(2)]);
  },
  'socket-format-missing': async () => {
    const { client } = await stream('socket-format-missing');
    client.send(...chunks(2));
    expect(await client.received(2)).toEqual(chunks(2));
  },
  'socket-format-malformed': async () => {
    const { client } = await stream('socket-format-malformed');
    const [first] = await client.received(1);
    expect(typeof first).toBe('string');
    expect(() => JSON.parse(String(first)) as unknown).toThrow(SyntaxError);
  },
  'socket-stall': async () => {
    const { client } = await stream('socket-stall; after_messages=2; ms=300');
    client.send(...chunks(5));
    expect(await client.received(3)).toEqual([format, ...chunks(2)]);
    expect(client.messages).toHaveLength(3);
    expect(await client.received(6)).toEqual([format, ...chunks(5)]);
  },
  'socket-jitter': async () => {
    const { client } = await stream('socket-jitter; ms=500');
    await client.received(1);
    const sentAt = performance.now();
    client.send(...chunks(100));
    expect(await client.received(101)).toEqual([format, ...chunks(100)]);
    // Each waits for itself: one after the other they would take about 25 seconds.
    expect(performance.now() - sentAt).toBeLessThan(15_000);
  },
  'socket-drop-chunk': async () => {
    const { client } = await stream('socket-drop-chunk; every=3');
    client.send(...chunks(7));
    expect(await client.received(6)).toEqual([format, ...[1, 2, 4, 5, 7].map(chunk)]);
  },
  'socket-duplicate-chunk': async () => {
    const { client } = await stream('socket-duplicate-chunk; every=2');
    client.send(...chunks(3));
    expect(await client.received(5)).toEqual([format, ...[1, 2, 2, 3].map(chunk)]);
  },
  'socket-split-sample': async () => {
    const { client } = await stream('socket-split-sample; every=2');
    client.send(...chunks(3));
    const [, ...sound] = await client.received(4);
    expect(sound.map((piece) => piece.length)).toEqual([4, 3, 5]);
    expect(Buffer.concat(sound as Buffer[])).toEqual(Buffer.concat(chunks(3)));
  },
  'socket-close': async () => {
    const { mock, client } = await stream('socket-close; code=1012; after_messages=2');
    client.send(chunk(1));
    await client.received(2);
    await mock.clock.advance({ seconds: 10 });
    client.send(chunk(2));
    expect((await client.closed).code).toBe(1012);
    expect(client.messages).toEqual([format, ...chunks(2)]);
    expect(await mock.usage()).toMatchObject([{ status: 'succeeded', reason: null }]);
  },
  'socket-reset': async () => {
    const { mock, client } = await stream('socket-reset; after_messages=1');
    await mock.clock.advance({ seconds: 10 });
    client.send(chunk(1));
    expect((await client.closed).code).toBe(1006);
    expect((await mock.usage()).length).toBe(1);
  },
  'socket-half-open': async () => {
    const { mock, client } = await stream('socket-half-open; after_messages=1');
    let pongs = 0;
    client.ws.on('pong', () => pongs++);
    client.send(chunk(1), chunk(2));
    expect(await client.received(2)).toEqual([format, chunk(1)]);
    client.ws.ping();
    // It is over for the mock when two pings have gone unanswered; nothing else comes meanwhile.
    await client.closed;
    expect([client.messages.length, pongs]).toEqual([2, 0]);
    expect((await mock.usage()).length).toBe(1);
  },
};

test('every fault of a socket has a test', () => {
  expect(Object.keys(rows).sort()).toEqual(faultNames.filter((name) => familyOf(name) === 'socket').sort());
});

test.each(Object.keys(rows))('%s', async (name) => {
  await rows[name]?.();
});

test.each([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 1014])('an early end with %d', async (code) => {
  const { client } = await stream(`socket-close; code=${code}; after_messages=1`, '/full-live-swap/session');
  client.send('frame');
  expect((await client.closed).code).toBe(code);
});

test('while messages are held back no more than a few of them are taken in', async () => {
  const { client } = await stream('socket-stall; after_messages=0; ms=60000', '/full-live-swap/session');
  for (let count = 0; count < 64; count++) client.send(Buffer.alloc(2 ** 20));
  await new Promise((resolve) => setTimeout(resolve, 500));
  // What is not read waits on the side of the client; the network itself holds some of it.
  expect(client.ws.bufferedAmount).toBeGreaterThan(32 * 2 ** 20);
  client.ws.terminate();
});

test('a close that is asked for before any message comes at once', async () => {
  const { client } = await stream('socket-close; after_messages=0');
  expect((await client.closed).code).toBe(1011);
});

test('a rule meets connections, and the journal says which', async () => {
  const mock = await openFaulty();
  const rule = { when: { on: 'connect', nth: 2 }, then: { fault: 'socket-drop-chunk', every: 1 } };
  await mock.fetch(`${mock.controlUrl}/faults`, {
    method: 'POST',
    headers: { 'x-understudy-token': mock.controlToken, 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
  const first = await mock.connect(await mock.voice());
  first.send(chunk(1));
  expect(await first.received(2)).toEqual([format, chunk(1)]);
  await first.close();
  const second = await mock.connect(await mock.voice());
  second.send(chunk(1));
  await second.close();
  expect(second.messages).toEqual([format]);
  const { entries } = mock.control.journal({ kind: 'socket', limit: 100 });
  expect(entries.map((entry) => (entry.kind === 'socket' ? [entry.event, entry.faults] : []))).toEqual([
    ['connected', []],
    ['first-frame', []],
    ['closed', []],
    ['connected', ['socket-drop-chunk']],
    ['first-frame', ['socket-drop-chunk']],
    ['closed', ['socket-drop-chunk']],
  ]);
});

test('a magic word in the voice profile does what the fault does', async () => {
  const mock = await openFaulty();
  const client = await mock.connect(await mock.voice({ voice_profile_id: 'magic_socket_format_missing' }));
  client.send(chunk(1));
  expect(await client.received(1)).toEqual([chunk(1)]);
});

test('a socket that is turned away is in the journal too', async () => {
  const mock = await openFaulty();
  const session = await mock.voice();
  await mock.refusal(`${session.stream_url}?session_token=rt_wrong`);
  const { entries } = mock.control.journal({ kind: 'socket', limit: 100 });
  expect(entries).toMatchObject([{ event: 'refused', code: 401, session_id: session.session_id }]);
  expect(JSON.stringify(entries)).not.toContain('rt_wrong');
});
