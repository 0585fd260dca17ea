/** Limits of transport as they are without any option: they count real time and real connections, which no test waits for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { graceMs } from './cli/start.ts';
import { transport } from './http/server.ts';
import { usualTimes } from './sockets/sockets.ts';
import { BlobStore } from './store/blobs.ts';

const second = 1_000;

test.each<[what: string, value: number, expected: number]>([
  ['a stream is pinged every 10 s (F58)', usualTimes.ping, 10 * second],
  ['a client that reads nothing is closed after 30 s (F59) (K6)', usualTimes.stall, 30 * second],
  ['a handshake has 5 s (K6)', usualTimes.handshake, 5 * second],
  ['a header has 10 s (F30) (B10)', transport.headersTimeout, 10 * second],
  ['silence in a body has 30 s (F30) (B10)', transport.idleTimeout, 30 * second],
  ['a whole body has no limit of time (F30)', transport.requestTimeout, 0],
  ['a connection that is kept open has 5 s (F30) (B10)', transport.keepAliveTimeout, 5 * second],
  ['connections are looked at every 5 s (B10)', transport.connectionsCheckingInterval, 5 * second],
  ['there are 12,000 connections at most (B10)', transport.connectionsMax, 12_000],
  ['what runs at a stop has 5 s (F11)', graceMs, 5 * second],
])('by itself, %s', (_what, value, expected) => {
  expect(value).toBe(expected);
});

test('by itself, a mock has room for 5 GB of files, and for no byte more (F55)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'usual-limits-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const blobs = await BlobStore.open(folder);
  expect([blobs.fits(5_000_000_000), blobs.fits(5_000_000_001)]).toEqual([true, false]);
});
