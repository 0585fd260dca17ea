/** From `spawn` to the first 200, and the memory that is held when nothing happens. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { get, load } from './load.ts';
import { alternate, ofRounds } from './median.ts';
import { type Peer, startFloor, startMock } from './peer.ts';

const rounds = 15;
const restMs = 1_500;

export const startUp = async (): Promise<Figure[]> => {
  const times = await alternate(rounds, {
    floor: () => timeToFirst200(startFloor, '/'),
    mock: () => timeToFirst200(startMock, '/__understudy/health'),
  });
  const memory = await alternate(2, { floor: () => atRest(startFloor), mock: () => atRest(startMock) });
  return [
    {
      what: 'start to first 200',
      unit: 'ms',
      ...ofRounds(times.mock, times.floor),
      peer: 'node:http',
      goal: { of: 'ratio', atMost: 2.7 },
    },
    {
      what: 'memory at rest',
      unit: 'MiB',
      ...ofRounds(memory.mock, memory.floor),
      peer: 'node:http',
      goal: { of: 'ours', atMost: 70 },
    },
  ];
};

const timeToFirst200 = async (start: () => Promise<Peer>, path: string): Promise<number> => {
  const from = performance.now();
  const peer = await start();
  await load({ port: peer.port, next: () => get(path, {}), status: 200, connections: 1, requests: 1 });
  const ms = performance.now() - from;
  await peer.stop();
  return ms;
};

const atRest = async (start: () => Promise<Peer>): Promise<number> => {
  const peer = await start();
  await wait(restMs);
  const { now } = peer.memory();
  await peer.stop();
  return now;
};
