/** What is due is asked for where it is due: an instant that was noted before may be past, and what stood there may be done. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Clock } from './clock.ts';
import { Driver } from './driver.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an account that has gone on before it failed is tried again where it is due by then, not where it was', async () => {
  const { driver, clock, work, asked } = openScene();
  work.due = 10;
  driver.changed('a1');
  // Both are due when the driver wakes: the first is done, the second is not.
  work.settle = () => {
    work.due = 20;
    throw new Error('a bug');
  };
  clock.moveTo(25);
  driver.rearm();
  await vi.advanceTimersByTimeAsync(100);
  work.settle = () => (work.due = undefined);
  await driver.moveTo(30);
  expect(asked).toEqual([25, 20]);
});

test('what has changed without a word while it was done is not asked for at the same instant again', async () => {
  const { driver, work, asked } = openScene();
  work.due = 10;
  driver.changed('a1');
  work.settle = () => (work.due = asked.length === 1 ? 20 : undefined);
  await driver.moveTo(30);
  expect(asked).toEqual([10, 20]);
});

test('a driver that is started again after it was closed goes on, also with what was to be tried again later', async () => {
  const { driver, clock, work, asked } = openScene();
  work.due = 10;
  driver.changed('a1');
  work.settle = () => {
    throw new Error('a bug');
  };
  clock.moveTo(10);
  driver.rearm();
  await vi.advanceTimersByTimeAsync(100);
  driver.close();
  expect([asked, vi.getTimerCount()]).toEqual([[10], 0]);
  expect(await driver.moveTo(50)).toBe(false);
  work.settle = () => (work.due = undefined);
  driver.start();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([10, 10]);
  expect(await driver.moveTo(50)).toBe(true);
});

/** A driver with one account, whose work is what the test says. */
const openScene = () => {
  const clock = new Clock('manual', 0);
  const asked: number[] = [];
  const work: { due: number | undefined; settle: () => void } = { due: undefined, settle: () => undefined };
  const driver = new Driver({
    clock,
    settle: async (_accountId, until) => {
      // One that asks for ever would let no test go on.
      if (asked.push(until) > 10) throw new Error('it is asked for ever');
      work.settle();
    },
    dueAt: () => work.due,
    settleOutside: () => undefined,
    isOfStore: (error) => String(error).includes('for ever'),
    onFailure: () => undefined,
  });
  return { driver, clock, work, asked };
};
