/** Twenty million ticks, by as many processes as there are cores. */
import { expect, test } from 'vitest';
import type { Lived } from './simulation/lived.case.ts';
import { onEachCore } from './simulation/on-each-core.case.ts';
import { seedsTo } from './simulation/replay.case.ts';

const rounds = 100;
const programsEach = 200;
const ticksEach = 1_000;
const script = new URL('./simulation/lived.case.ts', import.meta.url);

test('20,000 programs come to the same in a thousand ticks each as in jumps', async () => {
  const seeds = seedsTo(rounds);
  const sum = { programs: 0, commands: 0, events: 0, attempts: 0, ticks: 0, virtualMs: 0 };
  const began = performance.now();
  for (const told of await onEachCore<Lived>(script, [programsEach, ticksEach], seeds)) {
    sum.programs += told.programs;
    sum.commands += told.commands;
    sum.events += told.events;
    sum.attempts += told.attempts;
    sum.ticks += told.ticks;
    sum.virtualMs += told.virtualMs;
  }
  const days = Math.floor(sum.virtualMs / 86_400_000);
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  process.stdout.write(
    `${sum.ticks} ticks between ${sum.commands} commands in ${sum.programs} programs (a seed each) and ${days} virtual days: ` +
      `${sum.events} events, ${sum.attempts} attempts at deliveries; ${took}\n`,
  );
  expect(sum.programs).toBe(seeds.length * programsEach);
  expect(sum.ticks).toBeGreaterThanOrEqual(sum.programs * ticksEach);
  // A tick is 6.5 seconds at least, as 1,500 days of 20,000,000 are.
  expect(sum.virtualMs / sum.ticks).toBeGreaterThanOrEqual(6_480);
});
