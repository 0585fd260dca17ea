/** Webhooks: how fast many of them go out, signed, beside an agent that posts the same amount unsigned. */
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { load, post } from './load.ts';
import { alternate, ofRounds } from './median.ts';
import { type Peer, startMock, startPeer } from './peer.ts';
import { bearer, resetMock, uploadPortrait } from './requests.ts';

const rounds = 5;
const jobs = 10_000;
/** Length of the body of a webhook. */
const bytes = 420;

export const deliveries = async (): Promise<Figure[]> => {
  const receiver = await startPeer(['bench/peers/receiver.mjs']);
  const mock = await startMock(
    '--clock',
    'manual',
    '--concurrency',
    String(jobs),
    '--job-time',
    '1',
    '--balance',
    '100000',
  );
  const taken = await alternate(rounds, { floor: () => floorRate(receiver), mock: () => mockRate(mock, receiver) });
  await Promise.all([receiver.stop(), mock.stop()]);
  return [
    {
      what: `${jobs.toLocaleString('en')} webhooks that are due at once, signed`,
      unit: 'deliveries/s',
      ...ofRounds(taken.mock, taken.floor),
      peer: 'unsigned, http agent',
      goal: { of: 'ratio', atLeast: 1 },
    },
  ];
};

const floorRate = async ({ port }: Peer): Promise<number> => {
  const child = spawn(
    process.execPath,
    ['bench/peers/plain-sender.mjs', `http://127.0.0.1:${port}/`, String(jobs), String(bytes)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await once(child, 'close');
  const { ms } = JSON.parse(lines[1] ?? '{}') as { ms: number };
  return (jobs / ms) * 1000;
};

const mockRate = async (mock: Peer, receiver: Peer): Promise<number> => {
  await resetMock(mock);
  await submitWithCallback(mock, receiver, jobs);
  const before = await countOf(receiver);
  const from = performance.now();
  const advanced = advance(mock);
  while ((await countOf(receiver)) < before + jobs) await wait(5);
  await advanced;
  const ms = performance.now() - from;
  return (jobs / ms) * 1000;
};

/** So many jobs that have a webhook when they end. */
export const submitWithCallback = async (mock: Peer, receiver: Peer, count: number): Promise<void> => {
  const image = await uploadPortrait(mock);
  const body = JSON.stringify({
    image_key: image,
    face_key: image,
    callback_url: `http://127.0.0.1:${receiver.port}/`,
  });
  const request = post('/api/v1/face-swap-image', bearer(mock), body);
  await load({ port: mock.port, next: () => request, status: 202, connections: 100, requests: count });
};

/** Moves the clock past the end of the jobs, and not past the time that receivers have. Answered when every attempt has ended, and this is written down. */
export const advance = async (mock: Peer): Promise<void> => {
  await fetch(`${String(mock.told['control_url'])}/clock/advance`, {
    method: 'POST',
    headers: { 'x-understudy-token': String(mock.told['control_token']), 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 2 }),
  });
};

const countOf = async ({ port }: Peer): Promise<number> =>
  Number(await (await fetch(`http://127.0.0.1:${port}/`)).text());
