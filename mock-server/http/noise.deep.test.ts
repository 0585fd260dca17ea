/** A hundred thousand connections that bring noise, halves of requests, and requests with bytes changed: the mock is as it was. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChance } from '../engine/random.ts';
import { type TestMock, openMock } from './client.case.ts';
import { request } from './wire.case.ts';

const connections = 100_000;
const atOnce = 500;
/** Whoever is not answered by then leaves. */
const patienceMs = 300;

let mock: TestMock;
beforeAll(async () => {
  mock = await openMock({ port: 0 });
});
afterAll(() => mock.close());

/** @returns the answers that came, each by its status */
const sent = (port: number, bytes: Uint8Array, ends: 'waits' | 'ends' | 'resets'): Promise<string[]> =>
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

test('100,000 connections of noise leave the mock as it was (F31)', async () => {
  const port = Number(new URL(mock.url).port);
  const before = await mock.money();
  const body = JSON.stringify({ duration_minutes: 1 });
  const good = Buffer.from(
    request(
      'POST /api/v1/voice/session',
      ['Host: localhost', `Content-Length: ${body.length}`, 'Connection: close'],
      body,
    ),
  );
  const { draw } = createChance(6, 'seed').moment('a1', 0, 0);
  const noise = (number: number): Uint8Array => {
    const pick = (what: string, below: number): number => Math.floor(draw(`${number}/${what}`) * below);
    if (number % 3 === 0) return Buffer.from(Array.from({ length: 64 }, (_, at) => (number * 31 + at * at * 7) % 256));
    if (number % 3 === 1) return good.subarray(0, pick('cut', good.length));
    const bent = Buffer.from(good);
    for (let change = 0; change < 3; change++) bent[pick(`at${change}`, bent.length)] = pick(`byte${change}`, 256);
    return bent;
  };
  const counts = new Map<string, number>();
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < connections) {
      const number = next++;
      const statuses = await sent(port, noise(number), (['waits', 'ends', 'resets'] as const)[number % 5] ?? 'waits');
      expect(statuses.length, `connection ${number}`).toBeLessThanOrEqual(1);
      const [status = 'none'] = statuses;
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  // Else nobody waited for an answer, and little is shown.
  expect(counts.get('400')).toBeGreaterThan(connections / 10);
  // Without a key nothing is done, however lawful the rest.
  expect([...counts.keys()].filter((status) => !/^(none|4..)$/.test(status))).toEqual([]);
  expect(await mock.money()).toBe(before);
  expect(mock.failures).toEqual([]);
  process.stdout.write(
    `${connections} connections: ${JSON.stringify(Object.fromEntries([...counts].sort(([one], [other]) => one.localeCompare(other))))}\n`,
  );
});
