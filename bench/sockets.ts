/** Streams: how many messages, how late they come, and what sockets cost that do nothing, or do not read. */
import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { alternate, ofRounds } from './median.ts';
import { type Pacing, framesOf, paceAll } from './paced-streams.ts';
import { type Peer, startMock, startPeer } from './peer.ts';
import { rich } from './requests.ts';
import { connectAll, echoRate, hangUp, newStream } from './streams.ts';

const rounds = 5;
const frame = Buffer.alloc(4096, 7);

export const sockets = async (): Promise<Figure[]> => [
  ...(await echoes(50)),
  ...(await echoes(500)),
  ...(await pacedStreams()),
  ...(await idleSockets()),
  await slowReaders(),
];

const echoes = async (connections: number): Promise<Figure[]> => {
  const peers = { floor: await startPeer(['bench/peers/ws-echo.mjs']), mock: await startMock(...rich) };
  const address = `ws://127.0.0.1:${peers.floor.port}`;
  const open = {
    floor: await connectAll(
      Array(connections).fill(async () => address),
      false,
    ),
    mock: await connectAll(
      Array(connections).fill(() => newStream(peers.mock)),
      true,
    ),
  };
  const taken = await alternate(rounds, {
    floor: () => echoRate(open.floor, frame, 1.5),
    mock: () => echoRate(open.mock, frame, 1.5),
  });
  await Promise.all([hangUp(open.floor), hangUp(open.mock)]);
  await Promise.all([peers.floor.stop(), peers.mock.stop()]);
  return [
    {
      what: `4 KiB frames on ${connections} voice streams`,
      unit: 'messages/s',
      ...ofRounds(taken.mock, taken.floor),
      peer: 'bare ws',
      goal: { of: 'ratio', atLeast: 0.9 },
    },
  ];
};

const paced: Pacing = { streams: 200, seconds: 30, everyMs: 20, bytes: 960 };

/** Each stream sends 20 ms of sound every 20 ms; what comes back must be the same bytes in the same order. */
const pacedStreams = async (): Promise<Figure[]> => {
  const floor = await startPeer(['bench/peers/ws-echo.mjs']);
  const bare = await paceAll(async () => `ws://127.0.0.1:${floor.port}`, false, paced);
  await floor.stop();
  const mock = await startMock(...rich);
  const { p99, wrong } = await paceAll(() => newStream(mock), true, paced);
  await mock.stop();
  return [
    {
      what: `${paced.streams} paced streams for ${paced.seconds} s, p99`,
      unit: 'ms',
      ours: p99,
      beside: bare.p99,
      peer: 'bare ws',
      goal: { of: 'ours', atMost: 5 },
    },
    {
      what: `of ${framesOf(paced).toLocaleString('en')} frames, lost or changed`,
      unit: 'frames',
      ours: wrong,
      goal: { of: 'ours', atMost: 0 },
    },
  ];
};

const idle = 10_000;

const idleSockets = async (): Promise<Figure[]> => {
  const mock = await startMock(...rich);
  const addresses = await addressesOf(mock, idle);
  const before = mock.memory().now;
  const from = performance.now();
  const streams = await connectAll(
    addresses.map((address) => async () => address),
    true,
  );
  const connectedMs = performance.now() - from;
  await wait(1_000);
  const kilobytes = ((mock.memory().now - before) * 1024 * 1024) / 1000 / idle;
  for (const stream of streams) stream.terminate();
  await mock.stop();
  return [
    {
      what: `until ${idle.toLocaleString('en')} sockets are connected`,
      unit: 'ms',
      ours: connectedMs,
      goal: { of: 'ours', atMost: 10_000 },
    },
    {
      what: `each of ${idle.toLocaleString('en')} idle sockets`,
      unit: 'KB',
      ours: kilobytes,
      goal: { of: 'ours', atMost: 20 },
    },
  ];
};

const addressesOf = async (mock: Peer, count: number): Promise<string[]> => {
  const addresses: string[] = [];
  while (addresses.length < count) {
    addresses.push(...(await Promise.all(Array.from({ length: 50 }, () => newStream(mock)))));
  }
  return addresses;
};

const slow = { sockets: 500, messages: 64, bytes: 64 * 1024 } as const;

/** Each sends 4 MiB and reads none of it. */
const slowReaders = async (): Promise<Figure> => {
  const mock = await startMock(...rich);
  const addresses = await addressesOf(mock, slow.sockets);
  const before = mock.memory().now;
  const lines = await Promise.all(addresses.slice(0, slow.sockets).map(sendWithoutReading));
  await wait(3_000);
  const mebibytes = (mock.memory().peak - before) / slow.sockets;
  for (const line of lines) line.destroy();
  await mock.stop();
  return {
    what: `each of ${slow.sockets} sockets that do not read`,
    unit: 'MiB',
    ours: mebibytes,
    goal: { of: 'ours', atMost: 1 },
  };
};

const sendWithoutReading = (address: string): Promise<Socket> => {
  const { pathname, search, host, hostname, port } = new URL(address);
  const head = Buffer.alloc(14);
  head.set([0x82, 0xff]);
  head.writeBigUInt64BE(BigInt(slow.bytes), 2);
  const message = Buffer.concat([head, Buffer.alloc(slow.bytes)]);
  return new Promise((resolve, reject) => {
    const line = connect(Number(port), hostname);
    line.on('error', reject);
    line.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    line.once('data', () => {
      line.pause();
      for (let count = 0; count < slow.messages; count++) line.write(message);
      resolve(line);
    });
  });
};
