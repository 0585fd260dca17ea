/** Many streams that send as people speak: how late their sound comes back, and whether all of it does, as it was and in its order. */
import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { connectAll, hangUp } from './streams.ts';

export type Pacing = {
  readonly streams: number;
  /** Each of them sends for so long. */
  readonly seconds: number;
  readonly everyMs: number;
  /** Of a frame: eight or more, since each has a number. */
  readonly bytes: number;
};

/**
 * @param greeted whether a format frame comes first
 * @param patienceMs for the last frames, when all are sent
 * @returns milliseconds there and back, which 99 of 100 frames stay below, and how many frames were lost or came back otherwise
 */
export const paceAll = async (
  address: () => Promise<string>,
  greeted: boolean,
  pacing: Pacing,
  patienceMs = 5_000,
): Promise<{ readonly p99: number; readonly wrong: number }> => {
  const streams = await connectAll(Array(pacing.streams).fill(address), greeted);
  const done = await Promise.all(streams.map((stream, index) => pace(stream, index, pacing, patienceMs)));
  await hangUp(streams);
  const latencies = done.flatMap((one) => one.latencies).sort((a, b) => a - b);
  return {
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    wrong: done.reduce((sum, one) => sum + one.wrong, 0),
  };
};

/** That all streams send together. */
export const framesOf = (pacing: Pacing): number => pacing.streams * framesEach(pacing);

const framesEach = ({ seconds, everyMs }: Pacing): number => (seconds * 1000) / everyMs;

const pace = async (
  stream: WebSocket,
  index: number,
  pacing: Pacing,
  patienceMs: number,
): Promise<{ readonly latencies: readonly number[]; readonly wrong: number }> => {
  const frames = framesEach(pacing);
  const sentAt: number[] = [];
  const latencies: number[] = [];
  let changed = 0;
  const whole = new Promise<void>((resolve) => {
    stream.on('message', (data: Buffer) => {
      const number = latencies.length;
      if (!data.equals(numbered(index, number, pacing.bytes))) changed++;
      if (latencies.push(performance.now() - (sentAt[number] ?? 0)) === frames) resolve();
    });
  });
  // Spread over one interval, as callers are.
  await wait((index % pacing.everyMs) + 1);
  const from = performance.now();
  for (let number = 0; number < frames; number++) {
    await wait(Math.max(0, from + number * pacing.everyMs - performance.now()));
    sentAt.push(performance.now());
    stream.send(numbered(index, number, pacing.bytes));
  }
  await Promise.race([whole, wait(patienceMs, undefined, { ref: false })]);
  return { latencies, wrong: changed + Math.max(0, frames - latencies.length) };
};

const numbered = (index: number, number: number, bytes: number): Buffer => {
  const piece = Buffer.alloc(bytes);
  piece.writeUInt32LE(index, 0);
  piece.writeUInt32LE(number, 4);
  return piece;
};
