/**
 * Streams for which no money is set aside (gap `session-funds`). What they have cost so far is spoken for, though not yet booked;
 * and they stop at the instant at which it would be more than there is.
 */
import type { Account } from './account.ts';
import type { Micros } from './money.ts';

/** What may be spent on something new. */
export const spendable = (account: Account, now: number): Micros =>
  Math.max(0, account.ledger.available - Math.ceil(costOf(account, now).thousandths / 1000));

/** When the money of an account is used up by its streams; never where they cost nothing. */
export const fundsRunOutAt = (account: Account): number => {
  const { ledger, lastAt } = account;
  const { thousandths, perMs } = costOf(account, lastAt);
  return perMs === 0 ? Number.POSITIVE_INFINITY : lastAt + Math.floor((1000 * ledger.available - thousandths) / perMs);
};

/**
 * What they have cost by an instant, and what each millisecond more costs, in thousandths of a micro-USD: whole numbers, and small
 * ones, for they count from the connects. Counted from 1970, a millisecond would be lost in the rounding now and then.
 */
const costOf = ({ sessions, unheld }: Account, now: number): { thousandths: number; perMs: number } => {
  let thousandths = 0;
  let perMs = 0;
  for (const id of unheld) {
    const session = sessions.get(id);
    if (session?.state.status !== 'streaming')
      throw new Error(`session ${id} is paid as it streams, and does not stream`);
    thousandths += session.secondMicros * (now - session.state.at);
    perMs += session.secondMicros;
  }
  return { thousandths, perMs };
};
