/** Webhooks by the hundred in virtual time: each is tried when it is due, up to six times, and comes to its end. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryCanaries } from './delivery-canaries.case.ts';
import { busyServers, deliverMany } from './many-deliveries.case.ts';
import { assertReplayable } from './replay.case.ts';

test('deliveries of many jobs at once are each tried when they are due, and end', { timeout: 60_000 }, async () => {
  const sum = { deliveries: 0, attempts: 0, abandoned: 0 };
  await assertReplayable(
    fc.asyncProperty(busyServers, async (busy) => {
      const { deliveries, attempts, abandoned } = await deliverMany(busy, 200);
      sum.deliveries += deliveries;
      sum.attempts += attempts;
      sum.abandoned += abandoned;
    }),
    20,
    { seed: 1 },
  );
  expect(sum.deliveries).toBe(20 * 200);
  expect(sum.attempts).toBeGreaterThan(sum.deliveries);
  expect(sum.abandoned).toBeGreaterThan(0);
});

test.each(
  deliveryCanaries.filter(({ does }) => /^(sends the first|goes on|tries a seventh|gives up after)/.test(does)),
)('a mock that $does is caught among many', { timeout: 60_000 }, async ({ decide, breaks }) => {
  const property = fc.asyncProperty(busyServers, async (busy) => {
    await deliverMany(busy, 50, decide === undefined ? {} : { decide: decide() });
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns: 50, seed: 1, endOnFailure: true });
  expect(failed).toBe(true);
  expect(errorInstance instanceof Error ? errorInstance.message : '').toMatch(breaks);
});
