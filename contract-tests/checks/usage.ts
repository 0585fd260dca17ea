/** The usage log: what its records say of the calls that were made, and what its parameters keep. */
import { usageReasons } from '../../spec/vocabulary.ts';
import { type Check, check } from '../check.ts';
import { type Billed, billed, billingAccount, refunded } from '../probes/billing.ts';
import { usageAnswer } from '../probes/reads.ts';
import { type Recorded, manyKinds, recorded } from '../probes/usage.ts';
import { instantOf } from '../reading/instant.ts';
import { isObject, memberOf, microsOf } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { isSuccess } from '../wire/exchange.ts';
import { type Seen, fieldChecks } from './fields.ts';

const records = async (t: Trial): Promise<readonly Seen[]> => {
  const { exchange, records: all } = await manyKinds(t);
  return all.map((value) => ({ exchange, value }));
};

const jobsOf = async (t: Trial): Promise<readonly Billed[]> => [
  ...(await billed(t)),
  ...(t.target.control === undefined ? [] : await refunded(t)),
];

/** One member of each record that could be told from others. */
const told = async (t: Trial, member: string): Promise<readonly (Recorded & { readonly value: unknown })[]> =>
  (await recorded(t)).map((one) => ({ ...one, value: memberOf(one.record, member) }));

