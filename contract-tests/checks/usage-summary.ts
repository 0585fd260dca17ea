/** The summary of usage: totals over every call, also beyond what the log can list. */
import { type Check, check } from '../check.ts';
import { settled } from '../probes/billing.ts';
import { threeDays } from '../probes/days.ts';
import { manyRecords } from '../probes/many-records.ts';
import { summaryLayout, sumOfLog, totalAt } from '../probes/summary.ts';
import { contentOf } from '../probes/usage.ts';
import { isSuccess } from '../wire/exchange.ts';

export const usageSummaryChecks: readonly Check[] = [
  check({
    id: 'usage-summary.follows-calls',
    title: 'GET /usage/summary has another content after each paid call',
    clauses: ['endpoints.usage-summary.full-history'],
    needs: ['spend', 'control'],
    run: async (t) => {
      const { seen } = await summaryLayout(t);
      for (const [index, { exchange }] of seen.entries()) {
        const before = seen[index - 1];
        if (before === undefined) continue;
        t.expect('endpoints.usage-summary.full-history', contentOf(before.exchange) !== contentOf(exchange), {
          expected: 'totals that tell of the call in between',
          at: [before.exchange, exchange],
          gaps: ['summary-body'],
        });
      }
    },
  }),
  check({
    id: 'usage-summary.as-charged',
    title: 'the totals of GET /usage/summary count calls of every kind',
    clauses: ['endpoints.usage-summary.full-history'],
    needs: ['spend', 'control'],
    run: async (t) => {
      const { seen, charges, counts } = await summaryLayout(t);
      for (const { exchange, chargedMicros, count, says } of seen) {
        const [counted, charged] = [totalAt(exchange, counts), totalAt(exchange, charges)];
        if (counted === undefined && charged === undefined) {
          t.undecided('summary-body', 'no totals can be made out in the summary', exchange);
        }
        t.expect(
          'endpoints.usage-summary.full-history',
          (counted ?? count) === count && Math.abs((charged ?? chargedMicros / 1e6) * 1e6 - chargedMicros) < 1,
          {
            expected: `${count} calls for ${chargedMicros / 1e6} USD after ${says}`,
            actual: `${counted ?? '?'} calls for ${charged ?? '?'} USD`,
            at: exchange,
            gaps: ['summary-body'],
          },
        );
      }
    },
  }),
  check({
    id: 'usage-summary.full-history',
    title: 'the totals of GET /usage/summary count the calls that GET /usage cannot list',
    clauses: ['endpoints.usage-summary.full-history'],
    needs: ['spend', 'control'],
    run: async (t) => {
      const { counts, charges } = await summaryLayout(t);
      const { account, total } = await t.once(manyRecords);
      const balance = await settled(t, account, () => true);
      const summary = await t.call(account, 'getUsageSummary');
      t.wanted(isSuccess(summary) ? summary : undefined, 'a summary of usage', summary);
      const [count, charged] = [totalAt(summary, counts), totalAt(summary, charges)];
      if (count === undefined && charged === undefined) {
        t.undecided('summary-body', 'no totals can be made out in the summary', summary);
      }
      if (count !== undefined) {
        t.expect('endpoints.usage-summary.full-history', count === total, {
          expected: `${total} calls`,
          actual: `${count} calls`,
          at: summary,
          gaps: ['summary-body'],
        });
      }
      if (charged !== undefined) {
        t.expect('endpoints.usage-summary.full-history', Math.abs(charged * 1e6 - balance.spentMicros) < 1, {
          expected: `${balance.spentMicros / 1e6} USD, which were spent`,
          actual: `${charged} USD`,
          at: [balance.exchange, summary],
          gaps: ['summary-body'],
        });
      }
    },
  }),
];

/** Registered last: years pass. */
export const usageHistoryChecks: readonly Check[] = [
  check({
    id: 'usage-summary.old-calls',
    title: 'the totals of GET /usage/summary count calls of long ago',
    clauses: ['endpoints.usage-summary.full-history'],
    needs: ['spend', 'control'],
    run: async (t) => {
      const { charges, counts } = await summaryLayout(t);
      const { account } = await threeDays(t);
      const before = await sumOfLog(t, account);
      await t.run.pass(800 * 86_400);
      const summary = await t.call(account, 'getUsageSummary');
      t.wanted(isSuccess(summary) ? summary : undefined, 'a summary of usage', summary);
      const [count, charged] = [totalAt(summary, counts), totalAt(summary, charges)];
      if (count === undefined && charged === undefined)
        t.undecided('summary-body', 'no totals can be made out in the summary', summary);
      t.expect(
        'endpoints.usage-summary.full-history',
        (count ?? before.count) >= before.count && Math.abs((charged ?? before.micros / 1e6) * 1e6 - before.micros) < 1,
        {
          expected: `${before.count} calls for ${before.micros / 1e6} USD, two years later`,
          at: [before.exchange, summary],
          gaps: ['summary-body', 'usage-period'],
        },
      );
    },
  }),
];
