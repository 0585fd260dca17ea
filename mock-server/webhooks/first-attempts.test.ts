/** Those who wait for a first attempt are let go when it has ended, or when their time is over; nothing is kept of them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FirstAttempts } from './first-attempts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('all who wait for a delivery are let go when its first attempt has ended, and nobody else', async () => {
  const firsts = new FirstAttempts();
  const waiting = [firsts.ended('one'), firsts.ended('one')];
  void firsts.ended('other');
  firsts.release('one');
  await Promise.all(waiting);
  expect([firsts.count, vi.getTimerCount()]).toEqual([1, 1]);
  firsts.releaseAll();
  expect([firsts.count, vi.getTimerCount()]).toEqual([0, 0]);
});

test('of deliveries that are never tried nothing is kept once nobody waits for them any more', async () => {
  const firsts = new FirstAttempts();
  const waiting = Array.from({ length: 100 }, (_, index) => firsts.ended(`delivery ${index % 50}`));
  expect(firsts.count).toBe(50);
  vi.advanceTimersByTime(10_000);
  await Promise.all(waiting);
  expect(firsts.count).toBe(0);
});
