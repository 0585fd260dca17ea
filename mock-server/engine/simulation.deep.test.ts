/** The simulation at length: as many programs as a minute holds, from a new seed each time; and five hundred that are always the same. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canaries } from './simulation/canaries.case.ts';
import { digestOf, digestPrograms } from './simulation/digest.case.ts';
import { programOf, tightKind } from './simulation/programs.case.ts';
import { assertReplayable, oneCase } from './simulation/replay.case.ts';
import { simulate } from './simulation/simulation.case.ts';

/** The whole of an account costs more to compare than to make: after most steps it is a glance, and what the step has changed. */
const thoroughEvery = 20;

const seconds = Number(process.env['FC_SECONDS'] ?? 55);

test('a minute of random programs breaks no invariant', { timeout: 300_000 }, async () => {
  const sum = { programs: 0, steps: 0, events: 0, attempts: 0, virtualMs: 0 };
  const began = performance.now();
  await assertReplayable(
    fc.asyncProperty(fc.oneof(programOf(150), programOf(150, tightKind)), async (program) => {
      const { tally } = await simulate(program, { thoroughEvery });
      sum.programs++;
      sum.steps += tally.steps;
      sum.events += tally.events;
      sum.attempts += tally.attempts;
      sum.virtualMs += tally.virtualMs;
    }),
    10_000_000,
    { interruptAfterTimeLimit: seconds * 1000 },
  );
  const took = (performance.now() - began) / 1000;
  const days = Math.round(sum.virtualMs / 86_400_000);
  process.stdout.write(
    `${sum.steps} steps and ${sum.events} events in ${sum.programs} programs (a seed each) and ${days} virtual days: ` +
      `${sum.attempts} attempts at deliveries; ${took.toFixed(1)} s, ${Math.round(sum.steps / took)} steps a second\n`,
  );
  expect(sum.steps).toBeGreaterThan(0);
});

test.each(canaries)('a mock that $does is caught with fewer looks too', async ({ decide, afterEvolve, where }) => {
  const programs = where === 'tight' ? programOf(150, tightKind) : programOf(150);
  const property = fc.asyncProperty(programs, async (program) => {
    await simulate(program, {
      ...(decide && { decide: decide() }),
      ...(afterEvolve && { afterEvolve }),
      thoroughEvery,
    });
  });
  expect((await fc.check(property, { numRuns: 2_000, seed: 1, endOnFailure: true })).failed).toBe(true);
});

test('five hundred programs give the same bytes each time', { timeout: 300_000 }, async () => {
  let number = 0;
  const digest = await digestOf(digestPrograms, (program, one) =>
    oneCase(number++, async () => {
      const other = await simulate(program);
      expect(other.logs).toEqual(one.logs);
      expect(other.answers).toEqual(one.answers);
    }),
  );
  process.stdout.write(`the logs of ${digestPrograms.length} programs: sha256 ${digest}\n`);
});
