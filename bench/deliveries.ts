/** Webhooks: how fast many of them go out, signed, beside an agent that posts the same amount unsigned. */
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { alternate, median } from './median.ts';
import { type Peer, startMock, startPeer } from './peer.ts';
import { bearer, resetMock, uploadPortrait } from './requests.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const jobs = Number(process.env['JOBS'] ?? 10_000);
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
      ours: median(taken.mock),
      beside: median(taken.floor),
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
  const image = await uploadPortrait(mock);
  const body = JSON.stringify({
    image_key: image,
    face_key: image,
    callback_url: `http://127.0.0.1:${receiver.port}/`,
  });
  const headers = { ...bearer(mock), 'content-type': 'application/json' };
  for (let sent = 0; sent < jobs; sent += 100) {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        fetch(`http://127.0.0.1:${mock.port}/api/v1/face-swap-image`, { method: 'POST', headers, body }).then(
          (answer) => answer.arrayBuffer(),
        ),
      ),
    );
  }
  const before = await countOf(receiver);
  const from = performance.now();
  const advanced = fetch(`${String(mock.told['control_url'])}/clock/advance`, {
    method: 'POST',
    headers: { 'x-understudy-token': String(mock.told['control_token']), 'content-type': 'application/json' },
    // Past the end of the jobs, and not past the time that receivers have.
    body: JSON.stringify({ seconds: 2 }),
  });
  while ((await countOf(receiver)) < before + jobs) await wait(5);
  // It is answered when every attempt has ended, and this is written down.
  await advanced;
  const ms = performance.now() - from;
  return (jobs / ms) * 1000;
};

const countOf = async ({ port }: Peer): Promise<number> =>
  Number(await (await fetch(`http://127.0.0.1:${port}/`)).text());
