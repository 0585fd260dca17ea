/** Balance, usage and its summary: views of the account, which nothing here changes. */
import { limits } from '../../../spec/limits.ts';
import { type Refused, isRefused } from '../../domain/refusal.ts';
import type { Period } from '../../domain/usage.ts';
import { readPeriod } from '../period.ts';
import { presentBalance, presentSummary, presentUsageRecord } from '../present.ts';
import type { Call, Handler } from './handler.ts';

export const getBalance: Handler = ({ account, presentation }) => ({ body: presentBalance(account, presentation) });

export const listUsage: Handler = (call) =>
  inPeriod(call, (period) => {
    const limit = typeof call.query['limit'] === 'number' ? call.query['limit'] : limits.usageLimitDefault;
    return call.account.usage.newest(limit, period).map(presentUsageRecord);
  });

export const getUsageSummary: Handler = (call) => inPeriod(call, (period) => presentSummary(call.account, period));

const inPeriod = ({ query }: Call, read: (period: Period) => unknown): { body: unknown } | Refused => {
  const period = readPeriod(query['from'], query['to']);
  return isRefused(period) ? period : { body: read(period) };
};
