/** Whose something is: ids carry their account's. */
import type { Account } from '../domain/account.ts';
import type { Engine } from '../engine/engine.ts';
import { accountIdIn } from '../engine/ids.ts';

/** The account that an id names, as it is now. Undefined for what is no id, or of no account that there is. */
export const ownerOf = async (engine: Engine, id: string): Promise<Account | undefined> => {
  const accountId = accountIdIn(id);
  return accountId === undefined ? undefined : engine.account(accountId);
};
