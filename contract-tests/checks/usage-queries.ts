/** The queries of usage, from their schemas: limits that fit and limits that are none, times that are none, periods that end before they begin. */
import { limits } from '../../spec/limits.ts';
import type { GapId } from '../../spec/gaps.ts';
import { explore } from '../arbitraries/explore.ts';
import { brokenText, fittingNumber, fittingTexts, unreadableTime } from '../arbitraries/query.ts';
import { type Check, check } from '../check.ts';
import { isAccepted } from '../probes/calls.ts';
import { manyRecords } from '../probes/many-records.ts';
import { type Queried, brokenLimits, brokenTimes, limitField, sendLimit, sendQuery } from '../probes/queries.ts';
import { type Format, bounds, dateGaps, dayMs, written } from '../probes/usage.ts';
import { isRefusal, isRefusedAs } from '../reading/refusal.ts';
import { casesOf, isAtLarge } from '../sample.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess, statusOf } from '../wire/exchange.ts';

export const usageQueryChecks: readonly Check[] = [
  check({
    id: 'usage.limit-fits',
    title: 'GET /usage takes any limit from 1 to 500, and lists as many records and no more',
    clauses: ['endpoints.usage.limit-respected', 'limits.usage-limit-accepts-max'],
    run: async (t) => {
      if (t.check.path === undefined) {
        for (const limit of casesOf(t.run, fittingTexts(limitField), t.check.id)) await judgeFitting(t, limit);
      }
      if (isExplored(t)) await explore(t, fittingNumber(limitField), 6, (limit, trial) => judgeFitting(trial, limit));
    },
  }),
  check({
    id: 'limits.usage-limit-however-written',
    title:
      'GET /usage lists no more than 500 records for a limit that is below its least, beyond its most, or no number',
    clauses: ['limits.usage-limit-max'],
    run: async (t) => {
      if (t.check.path === undefined) for (const queried of await t.once(brokenLimits)) judgeCount(t, queried);
      if (!isExplored(t)) return;
      await explore(t, brokenText(limitField), 6, async (broken, trial) =>
        judgeCount(trial, await sendLimit(trial, broken)),
      );
    },
  }),
  check({
    id: 'usage.broken-queries',
    title: 'a limit that is none and a time that is none are refused as invalid_input, or served',
    clauses: ['errors.invalid-input-code'],
    run: async (t) => {
      if (t.check.path === undefined) {
        for (const queried of await t.once(brokenLimits)) judgeCode(t, queried, limitGaps);
        for (const queried of await t.once(brokenTimes)) judgeCode(t, queried, dateGaps);
      }
      if (!isExplored(t)) return;
      await explore(t, unreadableTime, 6, async (text, trial) =>
        judgeCode(trial, await sendQuery(trial, 'listUsage', { from: text }, 'gap:date-filter-unreadable'), dateGaps),
      );
    },
  }),
  check({
    id: 'usage.period-reversed',
    title: 'a period that begins in the future and ends in the past holds no call, if it is taken',
    clauses: ['endpoints.usage.from-parameter'],
    needs: ['spend'],
    run: async (t) => {
      const { account, format } = await bounds(t);
      const now = await t.run.lookAtClock();
      const query = reversed(now, format ?? t.undecided('date-filter', 'no format of from and to is known here'));
      const log = await t.call(account, 'listUsage', { query, breaks: 'gap:date-filter-reversed' });
      t.run.observe('date-filter-reversed', isSuccess(log) ? 'empty' : 'refused');
      // A future `from` alone leaves no call: what is listed for all that is none of the doing of `to`.
      const holds = isSuccess(log) ? (countOf(log) ?? 0) === 0 : isRefusedAs(log, ['invalid_input']);
      t.expect('endpoints.usage.from-parameter', holds, {
        expected: 'no record, or invalid_input',
        actual: isSuccess(log) ? `${countOf(log) ?? 'no'} records` : statusOf(log),
        at: log,
        gaps: [...dateGaps, 'date-filter-reversed'],
      });
    },
  }),
];

const limitGaps: readonly GapId[] = ['usage-limit-over', 'usage-limit-zero', 'duplicate-parameters'];

/** Of a mock, and the one case that is asked for. */
const isExplored = ({ run, check: { path } }: Trial): boolean => path !== undefined || isAtLarge(run);

const countOf = ({ answer }: Exchange): number | undefined =>
  Array.isArray(answer?.json) ? answer.json.length : undefined;

const reversed = (now: number, format: Format): { readonly from: string; readonly to: string } => ({
  from: written(now + 3 * dayMs, format),
  to: written(now - 4_000 * dayMs, format),
});

const judgeFitting = async (t: Trial, limit: number): Promise<void> => {
  const { account, total } = await t.once(manyRecords);
  const exchange = await t.call(account, 'listUsage', { query: { limit: String(limit) } });
  t.expect('limits.usage-limit-accepts-max', isAccepted(t, exchange), {
    expected: 'a limit up to 500 to be accepted',
    of: String(limit),
    at: exchange,
  });
  const count = countOf(exchange);
  if (count === undefined) return t.tried();
  t.expect('endpoints.usage.limit-respected', count <= limit && count >= Math.min(limit, total), {
    expected: 'as many records as limit asks for, where there are so many',
    of: String(limit),
    actual: `${count} records of ${total}`,
    at: exchange,
  });
};

const judgeCount = (t: Trial, { says, exchange }: Queried): void => {
  if (exchange.answer === undefined) return t.tried();
  t.expect('limits.usage-limit-max', isRefusal(exchange) || (countOf(exchange) ?? 0) <= limits.usageLimitMax, {
    expected: `${limits.usageLimitMax} records at the most`,
    of: says,
    actual: `${countOf(exchange) ?? 'no'} records`,
    at: exchange,
    gaps: limitGaps,
  });
};

/** What is sent twice may be refused as the server likes. */
const judgeCode = (t: Trial, { says, exchange }: Queried, gaps: readonly GapId[]): void => {
  if (exchange.answer === undefined) return t.tried();
  const isDoubled = exchange.breaks === 'gap:duplicate-parameters' && statusOf(exchange) < 500;
  t.expect('errors.invalid-input-code', !isRefusal(exchange) || isDoubled || isRefusedAs(exchange, ['invalid_input']), {
    expected: 'an answer, or invalid_input',
    of: says,
    at: exchange,
    gaps,
  });
};
