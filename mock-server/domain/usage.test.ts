import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { features, usageReasons } from '../../spec/vocabulary.ts';
import { type Period, UsageLog, type UsageRecord } from './usage.ts';

const feature = fc.constantFrom(...features.slice(0, 3));
const charge = fc.nat(1_000_000);
const call = fc.record({ feature, later: fc.nat(3), charged: charge, paidFirst: fc.boolean() });
const settlement = fc.record({ which: fc.nat(), charged: charge, reason: fc.constantFrom(null, ...usageReasons) });
const bound = fc.option(fc.integer({ min: -1, max: 60 }), { nil: undefined });

test('every question about a period is answered as by going through the records one by one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: call }, { weight: 1, arbitrary: settlement }), {
        maxLength: 40,
        size: 'max',
      }),
      fc.array(fc.record({ from: bound, to: bound, limit: fc.nat(50) }), { minLength: 1, maxLength: 8, size: 'max' }),
      (steps, questions) => {
        const log = new UsageLog();
        const naive: UsageRecord[] = [];
        let at = 0;
        for (const step of steps) {
          if ('which' in step) {
            const open = naive.filter((record) => record.status === 'processing');
            const record = open[step.which % Math.max(1, open.length)];
            if (record === undefined) continue;
            const status = step.charged === 0 ? 'failed' : 'succeeded';
            log.settle(record.about, status, step.charged, step.reason);
            Object.assign(record, { status, chargedMicros: step.charged, reason: step.reason });
          } else {
            at += step.later;
            const record = {
              about: `job_${naive.length}`,
              feature: step.feature,
              at,
              status: step.paidFirst ? ('processing' as const) : ('succeeded' as const),
              chargedMicros: step.charged,
              reason: null,
            };
            log.append({ ...record });
            naive.push(record);
          }
        }
        expect(log.length).toBe(naive.length);
        for (const { from, to, limit } of questions) {
          const period = { from, to };
          const inPeriod = naive.filter((record) => isIn(record, period));
          expect(log.newest(limit, period)).toEqual([...inPeriod].reverse().slice(0, limit));
          expect(log.totals(period)).toEqual(totalsOf(inPeriod));
          const used = new Set(inPeriod.map((record) => record.feature));
          expect(log.totalsByFeature(period)).toEqual(
            new Map([...used].map((name) => [name, totalsOf(inPeriod.filter((record) => record.feature === name))])),
          );
        }
      },
    ),
  );
});

test('the totals count every record, also those that a capped list leaves out', () => {
  const log = new UsageLog();
  for (let at = 0; at < 600; at++) log.append(paid({ about: `job_${at}`, at, chargedMicros: 10 }));
  expect(log.newest(500, {})).toHaveLength(500);
  expect(log.newest(500, {})[0]?.at).toBe(599);
  expect(log.totals({})).toEqual({ count: 600, chargedMicros: 6_000 });
});

test('a period includes its beginning and excludes its end', () => {
  const log = new UsageLog();
  for (const at of [9, 10, 19, 20]) log.append(paid({ about: `job_${at}`, at }));
  expect(log.newest(9, { from: 10, to: 20 }).map((record) => record.at)).toEqual([19, 10]);
});

test('a refund corrects the record of its charge: the totals are net', () => {
  const log = new UsageLog();
  log.append({ ...paid({ about: 'job_1', at: 5, chargedMicros: 700 }), status: 'processing' });
  log.settle('job_1', 'failed', 0, 'render_failed');
  expect(log.newest(9, {})).toMatchObject([{ at: 5, status: 'failed', chargedMicros: 0, reason: 'render_failed' }]);
  expect(log.totals({})).toEqual({ count: 1, chargedMicros: 0 });
});

test('only a record that is open can be settled, and only once', () => {
  const log = new UsageLog();
  log.append(paid({ about: 'job_1', at: 1 }));
  expect(() => log.settle('job_1', 'failed', 0, null)).toThrow('no open usage record for job_1');
  log.append({ ...paid({ about: 'job_2', at: 1 }), status: 'processing' });
  log.settle('job_2', 'succeeded', 1, null);
  expect(() => log.settle('job_2', 'failed', 0, null)).toThrow('no open usage record for job_2');
});

const paid = (record: { about: string; at: number; chargedMicros?: number }): UsageRecord => ({
  feature: 'avatar',
  status: 'succeeded',
  chargedMicros: 1,
  reason: null,
  ...record,
});

const isIn = ({ at }: UsageRecord, { from, to }: Period): boolean =>
  (from === undefined || at >= from) && (to === undefined || at < to);

const totalsOf = (records: readonly UsageRecord[]): { count: number; chargedMicros: number } => ({
  count: records.length,
  chargedMicros: records.reduce((total, record) => total + record.chargedMicros, 0),
});
