/** What takes long: the limit of videos, 500 MB against time and memory, thousands of broken connections, many forms. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { openTestService } from '../service.case.ts';
import { randomForms } from './random-forms.case.ts';
import { headOf, send, tail } from './upload-client.case.ts';
import type { Memory, Told } from './upload-server.case.ts';

test('a video of 500 MB is taken, with one byte more it is not (F51) (B1)', async () => {
  const mock = await openTestService();
  const told = { port: await mock.listen(), apiKey: mock.apiKey };
  for (const length of ['declared', 'chunked'] as const) {
    expect(await send(told, 'video/mp4', 500_000_000, length)).toEqual([201, '']);
    expect(await send(told, 'video/mp4', 500_000_001, length)).toEqual([400, 'input_too_large']);
  }
  expect(await mock.leftovers()).toMatchObject({ partial: [], open: 0 });
  expect(mock.blobs.usedBytes).toBe(1_000_000_000);
  await mock.close();
});

type Child = { readonly process: ChildProcess; readonly told: Told };

const startServer = async (kind: 'raw' | 'mock'): Promise<Child> => {
  const script = fileURLToPath(new URL('./upload-server.case.ts', import.meta.url));
  const child = fork(script, [kind], { execArgv: ['--import', 'tsx'] });
  const [told] = (await once(child, 'message')) as [Told];
  return { process: child, told };
};

const ask = async <T>({ process }: Child, message: string): Promise<T> => {
  process.send(message);
  return ((await once(process, 'message')) as [T])[0];
};

const timed = async ({ told }: Child): Promise<number> => {
  const from = performance.now();
  const [status] = await send(told, 'video/mp4', 500_000_000, 'declared');
  expect(status).toBeLessThan(300);
  return performance.now() - from;
};

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

test('500 MB take at most 1.5 times as long as a raw pipe to the disk, and 48 MiB of memory (B5)', async () => {
  const [raw, mock] = await Promise.all([startServer('raw'), startServer('mock')]);
  for (const child of [raw, mock]) await send(child.told, 'video/mp4', 1_000, 'declared');
  const idle = (await ask<Memory>(mock, 'memory')).now;
  const times: { raw: number[]; mock: number[] } = { raw: [], mock: [] };
  let peak = 0;
  for (let round = 0; round < 7; round++) {
    times.raw.push(await timed(raw));
    times.mock.push(await timed(mock));
    peak = Math.max(peak, (await ask<Memory>(mock, 'memory')).peak);
    await ask(mock, 'clear');
  }
  raw.process.kill();
  mock.process.send('close');
  const ratio = median(times.mock) / median(times.raw);
  const mebibytes = (peak - idle) / 2 ** 20;
  const figures = {
    rawMs: median(times.raw),
    mockMs: median(times.mock),
    ratio,
    idleMiB: idle / 2 ** 20,
    aboveIdleMiB: mebibytes,
  };
  process.stdout.write(
    `500 MB: ${JSON.stringify(figures, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value))}\n`,
  );
  expect(mebibytes).toBeLessThanOrEqual(48);
  expect(ratio).toBeLessThanOrEqual(1.5);
});

test('10,000 connections that end somewhere in the body leave nothing (F50) (B5)', async () => {
  const mock = await openTestService();
  const port = await mock.listen();
  // One that is taken whole, and one that is streamed.
  const forms = [300_000, 600_000].map((bytes) => Buffer.from(headOf('image/png') + 'x'.repeat(bytes) + tail));
  for (let round = 0; round < 10_000; round++) {
    const form = forms[(round >> 1) % 2] ?? Buffer.of();
    const offset = Math.floor((form.length * round) / 10_000);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mock.apiKey}\r\n` +
        `Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${form.length}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.write(form.subarray(0, offset), resolve));
    if (round % 3 === 0) await new Promise(setImmediate);
    if (round % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
  const nothing = { blobs: [], partial: [], open: 0 };
  await vi.waitFor(async () => expect(await mock.leftovers()).toEqual(nothing), { timeout: 20_000 });
  expect((await mock.account()).uploads.size).toBe(0);
  expect([mock.failures, mock.blobs.usedBytes]).toEqual([[], 0]);
  await mock.close();
});

test('50,000 forms put together at random get an answer of the document (B5)', async () => {
  process.stdout.write(`forms put together at random: ${await randomForms(50_000)} sent\n`);
});
