/**
 * The n-th effect outside fails, for every n of many short days, once or for good: a file that is begun or finished, a webhook, a frame.
 * While it fails nothing is lost and nothing is billed for nothing. A client that asks again, at once or when nothing fails any more, comes to
 * the same jobs, bytes and money, and nothing is left of what failed.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { areAllCases, oneCase } from '../engine/simulation/replay.case.ts';
import { day, effectKinds, spend } from './nth-effect.case.ts';
import { expectAsWell, expectSound } from './nth-effect-judge.case.ts';

const days = fc.sample(day, { seed: 5, numRuns: Number(process.env['DAYS'] ?? 40) });

test.each(
  effectKinds.flatMap((kind) => [[kind, 'once', 1] as const, [kind, 'for good', Number.POSITIVE_INFINITY] as const]),
)('whichever %s fails, %s, the same is left in the end', async (kind, how, times) => {
  let runs = 0;
  for (const [number, one] of days.entries()) {
    const well = await spend(one, { kind, first: Number.POSITIVE_INFINITY, times: 0 });
    expectSound(well.end);
    for (let first = 1; first <= well.effects[kind]; first++) {
      await oneCase(`${number}/${first}`, async () =>
        expectAsWell(well, await spend(one, { kind, first, times }), kind),
      );
      runs++;
    }
  }
  process.stdout.write(`${days.length} days, ${runs} places at which a ${kind} failed ${how}\n`);
  if (areAllCases()) expect(runs).toBeGreaterThan(days.length / 2);
});
