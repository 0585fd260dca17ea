/** What has changed lately, each thing once, in the order of its last change: so that whoever missed some is told what he has not seen. */
import type { BalanceNews } from '../../spec/schemas/feed.ts';
import type { Account } from '../domain/account.ts';
import type { AccountEvent } from '../domain/events.ts';
import { balanceWithHolds } from '../domain/ledger.ts';
import { usdFromMicros } from '../domain/money.ts';

export type Changed = {
  readonly kind: 'account' | 'job' | 'session' | 'delivery';
  readonly account: Account;
  readonly id: string;
  /** The number of the change. */
  readonly n: number;
};

export class FeedChanges {
  readonly #most: number;
  readonly #latest = new Map<string, Changed>();
  /** The latest balances that differ from the one before, each with the number of its change. */
  #balances: { readonly n: number; readonly news: BalanceNews }[] = [];
  readonly #lastBalance = new WeakMap<Account, number>();
  #last = 0;
  #forgotten = 0;

  /** @param accounts as they are now. @param most things that are remembered */
  constructor(accounts: Iterable<Account>, most = 20_000) {
    this.#most = most;
    for (const account of accounts) this.#lastBalance.set(account, balanceWithHolds(account.ledger));
  }

  /** The number of the last change. */
  get last(): number {
    return this.#last;
  }

  /** Whether all that has changed since is still known. */
  knows(since: number): boolean {
    return since >= this.#forgotten && since <= this.#last;
  }

  note(account: Account, event: AccountEvent): void {
    for (const [kind, id] of touchedBy(account, event)) this.#put(kind, account, id);
    const balance = balanceWithHolds(account.ledger);
    if (this.#lastBalance.get(account) === balance) return;
    this.#lastBalance.set(account, balance);
    this.#balances.push({ n: this.#last, news: [account.id, event.at, usdFromMicros(balance)] });
    if (this.#balances.length > 2 * balancesMost) this.#balances = this.#balances.slice(-balancesMost);
  }

  /** What the balances became after a change and until another; of very many, the latest. */
  balancesBetween(after: number, until: number): BalanceNews[] {
    return this.#balances.filter(({ n }) => n > after && n <= until).map(({ news }) => news);
  }

  /** What has changed after a change, the earliest first. */
  since(n: number, most: number): Changed[] {
    if (n >= this.#last) return [];
    const found: Changed[] = [];
    for (const changed of this.#latest.values()) {
      if (changed.n <= n) continue;
      found.push(changed);
      if (found.length === most) break;
    }
    return found;
  }

  #put(kind: Changed['kind'], account: Account, id: string): void {
    this.#latest.delete(id);
    this.#latest.set(id, { kind, account, id, n: ++this.#last });
    if (this.#latest.size <= this.#most) return;
    for (const [oldest, { n }] of this.#latest) {
      this.#latest.delete(oldest);
      this.#forgotten = n;
      return;
    }
  }
}

const balancesMost = 2_000;

const touchedBy = (account: Account, event: AccountEvent): (readonly [Changed['kind'], string])[] => {
  const own = ['account', account.id] as const;
  switch (event.type) {
    case 'job.submitted':
      return [['job', event.job.id], own];
    case 'job.started':
    case 'job.succeeded':
    case 'job.failed': {
      const delivery = account.jobs.get(event.jobId)?.delivery;
      return [['job', event.jobId], ...(delivery === undefined ? [] : [['delivery', delivery.id] as const]), own];
    }
    case 'session.created':
      return [['session', event.session.id], own];
    case 'session.expired':
    case 'session.connected':
    case 'session.alive':
    case 'session.ended':
    case 'session.settled':
      return [['session', event.sessionId], own];
    case 'delivery.started':
    case 'delivery.resend-scheduled':
    case 'delivery.finished':
      return [['delivery', event.deliveryId], own];
    case 'account.created':
    case 'account.topped-up':
    case 'key.created':
    case 'key.revoked':
    case 'webhook-secret.rotated':
    case 'rates.changed':
    case 'upload.stored':
    case 'submit.refused':
      return [own];
    default:
      return event satisfies never;
  }
};
