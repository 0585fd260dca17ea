/** Calls on three days, and what the log and the summary said after each. */
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import type { Exchange } from '../wire/exchange.ts';
import { dayMs } from './usage.ts';

export type Days = {
  readonly account: Account;
  /** What the log lists after a call on each of three days, three days apart; and an instant a day before each, and one after all. */
  readonly lists: readonly Exchange[];
  readonly summaries: readonly Exchange[];
  readonly between: readonly number[];
};

export const threeDays = async (actor: Actor): Promise<Days> =>
  actor.run.once(async (one) => {
    const account = await one.made(1_000);
    const between = [(await one.run.lookAtClock()) - dayMs];
    const lists: Exchange[] = [];
    const summaries: Exchange[] = [];
    for (const endpoint of ['face-swap-image', 'voice-clone', 'face-swap-image'] as const) {
      // A file may be forgotten after a day (gap upload-retention).
      account.files.clear();
      const { status, end } = await one.finished(account, endpoint);
      if (status !== 'succeeded') one.wanted(undefined, 'a job that succeeds', end);
      await one.run.pass(86_400);
      between.push(await one.run.lookAtClock());
      lists.push((await one.usage(account)).exchange);
      summaries.push(await one.call(account, 'getUsageSummary'));
      await one.run.pass(2 * 86_400);
    }
    return { account, lists, summaries, between };
  }, 'calls on three days');
