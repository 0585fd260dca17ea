/**
 * The store fails at the n-th append, for every n, once or for a while: whoever asked asks again, every invariant holds meanwhile, and in
 * the end each account has the bytes that it has where nothing failed.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, Reply } from '../domain/commands.ts';
import type { Account } from '../domain/account.ts';
import type { Refused } from '../domain/refusal.ts';
import type { EventStore } from '../store/store.ts';
import { Engine } from './engine.ts';
import { programOf } from './simulation/programs.case.ts';
import { simulate } from './simulation/simulation.case.ts';

const programs = fc.sample(programOf(40), { seed: 22, numRuns: 40 });

class NoRoom extends Error {}

/** Fails the appends from the n-th on, so many of them. */
const failing = (first: number, times: number) => {
  const count = { appends: 0, failures: 0 };
  const wrapStore = <E>(store: EventStore<E>): EventStore<E> => ({
    append: async (stream, version, events) => {
      count.appends++;
      if (count.appends >= first && count.failures < times) {
        count.failures++;
        throw new NoRoom();
      }
      await store.append(stream, version, events);
    },
    read: (stream, from) => store.read(stream, from),
    follow: (after, signal) => store.follow(after, signal),
  });

  const again = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      const before = count.failures;
      try {
        const done = await work();
        // A read goes on where the store fails: it is made again too, for what was due then.
        if (count.failures === before) return done;
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
      }
    }
  };
  /** As a client that asks again until it is answered. */
  class Patient extends Engine {
    override execute<C extends Command>(accountId: string, command: C): Promise<{ reply: Reply<C> } | Refused> {
      return again(() => super.execute(accountId, command));
    }
    override account(accountId: string): Promise<Account | undefined> {
      return again(() => super.account(accountId));
    }
    override changeCapacity(change: Parameters<Engine['changeCapacity']>[0]): Promise<void> {
      return again(() => super.changeCapacity(change));
    }
    override advanceTo(target: number): Promise<void> {
      return again(() => super.advanceTo(target));
    }
  }
  return { count, ports: { wrapStore, engine: Patient } };
};

test.each([1, 5])(
  'an append that fails %d times in a row, at whichever place, changes nothing in the end (F07)',
  async (times) => {
    let runs = 0;
    for (const program of programs) {
      const well = failing(Number.POSITIVE_INFINITY, 0);
      const { logs, answers } = await simulate(program, well.ports);
      for (let first = 1; first <= well.count.appends; first++) {
        const { count, ports } = failing(first, times);
        const course = await simulate(program, ports);
        expect(count.failures, `from append ${first} on`).toBe(times);
        expect(course.logs).toEqual(logs);
        expect(course.answers).toEqual(answers);
        runs++;
      }
    }
    process.stdout.write(
      `${programs.length} programs, ${runs} runs: one for each append, which failed ${times} times\n`,
    );
  },
);
