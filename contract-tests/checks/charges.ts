/** Charges: what calls take from the balance, when, and that a failed one takes nothing. */
import type { ClauseId } from '../../spec/clauses.ts';
import { type Check, check } from '../check.ts';
import {
  type Billed,
  billedJob,
  billingAccount,
  chargedOf,
  paid,
  refunded,
  takenMicros,
  useless,
} from '../probes/billing.ts';
import { memberOf, microsOf, numberIn } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import type { Exchange } from '../wire/exchange.ts';

const usd = (micros: number): string => `${micros / 1e6} USD`;

const shown = ({ before, job, after }: Billed): readonly Exchange[] => [
  before.exchange,
  job.acknowledgement,
  job.end,
  after.exchange,
];

export const chargeChecks: readonly Check[] = [
  check({
    id: 'charges.from-balance',
    title: 'what is counted as spent for a job is gone from the balance',
    clauses: ['service.charges-from-balance'],
    needs: ['spend'],
    run: async (t) => {
      for (const one of await paid(t)) {
        const [taken, spent] = [takenMicros(one.before, one.after), one.after.spentMicros - one.before.spentMicros];
        t.expect('service.charges-from-balance', taken === spent, {
          expected: `a ${one.endpoint} to lower balance_usd by as much as it raises total_spent_usd`,
          actual: `${usd(taken)} less balance, ${usd(spent)} more spent`,
          at: shown(one),
        });
      }
    },
  }),
  check({
    id: 'charges.top-ups-untouched',
    title: 'a job that is charged leaves total_topped_up_usd as it was',
    clauses: ['service.charges-from-balance'],
    needs: ['spend'],
    run: async (t) => {
      for (const one of await paid(t)) {
        t.expect('service.charges-from-balance', one.after.toppedUpMicros === one.before.toppedUpMicros, {
          expected: `total_topped_up_usd to stay at ${usd(one.before.toppedUpMicros)}`,
          actual: usd(one.after.toppedUpMicros),
          at: shown(one),
        });
      }
    },
  }),
  check({
    id: 'charges.charged-usd-amount',
    title: 'charged_usd of a succeeded job is what left the balance for it',
    clauses: ['resources.job.charged-usd-amount'],
    needs: ['spend'],
    run: async (t) => {
      for (const one of await paid(t)) {
        const charged = chargedOf(one);
        if (Number.isNaN(charged)) t.tried();
        else
          t.expect('resources.job.charged-usd-amount', takenMicros(one.before, one.after) === charged, {
            expected: `${usd(charged)} to leave the balance for a ${one.endpoint}`,
            actual: usd(takenMicros(one.before, one.after)),
            at: shown(one),
          });
      }
    },
  }),
  check({
    id: 'charges.charged-usd-stays',
    title: 'charged_usd of a job that has ended is the same at each look',
    clauses: ['resources.job.charged-usd-amount'],
    needs: ['spend'],
    run: async (t) => {
      const account = await billingAccount(t);
      for (const one of (await paid(t)).slice(0, 3)) {
        const again = await t.look(account, one.job.acknowledgement);
        const charged = memberOf(again.answer?.json, 'charged_usd');
        if (charged === undefined) t.tried();
        else
          t.expect('resources.job.charged-usd-amount', microsOf(charged) === chargedOf(one), {
            expected: usd(chargedOf(one)),
            at: [one.job.end, again],
          });
      }
    },
  }),
  check({
    id: 'charges.billed-on-completion',
    title: 'a job that succeeded is in the spending of the account, and of its week, month and year',
    clauses: ['states.job.billed-on-completion'],
    needs: ['spend'],
    run: async (t) => {
      const all = await paid(t);
      // A single one may be so cheap that it is rounded to nothing (gap usd-rounding).
      t.expect(
        'states.job.billed-on-completion',
        all.some((one) => one.after.spentMicros > one.before.spentMicros),
        { expected: 'total_spent_usd to grow', at: all.flatMap(shown).slice(-4), gaps: ['usd-rounding'] },
      );
      for (const one of all) {
        const charged = one.after.spentMicros - one.before.spentMicros;
        t.expect('states.job.billed-on-completion', charged >= (chargedOf(one) || 0), {
          expected: `total_spent_usd to grow by the price of a ${one.endpoint}`,
          actual: usd(charged),
          at: shown(one),
        });
        for (const period of ['week', 'month', 'year'] as const) {
          const grown = spentIn(one.after.exchange, period) - spentIn(one.before.exchange, period);
          // Where a period turned in between, its total began anew (gaps period-zone and week-start).
          if (Number.isNaN(grown) || grown < 0) t.tried();
          else
            t.expect('states.job.billed-on-completion', grown === charged, {
              expected: `spent_this_${period}_usd to grow by ${usd(charged)}`,
              actual: usd(grown),
              at: shown(one),
              gaps: ['period-kind', 'week-start', 'period-zone'],
            });
        }
      }
    },
  }),
  check({
    id: 'charges.failed-refunded',
    title: 'a job that failed has cost nothing, however it failed',
    clauses: ['states.job.failed-refunded'],
    needs: ['spend', 'failing-input'],
    run: async (t) => {
      for (const one of await refunded(t)) expectWhole(t, 'states.job.failed-refunded', one);
      const reason = useless(t);
      if (reason !== '') t.remark = `left out: ${reason}`;
    },
  }),
  check({
    id: 'charges.failed-refunded-once',
    title: 'what was charged for a job that failed comes back once, also when it is looked at again',
    clauses: ['states.job.failed-refunded'],
    needs: ['spend', 'failing-input'],
    run: async (t) => {
      const account = await billingAccount(t);
      const failed = await refunded(t);
      const before = await t.balance(account);
      for (const { job } of failed) await t.look(account, job.acknowledgement);
      await t.run.pass(30);
      const after = await t.balance(account);
      t.expect('states.job.failed-refunded', after.leftMicros === before.leftMicros, {
        expected: `a balance that stays at ${usd(before.leftMicros)}`,
        actual: usd(after.leftMicros),
        at: [before.exchange, after.exchange],
      });
    },
  }),
  check({
    id: 'charges.refused-cost-nothing',
    title: 'a submit that is refused takes nothing from the balance',
    clauses: ['service.charges-from-balance'],
    // One that is accepted against expectation costs money.
    needs: ['spend'],
    run: async (t) => {
      const account = await billingAccount(t);
      await t.bodyOf(account, 'face-swap-image');
      const before = await t.balance(account);
      const refused = [
        await t.submit(account, 'face-swap-image', { without: ['face_key'], breaks: 'field:face_key' }),
        await t.submit(account, 'voice-clone', { body: { script: 7 }, breaks: 'field:script' }),
        await t.submit(account, 'face-swap-image', { body: { image_key: 'none' }, breaks: 'unknown-file-key' }),
      ];
      // That one is accepted is the finding of another check, and then it may be paid for.
      if (refused.some(({ answer }) => answer === undefined || answer.status < 400)) return t.tried();
      const after = await t.balance(account);
      t.expect('service.charges-from-balance', after.leftMicros === before.leftMicros, {
        expected: 'a balance as before',
        actual: `${usd(takenMicros(before, after))} less`,
        at: [before.exchange, ...refused, after.exchange],
      });
    },
  }),
  check({
    id: 'voice-clone.settled-before-render',
    title: 'a voice clone is paid for when it is acknowledged',
    clauses: ['endpoints.voice-clone.settled-before-render'],
    needs: ['spend'],
    run: async (t) => {
      for (const one of await paid(t)) {
        const charged = chargedOf(one);
        if (one.endpoint !== 'voice-clone' || Number.isNaN(charged) || charged === 0) {
          t.tried();
          continue;
        }
        t.expect('endpoints.voice-clone.settled-before-render', takenMicros(one.before, one.running) === charged, {
          expected: `${usd(charged)} to be gone from the balance before the render`,
          actual: usd(takenMicros(one.before, one.running)),
          at: [one.before.exchange, one.job.acknowledgement, one.running.exchange, one.job.end],
          gaps: ['charge-time'],
        });
        const spent = one.running.spentMicros - one.before.spentMicros;
        t.expect('endpoints.voice-clone.settled-before-render', spent === charged, {
          expected: `${usd(charged)} to be counted as spent before the render, not merely set aside`,
          actual: usd(spent),
          at: [one.before.exchange, one.job.acknowledgement, one.running.exchange, one.job.end],
          gaps: ['charge-time', 'balance-holds'],
        });
      }
    },
  }),
  check({
    id: 'voice-clone.failed-render-refunded',
    title: 'a voice clone whose render fails costs nothing, also when it fails halfway',
    clauses: ['endpoints.voice-clone.failed-render-refunded'],
    needs: ['spend', 'control'],
    run: async (t) => {
      for (const one of await refunded(t)) {
        if (one.endpoint === 'voice-clone') expectWhole(t, 'endpoints.voice-clone.failed-render-refunded', one);
      }
      const script = 'A longer script is dearer. '.repeat(100);
      const dear = await billedJob(t, await billingAccount(t), 'voice-clone', 'processing_failed', {
        body: { script },
      });
      t.wanted(dear.job.status === 'failed' ? dear : undefined, 'a job that fails', dear.job.end);
      expectWhole(t, 'endpoints.voice-clone.failed-render-refunded', dear);
    },
  }),
];