export const usageChecks: readonly Check[] = [
  check({
    id: 'usage.returns-array',
    title: 'GET /usage answers with an array',
    clauses: ['endpoints.usage.returns-array'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await t.once(usageAnswer);
      t.expect('endpoints.usage.returns-array', isSuccess(exchange) && Array.isArray(exchange.answer?.json), {
        expected: 'a success with an array',
        at: exchange,
      });
    },
  }),
  check({
    id: 'usage.items-are-records',
    title: 'each item of GET /usage is a usage record',
    clauses: ['endpoints.usage.items-are-records'],
    needs: ['spend'],
    run: async (t) => {
      for (const { exchange, value } of await records(t)) {
        // What a record has is judged member by member; here it is that there is one at all.
        t.expect('endpoints.usage.items-are-records', isObject(value) && 'charged_usd' in value, {
          expected: 'an object with what a call was charged',
          actual: value,
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'usage.one-record-per-job',
    title: 'GET /usage has a record of each job that has ended, with what it was charged',
    clauses: ['endpoints.usage.items-are-records'],
    needs: ['spend'],
    run: async (t) => {
      for (const { endpoint, job, fresh, log, before, after } of await jobsOf(t)) {
        if (fresh === undefined) {
          t.tried();
          continue;
        }
        const gone = before.leftMicros - after.leftMicros;
        // More records without a charge are lawful (gap usage-coverage); one that failed may show its price (gap failed-job-charge).
        const charges = fresh.map((record) => microsOf(memberOf(record, 'charged_usd')));
        const isPaid = charges.filter((charge) => charge === gone).length === 1 || gone === 0;
        const rest = charges.filter((charge) => charge !== 0 && charge !== gone);
        t.expect(
          'endpoints.usage.items-are-records',
          fresh.length > 0 && (job.status === 'failed' || (isPaid && rest.length === 0)),
          {
            expected: `a new record of a ${endpoint} that ${String(job.status)}, with ${gone / 1e6} USD charged`,
            actual: fresh.length === 0 ? 'no new record' : charges.map((charge) => `${charge / 1e6} USD`).join(', '),
            at: [job.end, log],
            gaps: ['usage-coverage', 'failed-job-charge'],
          },
        );
      }
    },
  }),
  ...(
    [
      [['id', 'endpoint', 'feature', 'status', 'created_at'], 'string'],
      [['charged_usd'], 'number'],
      [['reason'], 'string-or-null'],
    ] as const
  ).flatMap(([names, type]) =>
    names
      .filter((name) => name !== 'created_at')
      .flatMap((name) =>
        fieldChecks('usage-record', 'resources.usage-record', 'standard', [name], type, records, ['spend']),
      ),
  ),
  check({
    id: 'usage-record.created-at-present',
    title: 'usage-record carries created_at',
    clauses: ['resources.usage-record.created-at-present'],
    needs: ['spend'],
    run: async (t) => {
      for (const { exchange, value } of await records(t)) {
        t.expect('resources.usage-record.created-at-present', memberOf(value, 'created_at') !== undefined, {
          expected: 'a record with created_at',
          actual: value,
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'usage-record.created-at-iso-utc',
    title: 'created_at is an ISO 8601 time in UTC, between the beginning of the call and its end',
    clauses: ['resources.usage-record.created-at-iso-utc'],
    needs: ['spend'],
    run: async (t) => {
      for (const { exchange, value } of await records(t)) {
        const at = memberOf(value, 'created_at');
        if (at === undefined) t.tried();
        else
          t.expect('resources.usage-record.created-at-iso-utc', instantOf(at) !== undefined, {
            expected: 'a time such as 2026-01-31T12:00:00Z',
            actual: at,
            at: exchange,
            gaps: ['timestamp-precision'],
          });
      }
      // Of another clock it is not known how right it goes.
      const slackMs = t.target.control === undefined ? 15 * 60_000 : 2_000;
      for (const { value, call, from, to, log } of await told(t, 'created_at')) {
        const at = instantOf(value);
        if (at === undefined) t.tried();
        else
          t.expect('resources.usage-record.created-at-iso-utc', at >= from - slackMs && at <= to + slackMs, {
            expected: `a time from ${new Date(from).toISOString()} to ${new Date(to).toISOString()} for ${call}`,
            actual: value,
            at: log,
            gaps: ['usage-time'],
          });
      }
    },
  }),
  check({
    id: 'usage-record.id-distinct',
    title: 'no two usage records have the same id',
    clauses: ['resources.usage-record.id-present'],
    needs: ['spend'],
    run: async (t) => {
      const { exchange, records: all } = await manyKinds(t);
      const ids = all.map((record) => memberOf(record, 'id')).filter((id) => id !== undefined);
      if (ids.length < 2) return t.tried();
      t.expect('resources.usage-record.id-present', new Set(ids).size === ids.length, {
        expected: 'an id of its own for each record',
        actual: ids,
        at: exchange,
        gaps: ['usage-id'],
      });
    },
  }),
  check({
    id: 'usage-record.endpoint-names-call',
    title: 'endpoint is the same for calls of one endpoint and another for each other one',
    clauses: ['resources.usage-record.endpoint-names-call'],
    needs: ['spend'],
    run: async (t) =>
      expectNames(t, 'resources.usage-record.endpoint-names-call', 'endpoint', ({ operation }) => operation),
  }),
  check({
    id: 'usage-record.feature-identifies',
    title:
      'feature is the same for calls of one feature and another for each other one, the tiers of live swap as on the rate card',
    clauses: ['resources.usage-record.feature-identifies'],
    needs: ['spend'],
    run: async (t) => {
      await expectNames(t, 'resources.usage-record.feature-identifies', 'feature', ({ call }) => call);
      for (const { call, value, log } of await told(t, 'feature')) {
        const key = call.endsWith('in pro')
          ? 'full_live_swap'
          : call.endsWith('in standard')
            ? 'full_live_swap_standard'
            : undefined;
        if (key === undefined) continue;
        t.expect('resources.usage-record.feature-identifies', value === key, {
          expected: `${key} for ${call}`,
          actual: value,
          at: log,
        });
      }
    },
  }),
  check({
    id: 'usage-record.status-outcome',
    title: 'status tells a call that succeeded from one that failed',
    clauses: ['resources.usage-record.status-outcome'],
    needs: ['spend', 'failing-input'],
    run: async (t) => {
      const all = (await told(t, 'status')).filter(({ value }) => value !== undefined);
      const failed = all.filter(({ ended }) => ended === 'failed');
      const succeeded = all.filter(({ ended }) => ended === 'succeeded');
      const [one, other] = [failed[0], succeeded[0]];
      if (one === undefined || other === undefined)
        return t.wanted(undefined, 'records of calls that succeeded and failed');
      for (const a of failed) {
        for (const b of succeeded) {
          t.expect('resources.usage-record.status-outcome', a.value !== b.value, {
            expected: `another status for a ${a.call} that failed than for a ${b.call} that succeeded`,
            actual: `${String(a.value)} for both`,
            at: [a.log, b.log],
          });
        }
      }
    },
  }),
  check({
    id: 'usage-record.reason-enum',
    title: 'reason is null or one of the five slugs',
    clauses: ['resources.usage-record.reason-enum'],
    needs: ['spend'],
    run: async (t) => {
      for (const { exchange, value } of await records(t)) {
        const reason = memberOf(value, 'reason');
        if (reason === undefined || (reason !== null && typeof reason !== 'string')) t.tried();
        else
          t.expect(
            'resources.usage-record.reason-enum',
            reason === null || usageReasons.some((slug) => slug === reason),
            {
              expected: `null or one of ${usageReasons.join(', ')}`,
              actual: reason,
              at: exchange,
              gaps: ['failed-job-reason', 'session-reason'],
            },
          );
      }
    },
  }),
  check({
    id: 'usage.limit-respected',
    title: 'GET /usage lists no more records than limit asks for, and as many where there are so many',
    clauses: ['endpoints.usage.limit-respected'],
    needs: ['spend'],
    run: async (t) => {
      const account = await billingAccount(t);
      const { records: all } = await manyKinds(t);
      for (const limit of [1, 2, 3, Math.max(1, all.length - 1), all.length + 10].filter((one) => one <= 500)) {
        const { exchange, records: some } = await t.usage(account, { limit: String(limit) });
        t.expect('endpoints.usage.limit-respected', some.length <= limit, {
          expected: `${limit} records at the most`,
          actual: `${some.length} records`,
          at: exchange,
        });
        t.expect('endpoints.usage.limit-respected', some.length >= Math.min(limit, all.length), {
          expected: `${Math.min(limit, all.length)} records, for there are ${all.length} at least`,
          actual: `${some.length} records`,
          at: exchange,
        });
      }
    },
  }),
];

/** How names are spelled is open: that they tell apart what they name is not. */
const expectNames = async (
  t: Trial,
  clause: 'resources.usage-record.endpoint-names-call' | 'resources.usage-record.feature-identifies',
  member: 'endpoint' | 'feature',
  subject: (one: Recorded) => string,
): Promise<void> => {
  const gaps = [member === 'endpoint' ? ('endpoint-names' as const) : ('feature-names' as const)];
  const all = (await told(t, member)).filter(({ value }) => value !== undefined);
  for (const one of all) {
    t.expect(clause, one.value !== '', { expected: `a name for ${one.call}`, at: one.log, gaps });
    for (const other of all) {
      const isSame = subject(one) === subject(other);
      t.expect(clause, (one.value === other.value) === isSame, {
        expected: `${isSame ? 'the same' : 'another'} ${member} for ${one.call} and ${other.call}`,
        actual: [one.value, other.value],
        at: [one.log, other.log],
        gaps,
      });
    }
  }
};
