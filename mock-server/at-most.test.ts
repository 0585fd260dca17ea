/** Of many that come at once so many are at work, the rest in turn; one that fails gives its place to the next. */
import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('work is begun in order, so much of it at once, and all of it is done', async () => {
  const inTurn = atMost(3);
  const begun: number[] = [];
  let now = 0;
  let most = 0;
  const work = (number: number) => async (): Promise<number> => {
    begun.push(number);
    most = Math.max(most, ++now);
    await new Promise(setImmediate);
    now--;
    if (number % 4 === 0) throw new Error(`${number} fails`);
    return number;
  };
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  // Some come only when others have ended.
  const waves = numbers.map(async (number) => {
    const first = await inTurn(work(number)).catch(() => 'failed');
    return [first, await inTurn(work(number + 1)).catch(() => 'failed')];
  });
  const outcome = (number: number): number | string => (number % 4 === 0 ? 'failed' : number);
  expect(await Promise.all(waves)).toEqual(numbers.map((number) => [outcome(number), outcome(number + 1)]));
  expect([begun.slice(0, 20), begun.length, most, now]).toEqual([numbers, 40, 3, 0]);
  expect(await inTurn(work(1))).toBe(1);
});
