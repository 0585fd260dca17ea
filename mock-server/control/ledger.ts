/** The books of an account, read off its events: every movement of money with what there is after it, and what all come to. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerPosting, LedgerView } from '../../spec/schemas/feed.ts';
import type { Account } from '../domain/account.ts';
import { postingsOf } from '../domain/events.ts';
import { type Posting, balanceWithHolds, emptyLedger, post } from '../domain/ledger.ts';
import { usdFromMicros } from '../domain/money.ts';
import { type Refused, isRefused } from '../domain/refusal.ts';
import type { Engine } from '../engine/engine.ts';
import { noAccount } from './accounts.ts';
import { type Parameters, limitDefault, listParameters, readQuery, wholeIn } from './read-query.ts';
import { Thinned } from './thinned.ts';

/** `before`: only postings of lower numbers. */
export type LedgerFilter = { readonly limit: number; readonly before?: number };

export type LedgerControl = {
  /** A page of an account's postings, newest first, with the sums of all. */
  readonly ledger: (accountId: string, filter: LedgerFilter) => Promise<LedgerView | Refused>;
};

export const ledgerControl = (engine: () => Engine): LedgerControl => ({
  ledger: async (accountId, filter) => {
    const account = await engine().account(accountId);
    return account === undefined ? noAccount(accountId) : read(engine(), account, filter);
  },
});

export const readLedgerFilter = (query: URLSearchParams): LedgerFilter | Refused => {
  const filter = readQuery<LedgerFilter>(query, parameters, { limit: limitDefault });
  return isRefused(filter) ? filter : { limit: filter.limit, ...(filter.before && { before: filter.before }) };
};

const read = async (engine: Engine, account: Account, { limit, before = Infinity }: LedgerFilter) => {
  const books = emptyLedger();
  const sums = { 'top-up': 0, hold: 0, release: 0, charge: 0, refund: 0 };
  const history = new Thinned(historyLength);
  let postings: LedgerPosting[] = [];
  let count = 0;
  let seen = 0;
  for await (const { event } of engine.history(account.id)) {
    for (const posting of postingsOf(event, (id) => jobIn(account, id))) {
      post(books, posting);
      sums[posting.kind] += posting.micros;
      count++;
      if (count < before) postings.push(viewOf(posting, count, event.at, books));
      history.add(event.at, balanceWithHolds(books));
    }
    if (postings.length >= limit * 2) postings = postings.slice(-limit);
    // Others are answered meanwhile.
    if (++seen % turnLength === 0) await nextTurn();
  }
  return {
    account_id: account.id,
    postings: postings.slice(-limit).reverse(),
    count,
    sums_usd: {
      'top-up': usdFromMicros(sums['top-up']),
      hold: usdFromMicros(sums.hold),
      release: usdFromMicros(sums.release),
      charge: usdFromMicros(sums.charge),
      refund: usdFromMicros(sums.refund),
    },
    balance_usd: usdFromMicros(balanceWithHolds(books)),
    held_usd: usdFromMicros(books.held),
    available_usd: usdFromMicros(books.available),
    spent_usd: usdFromMicros(books.spent),
    history: history.points().map(([at, micros]) => [at, usdFromMicros(micros)] as const),
  } satisfies LedgerView;
};

const viewOf = (
  { kind, micros, about }: Posting,
  n: number,
  at: number,
  books: ReturnType<typeof emptyLedger>,
): LedgerPosting => ({
  n,
  at: new Date(at).toISOString(),
  kind,
  amount_usd: usdFromMicros(micros),
  about: about ?? null,
  available_usd: usdFromMicros(books.available),
  held_usd: usdFromMicros(books.held),
  spent_usd: usdFromMicros(books.spent),
  balance_usd: usdFromMicros(balanceWithHolds(books)),
});

const jobIn = (account: Account, id: string) => {
  const job = account.jobs.get(id);
  if (job === undefined) throw new Error(`${account.id} has no job ${id}, and money was moved for it`);
  return job;
};

const parameters: Parameters<LedgerFilter> = {
  limit: listParameters['limit'] as Parameters<LedgerFilter>[string],
  before: {
    demand: 'the number of a posting',
    read: (text) => {
      const before = wholeIn(text, 1, Number.MAX_SAFE_INTEGER);
      return before === undefined ? undefined : { before };
    },
  },
};

const turnLength = 10_000;
const historyLength = 500;
