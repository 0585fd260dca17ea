/** The period that `from` and `to` keep, of the usage log and of its summary. Their format is open, and learned by trying. */
import type { Account } from '../account.ts';
import { type Check, check } from '../check.ts';
import { threeDays } from '../probes/days.ts';
import { summaryLayout, totalAt } from '../probes/summary.ts';
import { type Format, bounds, dateGaps, idsIn, isParted, written } from '../probes/usage.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

export const usagePeriodChecks: readonly Check[] = (['usage', 'usage-summary'] as const).flatMap((name) =>
  (['from', 'to'] as const).map((parameter) => {
    const clause = `endpoints.${name}.${parameter}-parameter` as const;
    const operation = name === 'usage' ? 'listUsage' : 'getUsageSummary';
    return check({
      id: `${name}.${parameter}-parameter`,
      title: `GET /${name.replace('-', '/')} keeps to the period that ${parameter} bounds`,
      clauses: [clause],
      needs: ['spend'],
      run: async (t) => {
        const { known, tried } = await bounds(t);
        const format = await formatOf(t);
        const bounded = tried[`${operation}.${parameter}`].find((one) => one.format === format);
        if (operation === 'listUsage') t.wanted(known, 'a log in which the record of a call can be told');
        t.expect(clause, bounded !== undefined, {
          expected: `${parameter} as ${format} to be taken, which is the format here`,
          gaps: dateGaps,
          actual: 'a refusal',
        });
        if (bounded === undefined) return;
        t.expect(clause, isParted(operation, bounded, known), {
          expected: `other content with ${parameter} on the one side of all calls than on the other`,
          at: [bounded.every, bounded.none],
          gaps: dateGaps,
        });
      },
    });
  }),
);

/** Registered last: days pass. */
export const usageDaysChecks: readonly Check[] = [
  ...(['from', 'to'] as const).map((parameter) => {
    const clauses = [
      `endpoints.usage.${parameter}-parameter`,
      `endpoints.usage-summary.${parameter}-parameter`,
    ] as const;
    return check({
      id: `usage.${parameter}-between-days`,
      title: `${parameter} parts the calls of one day from those of another, in the log and in the summary`,
      clauses,
      needs: ['spend', 'control'],
      run: async (t) => {
        const format = await formatOf(t);
        const { account, between, lists, summaries } = await threeDays(t);
        const ids = idsIn(lists.at(-1));
        t.wanted(ids.length === 3 ? ids : undefined, 'three records of three calls', ...lists.slice(-1));
        for (const [index, at] of between.entries()) {
          const query = { [parameter]: written(at, format) };
          const log = await t.call(account, 'listUsage', { query });
          const wanted = ids.filter((id) => (parameter === 'to') === idsIn(lists[index - 1]).includes(id));
          t.expect(clauses[0], isSuccess(log) && sameSet(idsIn(log), wanted), {
            expected: `${wanted.length} of three calls, which are three days apart`,
            actual: `${idsIn(log).length}`,
            at: [...lists.slice(-1), log],
            gaps: dateGaps,
          });
          await expectSummary(t, clauses[1], account, { query, index, parameter, summaries, log });
        }
      },
    });
  }),
  check({
    id: 'usage.from-and-to',
    title: 'from and to together keep the calls between them',
    clauses: ['endpoints.usage.from-parameter', 'endpoints.usage.to-parameter'],
    needs: ['spend', 'control'],
    run: async (t) => {
      const format = await formatOf(t);
      const { account, between, lists } = await threeDays(t);
      const [, first = 0, second = 0] = between;
      const log = await t.call(account, 'listUsage', {
        query: { from: written(first, format), to: written(second, format) },
      });
      const wanted = idsIn(lists[1]).filter((id) => !idsIn(lists[0]).includes(id));
      const [early, late] = [idsIn(lists[0]), idsIn(lists[2]).filter((id) => !idsIn(lists[1]).includes(id))];
      const listed = idsIn(log);
      t.wanted(wanted.length === 1 && isSuccess(log) ? log : undefined, 'a log with a period', log);
      t.expect('endpoints.usage.from-parameter', !early.some((id) => listed.includes(id)), {
        expected: 'no call from before',
        at: [...lists.slice(-1), log],
        gaps: dateGaps,
      });
      t.expect('endpoints.usage.to-parameter', !late.some((id) => listed.includes(id)), {
        expected: 'no call from after',
        at: [...lists.slice(-1), log],
        gaps: dateGaps,
      });
      t.expect('endpoints.usage.to-parameter', sameSet(listed, wanted), {
        expected: 'the call in between',
        at: [...lists.slice(-1), log],
        gaps: dateGaps,
      });
    },
  }),
];

/** Undecided where none of the formats that are known does anything. */
const formatOf = async (t: Trial): Promise<Format> => {
  const { format } = await bounds(t);
  return format ?? t.undecided('date-filter', 'in none of the formats that were tried does from or to change anything');
};

/** A summary of one part and that of the whole must differ where the parts do; where its totals can be read, they must be those of the log. */
const expectSummary = async (
  t: Trial,
  clause: 'endpoints.usage-summary.from-parameter' | 'endpoints.usage-summary.to-parameter',
  account: Account,
  {
    query,
    log,
  }: {
    readonly query: { readonly [name: string]: string };
    readonly index: number;
    readonly parameter: 'from' | 'to';
    readonly summaries: readonly Exchange[];
    readonly log: Exchange;
  },
): Promise<void> => {
  const { counts } = await summaryLayout(t);
  const summary = await t.call(account, 'getUsageSummary', { query });
  const count = isSuccess(summary) ? totalAt(summary, counts) : undefined;
  if (isSuccess(summary) && count === undefined) return t.tried();
  const listed = idsIn(log).length;
  t.expect(clause, count === listed, {
    expected: `${listed} calls, as the log has them in the same period`,
    actual: count ?? summary.answer?.status,
    at: [log, summary],
    gaps: [...dateGaps, 'summary-body'],
  });
};

const sameSet = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));
