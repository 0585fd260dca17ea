/** Programs lived through in small ticks: nothing happens early, late or twice, and nothing depends on how often anyone looks. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveBothWays, livedPrograms } from './lived.case.ts';
import { lookCanaries } from './look-canaries.case.ts';
import { assertReplayable } from './replay.case.ts';

const slow = { timeout: 60_000 };

test(
  'whoever looks every few seconds sees what happens by itself as whoever comes back after an hour',
  slow,
  async () => {
    const sum = { ticks: 0, events: 0, virtualMs: 0 };
    await assertReplayable(
      fc.asyncProperty(livedPrograms, async (program) => {
        const { ticks, tickedMs, events } = await liveBothWays(program, 500);
        sum.ticks += ticks;
        sum.virtualMs += tickedMs;
        sum.events += events;
      }),
      200,
      { seed: 1 },
    );
    expect(sum.ticks).toBeGreaterThan(100_000);
    // Neither ticks of no length nor programs in which nothing happens would prove much.
    expect(sum.virtualMs / sum.ticks).toBeGreaterThan(5_000);
    expect(sum.events).toBeGreaterThan(3_000);
  },
);

test.each(lookCanaries)('a mock that $does is caught', slow, async ({ ports, breaks }) => {
  const property = fc.asyncProperty(livedPrograms, async (program) => void (await liveBothWays(program, 500, ports)));
  const { failed, errorInstance } = await fc.check(property, { numRuns: 500, seed: 1, endOnFailure: true });
  expect(failed).toBe(true);
  expect(errorInstance instanceof Error ? errorInstance.message : '').toMatch(breaks);
});
