/** A million deliveries in virtual time, by as many processes as there are cores. */
import { expect, test } from 'vitest';
import type { Delivered } from './simulation/many-deliveries.case.ts';
import { onEachCore } from './simulation/on-each-core.case.ts';
import { seedsTo } from './simulation/replay.case.ts';

const rounds = 50;
const serversEach = 20;
const deliveriesEach = 1_000;
const script = new URL('./simulation/many-deliveries.case.ts', import.meta.url);

test('a million deliveries are each tried when they are due, and end', async () => {
  const seeds = seedsTo(rounds);
  const sum = { deliveries: 0, attempts: 0, abandoned: 0, virtualMs: 0 };
  const began = performance.now();
  for (const told of await onEachCore<Delivered>(script, [serversEach, deliveriesEach], seeds)) {
    sum.deliveries += told.deliveries;
    sum.attempts += told.attempts;
    sum.abandoned += told.abandoned;
    sum.virtualMs += told.virtualMs;
  }
  const took = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(
    `${sum.deliveries} deliveries on ${seeds.length * serversEach} servers in ${Math.floor(sum.virtualMs / 86_400_000)} virtual days: ` +
      `${sum.attempts} attempts, ${sum.abandoned} abandoned; ${took} s\n`,
  );
  expect(sum.deliveries).toBe(seeds.length * serversEach * deliveriesEach);
  expect(sum.abandoned).toBeGreaterThan(0);
});
