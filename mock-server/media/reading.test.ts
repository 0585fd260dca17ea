/** The part of the reader that runs in a process of its own, with a library that never comes to an end. */
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reading } from './reading.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);

/** A reader that is asked for a file. @param read what the disk answers, which the library waits for */
const asked = async (read: () => Promise<unknown>) => {
  const ends: number[] = [];
  const self = Object.assign(new EventEmitter(), {
    exit: (code: number) => ends.push(code),
    send: () => true,
    cpuUsage: () => ({ user: 40_000, system: 2_000 }),
  });
  let source: { read: (start: number, end: number) => unknown } | undefined;
  class CustomSource {
    readonly kind = 'custom';
    constructor(given: NonNullable<typeof source>) {
      source = given;
    }
  }
  class Input {
    getTracks(): Promise<never> {
      void source?.read(0, 10);
      return never;
    }
    dispose(): void {
      // Nothing is held.
    }
  }
  const media = { Logging: {}, LogLevel: {}, CustomSource, Input } as unknown as typeof import('mediabunny');
  const fs = { promises: { open: async () => ({ read, stat: () => never, close: async () => undefined }) } };
  const state = new Int32Array(new SharedArrayBuffer(8));
  reading(media, fs as unknown as typeof import('node:fs'), self as unknown as NodeJS.Process, state);
  self.emit('message', { path: 'x', workMillis: 1_500, bytesMax: 100 });
  await new Promise(setImmediate);
  return { ends, state };
};

test('its work is counted from what the process has done before', async () => {
  const { state } = await asked(() => never);
  expect([...state]).toEqual([1, 1_542]);
});

test('a library that waits for what never comes ends the process', async () => {
  const { ends } = await asked(async () => ({ buffer: Buffer.alloc(10), bytesRead: 10 }));
  vi.advanceTimersByTime(1_000);
  expect(ends.length).toBeGreaterThan(0);
});

test('a disk that is slow does not', async () => {
  const { ends } = await asked(() => never);
  vi.advanceTimersByTime(60_000);
  expect(ends).toEqual([]);
});
