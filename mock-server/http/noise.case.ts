/** Connections that bring noise, halves of requests, and requests with bytes changed; and what may have come of them. */
import { connect } from 'node:net';
import { expect } from 'vitest';
import { createChance } from '../engine/random.ts';
import { request } from './wire.case.ts';

export type Noise = {
  readonly connections: number;
  readonly atOnce: number;
  readonly seed: number;
  /** Whoever is not answered by then leaves, in real milliseconds. */
  readonly patienceMs: number;
};

/** How many connections got which status, or `none`. */
export type Statuses = ReadonlyMap<string, number>;

/** Throws for a connection that got more than one answer. */
export const makeNoise = async (port: number, { connections, atOnce, seed, patienceMs }: Noise): Promise<Statuses> => {
  const noise = noiseOf(seed);
  const counts = new Map<string, number>();
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < connections) {
      const number = next++;
      const statuses = await sent(
        port,
        noise(number),
        (['waits', 'ends', 'resets'] as const)[number % 5] ?? 'waits',
        patienceMs,
      );
      expect(statuses.length, `answers on connection ${number}`).toBeLessThanOrEqual(1);
      const [status = 'none'] = statuses;
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return counts;
};

export const expectTurnedAway = (statuses: Statuses, connections: number): void => {
  // Else nobody waited for an answer, and little is shown.
  expect(statuses.get('400')).toBeGreaterThan(connections / 10);
  // Without a key nothing is done, however lawful the rest.
  expect([...statuses.keys()].filter((status) => !/^(none|4..)$/.test(status))).toEqual([]);
};

const body = JSON.stringify({ duration_minutes: 1 });
const head = ['Host: localhost', `Content-Length: ${body.length}`, 'Connection: close'];
const good = Buffer.from(request('POST /api/v1/voice/session', head, body));

/** @returns what the connection of a number brings */
const noiseOf = (seed: number): ((number: number) => Uint8Array) => {
  const { draw } = createChance(seed, 'seed').moment('a1', 0, 0);
  return (number) => {
    const pick = (what: string, below: number): number => Math.floor(draw(`${number}/${what}`) * below);
    if (number % 3 === 0) return Buffer.from(Array.from({ length: 64 }, (_, at) => (number * 31 + at * at * 7) % 256));
    if (number % 3 === 1) return good.subarray(0, 1 + pick('cut', good.length - 1));
    const bent = Buffer.from(good);
    for (let change = 0; change < 3; change++) bent[pick(`at${change}`, bent.length)] = pick(`byte${change}`, 256);
    return bent;
  };
};

/** @returns the answers that came, each by its status */
const sent = (
  port: number,
  bytes: Uint8Array,
  ends: 'waits' | 'ends' | 'resets',
  patienceMs: number,
): Promise<string[]> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status = '']) => status));
    });
    socket.write(bytes, () => {
      if (ends === 'ends') socket.end();
      if (ends === 'resets') socket.resetAndDestroy();
    });
  });
