/** What an account's books say: its money with charges and refunds apart, and what each job cost. */
import type { Account } from '../domain/account.ts';
import { type Job, hasEnded } from '../domain/job.ts';
import { balanceWithHolds, toppedUp } from '../domain/ledger.ts';
import { type Micros, usdFromMicros } from '../domain/money.ts';

export type AccountView = {
  readonly account_id: string;
  readonly key_ids: readonly string[];
  readonly balance_usd: number;
  readonly held_usd: number;
  readonly topped_up_usd: number;
  /** All that was charged, and what of it came back. */
  readonly charged_usd: number;
  readonly refunded_usd: number;
  readonly spent_usd: number;
};

export const accountViewOf = (account: Account): AccountView => {
  const { ledger } = account;
  const refunded = [...account.jobs.values()].reduce((sum, job) => sum + refundedMicros(job), 0);
  return {
    account_id: account.id,
    key_ids: [...account.keys.values()].map(({ keyId }) => keyId),
    balance_usd: usdFromMicros(balanceWithHolds(ledger)),
    held_usd: usdFromMicros(ledger.held),
    topped_up_usd: usdFromMicros(toppedUp(ledger)),
    charged_usd: usdFromMicros(ledger.spent + refunded),
    refunded_usd: usdFromMicros(refunded),
    spent_usd: usdFromMicros(ledger.spent),
  };
};

/** What a failed job was charged before its render, and got back. */
const refundedMicros = ({ state, paid, priceMicros }: Job): Micros =>
  state.status === 'failed' && paid === 'at submit' ? priceMicros : 0;

/** What a job has cost until now: nothing where it was paid back. */
export const chargedMicros = (job: Job): Micros => {
  if (job.state.status === 'succeeded') return job.priceMicros;
  return job.paid === 'at submit' && !hasEnded(job) ? job.priceMicros : 0;
};
