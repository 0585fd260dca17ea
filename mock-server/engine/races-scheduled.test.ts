/** Many things at once over one store, in any order of all waits. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../domain/decide.ts';
import { VersionConflict } from '../store/store.ts';
import { type RaceFlaws, race, raceStep } from './simulation/races.case.ts';
import { assertReplayable } from './simulation/replay.case.ts';
import { ScheduledStore } from './simulation/scheduled-store.case.ts';
import type { EngineEvent } from './streams.ts';

const slow = { timeout: 60_000 };

const clients = fc.array(fc.array(raceStep, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 });
const orders = (flaws?: RaceFlaws) =>
  fc.asyncProperty(fc.scheduler(), clients, (scheduler, list) => race(scheduler, list, flaws));

test(
  'submits with one key, polls, resets and moves of the clock give one job and one charge in any order of all waits',
  slow,
  () => assertReplayable(orders(), 300),
);

/** Takes what is appended after a version that is past. */
class CarelessStore extends ScheduledStore {
  protected override async write(stream: string, version: number, events: readonly EngineEvent[]): Promise<void> {
    try {
      await super.write(stream, version, events);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      await this.write(stream, version + 1, events);
    }
  }
}

test.each<[string, RaceFlaws]>([
  [
    'forgets the key',
    {
      decide: (account, world, command, moment) => {
        const { idempotencyKey, ...rest } = { idempotencyKey: undefined, ...command };
        return decide(account, world, idempotencyKey === undefined ? command : rest, moment);
      },
    },
  ],
  ['takes what is appended in vain', { store: CarelessStore }],
])('a mock that %s is caught', slow, async (_what, flaws) => {
  const { failed } = await fc.check(orders(flaws), { numRuns: 100, seed: 1 });
  expect(failed).toBe(true);
});