const spentIn = (balance: Exchange, period: string): number => microsOf(numberIn(balance, `spent_this_${period}_usd`));

/** Net or gross is open for the totals and the job (gaps `refund-totals` and `failed-job-charge`): the balance is whole. */
const expectWhole = (t: Trial, clause: ClauseId, one: Billed): void =>
  t.expect(clause, takenMicros(one.before, one.after) === 0, {
    expected: `a balance of ${usd(one.before.leftMicros)}, as before a ${one.endpoint} that failed${one.outcome === undefined ? '' : ` as ${one.outcome}`}`,
    actual: usd(one.after.leftMicros),
    at: shown(one),
    gaps: ['failed-job-charge', 'charge-time'],
  });

/** Registered last: time passes, and more of it than other checks can bear. */
export const standingChargeChecks: readonly Check[] = [
  check({
    id: 'charges.no-subscription',
    title: 'an account that makes no calls keeps its balance',
    clauses: ['service.no-subscription'],
    needs: ['long-time'],
    run: async (t) => {
      const account = await t.own(100);
      const before = await t.balance(account);
      // Over the turn of a day, a week, a month and a year, where time costs nothing.
      for (const days of t.target.control === undefined ? [10 / 1_440] : [1, 7, 31, 370]) {
        await t.run.pass(days * 86_400);
        const after = await t.balance(account);
        t.expect('service.no-subscription', after.leftMicros === before.leftMicros, {
          expected: `a balance that stays at ${usd(before.leftMicros)}`,
          actual: usd(after.leftMicros),
          at: [before.exchange, after.exchange],
        });
        t.expect('service.no-subscription', after.spentMicros === before.spentMicros, {
          expected: `total_spent_usd that stays at ${usd(before.spentMicros)}`,
          actual: usd(after.spentMicros),
          at: [before.exchange, after.exchange],
        });
      }
    },
  }),
];
