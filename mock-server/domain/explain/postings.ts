/** The movements of money for one job or session, each with what was left of the account after it. */
import type { ExplainedPosting } from '../../../spec/schemas/explain.ts';
import { postingsOf } from '../events.ts';
import { balanceWithHolds, emptyLedger, post } from '../ledger.ts';
import { usdFromMicros } from '../money.ts';
import { type Subject, iso } from './subject.ts';

/** @param about id of the job or session */
export const explainPostings = ({ account, past }: Subject, about: string): ExplainedPosting[] => {
  const ledger = emptyLedger();
  const found: ExplainedPosting[] = [];
  const jobOf = (id: string) => {
    const job = account.jobs.get(id);
    if (job === undefined) throw new Error(`no job ${id}`);
    return job;
  };
  for (const { event } of past) {
    for (const posting of postingsOf(event, jobOf)) {
      post(ledger, posting);
      if (posting.about !== about) continue;
      found.push({
        at: iso(event.at),
        kind: posting.kind,
        amount_usd: usdFromMicros(posting.micros),
        available_usd: usdFromMicros(ledger.available),
        held_usd: usdFromMicros(ledger.held),
        balance_usd: usdFromMicros(balanceWithHolds(ledger)),
      });
    }
  }
  return found;
};
