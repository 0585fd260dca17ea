/** When a connection is read from, where there are two reasons not to. The real thing, over the network, is in `lost.test.ts`. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamSocket } from './acceptor.ts';
import { BackPressure } from './back-pressure.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client that takes what it is told to take. */
const client = () => {
  const told: string[] = [];
  const taken: (() => void)[] = [];
  const ws = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    pause: () => told.push('pause'),
    resume: () => told.push('resume'),
    send: (data: Buffer, _form: object, done?: () => void) => {
      ws.bufferedAmount += data.length;
      if (done !== undefined) taken.push(done);
    },
  };
  const pressure = new BackPressure(ws as unknown as StreamSocket, {
    stallMs: 1_000,
    stalled: () => told.push('stalled'),
    resumed: () => told.push('resumed'),
  });
  return {
    told,
    pressure,
    fill: () => pressure.send(Buffer.alloc(2 ** 20), true),
    take: () => {
      ws.bufferedAmount = 0;
      for (const done of taken.splice(0)) done();
    },
  };
};

test('a client that takes nothing is not read from until it takes again, and is given up when that lasts', () => {
  const { told, pressure, fill, take } = client();
  fill();
  fill();
  expect([told, pressure.holds]).toEqual([['pause'], true]);
  vi.advanceTimersByTime(999);
  take();
  expect([told, pressure.holds]).toEqual([['pause', 'resumed', 'resume'], false]);
  fill();
  vi.advanceTimersByTime(1_000);
  expect(told.slice(3)).toEqual(['pause', 'stalled']);
});

test('a client that takes again is not read from while there is another reason, nor is one for which only that is over', () => {
  const { told, pressure, fill, take } = client();
  pressure.wait(true);
  fill();
  take();
  expect([told, pressure.holds]).toEqual([['pause', 'pause'], true]);
  fill();
  pressure.wait(false);
  expect([told, pressure.holds]).toEqual([['pause', 'pause', 'pause'], true]);
  take();
  expect(told.slice(3)).toEqual(['resumed', 'resume']);
});

test('one that is silent is never read from again, and given up by nobody', () => {
  const { told, pressure, fill, take } = client();
  fill();
  pressure.silence();
  take();
  pressure.release();
  vi.advanceTimersByTime(10_000);
  expect([told, pressure.takes]).toEqual([['pause', 'pause'], false]);
});
