import { expect, test } from 'vitest';
import { randomCalls } from './random-bodies.case.ts';

test('6,000 calls made at random get documented answers, and refusals move no money', { timeout: 60_000 }, async () => {
  const { calls, successes } = await randomCalls(6_000, 1);
  expect(calls).toBe(6_000);
  // Neither noise alone nor good calls alone would prove much.
  expect(successes).toBeGreaterThan(1_000);
  expect(successes).toBeLessThan(5_000);
});
