/** Whether the n-th append sees anything: mocks that are another one once an append has failed. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Account } from '../domain/account.ts';
import type { Command, Reply } from '../domain/commands.ts';
import type { Refused } from '../domain/refusal.ts';
import { NoRoom, type Wrong, failEverywhere } from './nth-append.case.ts';
import { changing } from './simulation/canary.case.ts';
import { programOf } from './simulation/programs.case.ts';
import { type Decide, Engine } from './engine.ts';

const programs = fc.sample(programOf(20), { seed: 22, numRuns: 3 });

const run = async (wrong?: Wrong, times = 1): Promise<number> => {
  let runs = 0;
  for (const [number, program] of programs.entries()) runs += await failEverywhere(program, number, times, wrong);
  return runs;
};

test.each([
  ['once', 1],
  ['for good', Number.POSITIVE_INFINITY],
])('programs of which every append fails, %s, have as many runs as appends', async (_how, times) => {
  expect(await run({}, times)).toBeGreaterThan(20);
});

test.each<[does: string, decide: Decide]>([
  [
    'charges twice the price',
    changing('job.submitted', (event) => ({
      ...event,
      job: { ...event.job, priceMicros: event.job.priceMicros * 2 },
    })),
  ],
  ['keeps another instant', changing('upload.stored', (event) => ({ ...event, at: event.at + 1 }))],
  ['renders in no time', changing('job.started', (event) => ({ ...event, at: event.at - 1 }))],
])('a mock that %s once an append has failed is caught', async (_does, decide) => {
  await expect(run({ decide })).rejects.toThrow(/Run it again: CASE=\d\/\d+ npx vitest run /);
});

/** Says that it is done, though the store has not taken it. */
class Lying extends Engine {
  override async changeCapacity(change: Parameters<Engine['changeCapacity']>[0]): Promise<void> {
    await super.changeCapacity(change).catch(ignoreNoRoom);
  }
}

/** Takes the money of what the store has not taken. */
class Greedy extends Engine {
  override async execute<C extends Command>(accountId: string, command: C): Promise<{ reply: Reply<C> } | Refused> {
    try {
      return await super.execute(accountId, command);
    } catch (error) {
      const account = [...this.atRest()].find(({ id }) => id === accountId);
      if (account !== undefined && account.version > 0) account.ledger.available--;
      throw error;
    }
  }
}

/** Fails reads too, until the store takes something again. */
class Silent extends Engine {
  #fails = false;
  override async execute<C extends Command>(accountId: string, command: C): Promise<{ reply: Reply<C> } | Refused> {
    this.#fails = true;
    const outcome = await super.execute(accountId, command);
    this.#fails = false;
    return outcome;
  }
  override async account(accountId: string): Promise<Account | undefined> {
    return this.#fails ? undefined : super.account(accountId);
  }
}

const ignoreNoRoom = (error: unknown): void => {
  if (!(error instanceof NoRoom)) throw error;
};

test.each<[does: string, engine: typeof Engine, breaks: RegExp]>([
  ['says that it is done', Lying, /instead of rejecting/],
  ['takes money', Greedy, /the accounts/],
  ['reads nothing', Silent, /what is read/],
])('a mock that %s while no append succeeds is caught', async (_does, engine, breaks) => {
  await expect(run({ engine }, Number.POSITIVE_INFINITY)).rejects.toThrow(breaks);
});
