/** The newest of one account or of all, newest first: jobs, sessions and deliveries are listed alike, a page at a time. */
import type { Account } from '../domain/account.ts';
import type { Engine } from '../engine/engine.ts';

export type ListFilter = {
  readonly limit: number;
  readonly accountId?: string;
  /** The id of one of the list: those that come after it there, which are older. */
  readonly before?: string;
};

/** Nothing of this id is in the list. */
export class NotListed extends Error {
  override readonly name = 'NotListed';
}

/** One of a list. @param at milliseconds of the mock's clock, by which lists of several accounts become one */
export type Dated<View> = { readonly at: number; readonly view: View };

/** Throws NotListed. @param listOf the newest of one account, newest first, and no more than the limit */
export const newest = async <View extends { readonly id: string }>(
  engine: Engine,
  { accountId, limit, before }: ListFilter,
  listOf: (account: Account, limit: number) => readonly Dated<View>[],
): Promise<View[]> => {
  const ids = accountId === undefined ? engine.accountIds() : [accountId];
  const found = await Promise.all(ids.map((id) => engine.account(id)));
  const longest = before === undefined ? limit : Number.POSITIVE_INFINITY;
  const all = found
    .flatMap((account) => (account === undefined ? [] : listOf(account, longest)))
    // Those of the same instant stay as they are, newest first.
    .sort((a, b) => b.at - a.at)
    .map(({ view }) => view);
  if (before === undefined) return all.slice(0, limit);
  const at = all.findIndex(({ id }) => id === before);
  if (at === -1) throw new NotListed(`before must be the id of one of the list, and ${before} is not in it`);
  return all.slice(at + 1, at + 1 + limit);
};
