/**
 * The n-th effect outside fails, for every n of many short days, once or for a while: a file that is begun or finished, a webhook, a frame.
 * A client that asks again what was answered with 500 comes to the same jobs and the same money, and nothing is left of what failed.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { areAllCases, oneCase } from '../engine/simulation/replay.case.ts';
import { day, effectKinds, spend } from './nth-effect.case.ts';
import { expectAsWell, expectSound } from './nth-effect-judge.case.ts';

const days = fc.sample(day, { seed: 5, numRuns: Number(process.env['DAYS'] ?? 40) });

test.each(effectKinds)(
  'whichever %s fails, once or three times in a row, the same is left in the end',
  async (kind) => {
    let runs = 0;
    for (const [number, one] of days.entries()) {
      const well = await spend(one, { kind, first: Number.POSITIVE_INFINITY, times: 0 });
      expectSound(well);
      for (let first = 1; first <= well.effects[kind]; first++) {
        const times = (first + runs) % 2 === 0 ? 1 : 3;
        await oneCase(`${number}/${first}`, async () => expectAsWell(well, await spend(one, { kind, first, times })));
        runs++;
      }
    }
    process.stdout.write(`${days.length} days, ${runs} places at which a ${kind} failed\n`);
    if (areAllCases()) expect(runs).toBeGreaterThan(days.length / 2);
  },
);
