/** Balance, usage and its summary: views of the account, which nothing here changes. */
import { limits } from '../../../spec/limits.ts';
import { usageCutNote } from '../../../spec/schemas/journal.ts';
import { type Refused, isRefused } from '../../domain/refusal.ts';
import type { Period } from '../../domain/usage.ts';
import { type AskedPeriod, readPeriod } from '../period.ts';
import type { Call, Handler } from './handler.ts';

export const getBalance: Handler = ({ account, present, now }) => ({ body: present.balance(account, now) });

export const listUsage: Handler = (call) =>
  inPeriod(call, ({ period }) => {
    const { query, account, service, present, exchange } = call;
    const asked = typeof query['limit'] === 'number' ? query['limit'] : limits.usageLimitDefault;
    const limit = Math.min(asked, limits.usageLimitMax);
    const listed = service.choices['usage-period'] === '30d' ? lately(period, call.now) : period;
    const read = service.choices['usage-order'] === 'newest-first' ? 'newest' : 'oldest';
    const records = account.usage[read](limit + 1, listed);
    if (records.length > limit) exchange.note(`${usageCutNote}: the log ends at ${limit}, and its sum is no total`);
    return records.slice(0, limit).map(present.usageRecord);
  });

/** Where no beginning is named, the 30 days before the end (gap `usage-period`). */
const lately = ({ from, to }: Period, now: number): Period => ({ from: from ?? (to ?? now) - 30 * dayMs, to });

const dayMs = 86_400_000;

export const getUsageSummary: Handler = (call) =>
  inPeriod(call, ({ period, asked }) => call.present.usageSummary(call.account.usage, period, asked));

const inPeriod = (
  { query, service }: Call,
  read: (period: AskedPeriod) => unknown,
): { readonly body: unknown } | Refused => {
  const period = readPeriod(query['from'], query['to'], service.choices);
  return isRefused(period) ? period : { body: read(period) };
};
