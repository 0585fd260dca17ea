/** The newest of one account or of all, newest first: jobs, sessions and deliveries are listed alike. */
import type { Account } from '../domain/account.ts';
import type { Engine } from '../engine/engine.ts';

export type ListFilter = { readonly limit: number; readonly accountId?: string };

/** One of a list. @param at milliseconds of the mock's clock, by which lists of several accounts become one */
export type Dated<View> = { readonly at: number; readonly view: View };

/** @param listOf the newest of one account, newest first, and no more than the limit */
export const newest = async <View>(
  engine: Engine,
  { accountId, limit }: ListFilter,
  listOf: (account: Account, limit: number) => readonly Dated<View>[],
): Promise<View[]> => {
  const ids = accountId === undefined ? engine.accountIds() : [accountId];
  const found = await Promise.all(ids.map((id) => engine.account(id)));
  return (
    found
      .flatMap((account) => (account === undefined ? [] : listOf(account, limit)))
      // Those of the same instant stay as they are, newest first.
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
      .map(({ view }) => view)
  );
};
