/** A program again and again, each time with another append that fails: whoever asked asks again, and the end is that of a run without failures. */
import { expect } from 'vitest';
import type { Account } from '../domain/account.ts';
import type { Command, Reply } from '../domain/commands.ts';
import { decide } from '../domain/decide.ts';
import type { Refused } from '../domain/refusal.ts';
import type { EventStore } from '../store/store.ts';
import { type Decide, Engine } from './engine.ts';
import type { Program } from './simulation/program.case.ts';
import { oneCase } from './simulation/replay.case.ts';
import { simulate } from './simulation/simulation.case.ts';

class NoRoom extends Error {}

/**
 * @param name of the program, in the line that runs a case again
 * @param decideAfter how a mock decides once an append has failed, if otherwise than it should
 * @returns at how many places an append has failed
 */
export const failEverywhere = async (
  program: Program,
  name: string | number,
  times: number,
  decideAfter: Decide = decide,
): Promise<number> => {
  const well = failing(Number.POSITIVE_INFINITY, 0, decide);
  const { logs, answers } = await simulate(program, well.ports);
  for (let first = 1; first <= well.count.appends; first++) {
    await oneCase(`${name}/${first}`, async () => {
      const { count, ports } = failing(first, times, decideAfter);
      const course = await simulate(program, ports);
      expect(count.failures).toBe(times);
      expect(course.logs).toEqual(logs);
      expect(course.answers).toEqual(answers);
    });
  }
  return well.count.appends;
};

/** Fails the appends from the n-th on, so many of them. */
const failing = (first: number, times: number, decideAfter: Decide) => {
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
  const decideHere: Decide = (...told) => (count.failures > 0 ? decideAfter : decide)(...told);
  return { count, ports: { wrapStore, engine: Patient, decide: decideHere } };
};
