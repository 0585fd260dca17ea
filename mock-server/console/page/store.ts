/** What the page knows of the mock, as signals: filled from the feed, a frame at a time, and read by the panels. */
import { batch, computed, signal } from '@preact/signals';
import type { AccountNews, DeliveryNews, FeedBatch, JobNews, SessionNews } from '../../../spec/schemas/feed.ts';
import { BalanceLines } from './balance-lines.ts';
import { JournalRows } from './journal-rows.ts';
import { forgetLevels, takeLevels } from './levels.ts';
import { News } from './news-map.ts';

export const jobs = new News<JobNews>(5_000);
export const sessions = new News<SessionNews>(5_000);
export const deliveries = new News<DeliveryNews>(5_000);
export const accounts = new News<AccountNews>(2_000);
export const journal = new JournalRows();

/** The clock as it was last told of, and when that was, by the time of the page. */
export const clock = signal({ mode: 'real', now: 0, nextDue: null as number | null, toldAt: 0 });

/** Counts up when the mock has another capacity, or other fault rules: to ask for them anew. */
export const capacityVersion = signal(0);
export const faultsVersion = signal(0);

/** Counts up when the mock has begun another world: what was looked at may be gone. */
export const worldVersion = signal(0);

/** Whether anything was told yet. */
export const isFilled = computed(() => worldVersion.value > 0);

/** The account that is looked at; empty for all. */
export const account = signal(sessionStorage.getItem('understudy-account') ?? '');

export const chooseAccount = (id: string): void => {
  sessionStorage.setItem('understudy-account', id);
  account.value = id;
};

/** Whether something of an account is to be shown. */
export const isChosen = (accountId: string | null): boolean => account.value === '' || accountId === account.value;

/** The account whose money is shown where there can be only one: the first, unless one is chosen. */
export const mainAccount = computed(() => account.value || (accounts.list.value[0]?.account_id ?? ''));

/** The balance over time of each account, as far as the page was there to see it. */
export const balances = new BalanceLines();

export const takeIn = (batches: readonly FeedBatch[]): void =>
  batch(() => {
    for (const news of batches) {
      if (news.fresh) forgetAll();
      const now = Date.parse(news.clock.now);
      const { next_due: due } = news.clock;
      const nextDue = due === null ? null : Date.parse(due);
      clock.value = { mode: news.clock.mode, now, nextDue, toldAt: pageTime() };
      jobs.put(news.jobs);
      sessions.put(news.sessions);
      deliveries.put(news.deliveries);
      accounts.put(news.accounts.map((one) => ({ ...one, id: one.account_id })));
      journal.put(news.journal);
      takeLevels(news.levels);
      if (news.fresh)
        for (const { account_id, balance_usd } of news.accounts) balances.add(account_id, now, balance_usd);
      for (const [accountId, at, usd] of news.balances) balances.add(accountId, at, usd);
      if (news.changed.includes('capacity')) capacityVersion.value++;
      if (news.changed.includes('faults')) faultsVersion.value++;
    }
    for (const all of [jobs, sessions, deliveries, accounts]) all.publish();
    journal.publish();
  });

const forgetAll = (): void => {
  for (const all of [jobs, sessions, deliveries, accounts]) all.clear();
  journal.clear();
  balances.clear();
  forgetLevels();
  worldVersion.value++;
};

/** Milliseconds since the page was opened. */
export const pageTime = (): number => Number(document.timeline.currentTime ?? 0);
