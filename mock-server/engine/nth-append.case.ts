/** A program again and again, each time with another append that fails: whoever asked asks again, and the end is that of a run without failures. */
import { expect } from 'vitest';
import type { Account } from '../domain/account.ts';
import type { Command, Reply } from '../domain/commands.ts';
import { decide } from '../domain/decide.ts';
import { type Refused, isRefused } from '../domain/refusal.ts';
import type { EventStore } from '../store/store.ts';
import { type Decide, Engine } from './engine.ts';
import type { Program } from './simulation/program.case.ts';
import { oneCase } from './simulation/replay.case.ts';
import { simulate } from './simulation/simulation.case.ts';

/** What the store says where it takes nothing. */
export class NoRoom extends Error {}

/** A mock that is another one once an append has failed: what it decides, and its engine. */
export type Wrong = { readonly decide?: Decide; readonly engine?: typeof Engine };

/**
 * @param name of the program, in the line that runs a case again
 * @param times how many appends fail, from each place on: for good where it is without end, which is until everything was asked for in vain
 * @returns at how many places an append has failed
 */
export const failEverywhere = async (
  program: Program,
  name: string | number,
  times: number,
  wrong: Wrong = {},
): Promise<number> => {
  const well = failing({ first: Number.POSITIVE_INFINITY, times: 0, commands: [] }, {});
  const { logs, answers, orders } = await simulate(program, well.ports);
  const commands = orders.flatMap((order) => (order.do === 'command' ? [order] : []));
  for (let first = 1; first <= well.count.appends; first++) {
    await oneCase(`${name}/${first}`, async () => {
      const { count, ports } = failing({ first, times, commands }, wrong);
      const course = await simulate(program, ports);
      if (times === Number.POSITIVE_INFINITY) expect(count.failures).toBeGreaterThan(1);
      else expect(count.failures).toBe(times);
      expect(course.logs).toEqual(logs);
      expect(course.answers).toEqual(answers);
    });
  }
  return well.count.appends;
};

type Asked = { readonly accountId: string; readonly command: Command };

type Failing = {
  readonly first: number;
  readonly times: number;
  /** All that is asked for in vain, where it fails for good. */
  readonly commands: readonly Asked[];
};

/** Fails the appends from the n-th on, so many of them. */
const failing = ({ first, times, commands }: Failing, wrong: Wrong) => {
  const count = { appends: 0, failures: 0 };
  let isLifted = false;
  const wrapStore = <E>(store: EventStore<E>): EventStore<E> => ({
    append: async (stream, version, events) => {
      count.appends++;
      if (count.appends >= first && count.failures < times && !isLifted) {
        count.failures++;
        throw new NoRoom();
      }
      await store.append(stream, version, events);
    },
    read: (stream, from) => store.read(stream, from),
    follow: (after, signal) => store.follow(after, signal),
  });

  const again = async <T>(work: () => Promise<T>, asked: Pick<Engine, (typeof askedFor)[number]>): Promise<T> => {
    for (;;) {
      const before = count.failures;
      try {
        const done = await work();
        // A read goes on where the store fails: it is made again too, for what was due then.
        if (count.failures === before) return done;
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
      }
      if (times !== Number.POSITIVE_INFINITY || isLifted) continue;
      await askInVain(asked, commands);
      isLifted = true;
    }
  };
  /** As a client that asks again until it is answered. */
  class Patient extends (wrong.engine ?? Engine) {
    /** The engine without patience. */
    readonly #hasty = {
      execute: <C extends Command>(accountId: string, command: C) => super.execute(accountId, command),
      account: (accountId: string) => super.account(accountId),
      changeCapacity: (change: Parameters<Engine['changeCapacity']>[0]) => super.changeCapacity(change),
      atRest: () => super.atRest(),
    };

    override execute<C extends Command>(accountId: string, command: C): Promise<{ reply: Reply<C> } | Refused> {
      return again(() => super.execute(accountId, command), this.#hasty);
    }
    override account(accountId: string): Promise<Account | undefined> {
      return again(() => super.account(accountId), this.#hasty);
    }
    override changeCapacity(change: Parameters<Engine['changeCapacity']>[0]): Promise<void> {
      return again(() => super.changeCapacity(change), this.#hasty);
    }
    override advanceTo(target: number): Promise<void> {
      return again(() => super.advanceTo(target), this.#hasty);
    }
  }
  const decideHere: Decide = (...told) => (count.failures > 0 ? (wrong.decide ?? decide) : decide)(...told);
  return { count, ports: { wrapStore, engine: Patient, decide: decideHere } };
};

const askedFor = ['execute', 'account', 'changeCapacity', 'atRest'] as const;

/**
 * While the store takes nothing all that a program asks for is refused with what the store says, or answered with what was there before:
 * a refusal, or the job of a key that was told of. Reads go on, and no account is another one, nor its money.
 */
const askInVain = async (
  engine: Pick<Engine, (typeof askedFor)[number]>,
  commands: readonly Asked[],
): Promise<void> => {
  // One that is about to be created is not there yet.
  const accounts = [...engine.atRest()].filter(({ version }) => version > 0);
  const before = accounts.map(viewOf);
  await expect(
    engine.changeCapacity((capacity) => capacity),
    'a change for all',
  ).rejects.toThrow(NoRoom);
  for (const { id } of accounts) {
    await expect(engine.execute(id, { type: 'top-up', micros: 1 }), 'a top-up').rejects.toThrow(NoRoom);
  }
  for (const { accountId, command } of commands) {
    const account = accounts.find(({ id }) => id === accountId);
    if (account === undefined) continue;
    const outcome = await engine.execute(accountId, command).catch((error: unknown) => {
      if (!(error instanceof NoRoom)) throw error;
    });
    if (outcome === undefined || isRefused(outcome) || !('jobId' in outcome.reply)) continue;
    expect(account.jobs.has(outcome.reply.jobId), 'whether a job is there that is told of').toBe(true);
  }
  for (const account of accounts) expect(await engine.account(account.id), 'what is read').toBe(account);
  expect(accounts.map(viewOf), 'the accounts').toEqual(before);
};

/** What may not change without an event. */
const viewOf = ({ id, version, ledger, jobs, sessions, uploads, deliveries, usage }: Account): object => ({
  id,
  version,
  money: [ledger.available, ledger.held, ledger.spent],
  there: [jobs.size, sessions.size, uploads.size, deliveries.size, usage.length],
});
