/** An account on which nothing is going on, so that what its balance does is the doing of one session alone. */
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { NotTestable } from '../verdict.ts';
import { quiet } from './billing.ts';
import { pro, standard } from './sessions.ts';
import { transcript } from './transcripts.ts';

/** One of its own; or the only one there is, when what was begun before is paid for: at each use anew. */
export const quietAccount = async (actor: Actor): Promise<Account> => {
  if (actor.target.control !== undefined) return actor.own();
  await actor.run.once(transcripts);
  const account = await actor.main();
  await quiet(actor, account);
  return account;
};

/** They cost something, and would do so in between. */
const transcripts = async (actor: Actor): Promise<void> => {
  if (!actor.run.purse.mayPay) return;
  for (const session of [pro, standard]) {
    await transcript(actor, session).catch((error: unknown) => {
      if (!(error instanceof NotTestable)) throw error;
    });
  }
};
