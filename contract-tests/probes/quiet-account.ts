/** An account on which nothing is going on, so that what its balance does is the doing of one session alone. */
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { NotTestable } from '../verdict.ts';
import { quiet } from './billing.ts';
import { pro, standard } from './sessions.ts';
import { transcript } from './transcripts.ts';

/** One of its own, or the only one there is when what was begun before is paid for. */
export const quietAccount = async (actor: Actor): Promise<Account> =>
  actor.target.control === undefined ? actor.run.once(mainWhenQuiet, 'quiet account') : actor.own();

const mainWhenQuiet = async (actor: Actor): Promise<Account> => {
  // They cost something, and would do so in between.
  if (actor.run.purse.mayPay)
    for (const session of [pro, standard]) await transcript(actor, session).catch(unlessBroken);
  const account = await actor.main();
  await quiet(actor, account);
  return account;
};

const unlessBroken = (error: unknown): void => {
  if (!(error instanceof NotTestable)) throw error;
};
