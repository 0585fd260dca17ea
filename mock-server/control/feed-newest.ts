/** What is there when somebody begins to listen to the feed: of each kind the newest of all accounts, and the accounts they belong to. */
import type { FeedBatch } from '../../spec/schemas/feed.ts';
import type { Account } from '../domain/account.ts';
import type { Engine } from '../engine/engine.ts';
import { beganAt } from './deliveries.ts';
import { accountNews, deliveryNews, jobNews, sessionNews } from './feed-views.ts';

const newestAtFirst = 1_000;
const accountsAtFirst = 500;

/** Each list is by time, the oldest first. */
export const newestIn = (engine: Engine): Pick<FeedBatch, 'accounts' | 'jobs' | 'sessions' | 'deliveries'> => {
  const all = [...engine.atRest()];
  const jobs = newestOf(
    all,
    ({ jobs: own }) => own,
    ({ submittedAt }) => submittedAt,
  );
  const sessions = newestOf(
    all,
    ({ sessions: own }) => own,
    ({ createdAt }) => createdAt,
  );
  const deliveries = newestOf(
    all,
    ({ deliveries: own }) => own,
    (delivery, account) => beganAt(account, delivery),
  );
  const owners = new Set([...jobs, ...sessions, ...deliveries].map(({ account }) => account));
  const accounts = all.filter((account, index) => index >= all.length - accountsAtFirst || owners.has(account));
  return {
    accounts: accounts.map(accountNews),
    jobs: jobs.map(({ account, one }) => jobNews(account, one)),
    sessions: sessions.map(({ account, one }) => sessionNews(account, one)),
    deliveries: deliveries.map(({ account, one }) => deliveryNews(account, one)),
  };
};

type Dated<Thing> = { readonly at: number; readonly account: Account; readonly one: Thing };

const newestOf = <Thing>(
  accounts: readonly Account[],
  of: (account: Account) => ReadonlyMap<string, Thing>,
  dateOf: (one: Thing, account: Account) => number,
): Dated<Thing>[] => {
  let found: Dated<Thing>[] = [];
  let oldest = Number.NEGATIVE_INFINITY;
  const cut = (): void => {
    // Those of the same instant stay as they are.
    found = found.sort((a, b) => a.at - b.at).slice(-newestAtFirst);
    if (found.length === newestAtFirst) oldest = found[0]?.at ?? oldest;
  };
  for (const account of accounts) {
    for (const one of [...of(account).values()].slice(-newestAtFirst)) {
      const at = dateOf(one, account);
      if (at >= oldest) found.push({ at, account, one });
    }
    // Now and then, so that very many accounts never lie here all at once.
    if (found.length > 4 * newestAtFirst) cut();
  }
  cut();
  return found;
};
