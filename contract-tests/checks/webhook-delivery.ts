/** Webhooks: what settles a delivery, when it is tried again, and when it is given up. */
import { type Check, type Need, check } from '../check.ts';
import { limits } from '../../spec/limits.ts';
import { type Answering, answered, answeredOnceMore, kindsFor, statusIn } from '../probes/answers.ts';
import { type Climb, climbed } from '../probes/ladders.ts';
import type { Tried } from '../probes/tried.ts';
import { waited } from '../probes/waits.ts';
import { seen } from '../probes/webhooks.ts';
import { growthOf } from '../reading/ladder.ts';
import { memberOf, textIn } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

const needs: readonly Need[] = ['spend', 'receiver', 'ladder-time'];

const shownOf = ({ acknowledgement, box }: Tried): readonly Exchange[] => [
  acknowledgement,
  ...box.deliveries.map((delivery) => seen(box, delivery)),
];

const wereTried = ({ refused }: Climb, t: Trial): readonly Tried[] => {
  const some = refused.filter(({ box }) => box.deliveries.length > 0);
  if (some.length === 0) t.wanted(undefined, 'a webhook that comes');
  return some;
};

/** Seconds between the attempts, as they would be on a ladder that is not sped up. */
const waitsOf = (t: Trial, { box }: Tried): readonly number[] =>
  box.deliveries
    .slice(1, limits.webhookAttemptsMax)
    .map(({ clock }, at) => ((clock - (box.deliveries[at]?.clock ?? clock)) / 1_000) * t.target.timeScale);

export const webhookDeliveryChecks: readonly Check[] = [
  check({
    id: 'webhook-delivery.any-2xx-succeeds',
    title: 'every status from 200 to 299 settles a delivery, and nothing is sent after it',
    clauses: ['events.delivery.any-2xx-succeeds'],
    needs,
    run: async (t) => {
      const all = await answered(t);
      const hasRepeat = (one: Tried, kind: Answering | undefined): boolean =>
        one.box.deliveries.length > (kind?.refusals.length ?? 0) + 1;
      const doubtful = kindsFor(t.run).filter((kind, at) => {
        const one = all[at];
        if (one === undefined || one.box.deliveries.length <= kind.refusals.length) t.tried();
        else if (!hasRepeat(one, kind))
          t.expect('events.delivery.any-2xx-succeeds', true, { expected: 'nothing more', at: one.acknowledgement });
        return one !== undefined && hasRepeat(one, kind);
      });
      // Once it may come again, if the answer got lost on its way (gap `duplicate-delivery`).
      const again = doubtful.slice(0, 3);
      const repeated = again.length === 0 ? [] : await answeredOnceMore(t, again);
      for (const [at, one] of repeated.entries()) {
        t.expect('events.delivery.any-2xx-succeeds', !hasRepeat(one, again[at]), {
          expected: `nothing after ${again[at]?.success ?? ''}`,
          actual: `${one.box.deliveries.length} attempts, twice`,
          at: shownOf(one),
          gaps: ['duplicate-delivery'],
        });
      }
    },
  }),
  check({
    id: 'webhook-delivery.non-2xx-retried',
    title: 'a delivery that is answered with anything but 200 to 299 is tried again',
    clauses: ['events.delivery.non-2xx-retried'],
    needs,
    run: async (t) => {
      const all = await answered(t);
      for (const [at, { refusals }] of kindsFor(t.run).entries()) {
        const one = all[at];
        if (one === undefined || refusals.length === 0 || one.box.deliveries.length === 0) t.tried();
        else
          t.expect('events.delivery.non-2xx-retried', one.box.deliveries.length > 1, {
            expected: `another attempt after ${statusIn(refusals)}`,
            actual: 'none',
            at: shownOf(one),
          });
      }
    },
  }),
  check({
    id: 'webhook-delivery.timeout-retried',
    title: 'a delivery that is not answered, or whose connection is cut, is tried again',
    clauses: ['events.delivery.timeout-retried'],
    needs,
    run: async (t) => {
      const { silent, cut } = await t.once(waited);
      for (const one of [silent, cut]) {
        if (one.box.deliveries.length === 0) t.tried();
        else
          t.expect('events.delivery.timeout-retried', one.box.deliveries.length > 1, {
            expected: `another attempt after one that was ${one.says}`,
            actual: 'none',
            at: shownOf(one),
          });
      }
    },
  }),
  check({
    id: 'webhook-delivery.response-wait',
    title: 'the answer to a delivery is waited for for 10 seconds',
    clauses: ['limits.webhook-response-wait'],
    needs,
    run: async (t) => {
      // How fast the wait of a target runs whose ladder is sped up, nobody says.
      if (t.target.timeScale !== 1) t.wanted(undefined, 'a ladder at its usual pace');
      const { inTime, tooLate } = await t.once(waited);
      if (inTime.seconds > 9.3) t.tried();
      else
        t.expect('limits.webhook-response-wait', inTime.wasThere && inTime.tried.box.deliveries.length === 1, {
          expected: `a delivery that is settled by an answer after ${inTime.seconds.toFixed(1)} s`,
          actual: inTime.wasThere
            ? `${inTime.tried.box.deliveries.length} attempts`
            : 'the connection was closed before',
          at: shownOf(inTime.tried),
          gaps: ['response-wait-basis'],
        });
      t.expect('limits.webhook-response-wait', tooLate.tried.box.deliveries.length > 1, {
        expected: `another attempt, since the answer came after ${tooLate.seconds.toFixed(1)} s`,
        actual: 'none',
        at: shownOf(tooLate.tried),
        gaps: ['response-wait-basis'],
      });
    },
  }),
  check({
    id: 'webhook-delivery.attempts',
    title: 'a delivery that keeps failing is attempted 6 times',
    clauses: ['limits.webhook-attempts'],
    needs,
    run: async (t) => {
      const found = await t.once(climbed);
      for (const one of wereTried(found, t)) {
        const count = found.onTheLadder[found.refused.indexOf(one)] ?? 0;
        t.expect('limits.webhook-attempts', count === limits.webhookAttemptsMax, {
          expected: `${limits.webhookAttemptsMax} attempts of a delivery that is ${one.says}`,
          actual: `${count} attempts`,
          at: shownOf(one),
        });
      }
    },
  }),
  check({
    id: 'webhook-delivery.abandoned',
    title: 'a delivery that was given up is not sent again',
    clauses: ['events.delivery.abandoned'],
    needs,
    run: async (t) => {
      const found = await t.once(climbed);
      for (const one of wereTried(found, t)) {
        const before = found.onTheLadder[found.refused.indexOf(one)] ?? 0;
        const further = one.box.deliveries.length - before;
        t.expect('events.delivery.abandoned', further === 0, {
          expected: 'nothing when the ladder is over',
          actual: `${further} more attempts`,
          at: shownOf(one),
        });
      }
    },
  }),
  check({
    id: 'webhook-delivery.exponential-backoff',
    title: 'the waits between the attempts of a delivery grow exponentially',
    clauses: ['events.delivery.exponential-backoff'],
    needs,
    run: async (t) => {
      const tried = wereTried(await t.once(climbed), t);
      const ladders = tried.map((one) => waitsOf(t, one));
      const steps = Math.min(...ladders.map((waits) => waits.length));
      if (steps < 3) t.wanted(undefined, 'four attempts of a delivery that keeps failing');
      const equal = ladders.map((waits) => waits.slice(0, steps));
      const { isExponential, says } = growthOf(equal);
      t.expect('events.delivery.exponential-backoff', isExponential, {
        expected: 'waits that grow exponentially, each give or take a quarter',
        actual: `${says}: ${equal.map((waits) => waits.map((wait) => wait.toFixed(0)).join(', ')).join(' / ')} s`,
        at: tried.flatMap(shownOf),
        gaps: ['webhook-ladder', 'webhook-jitter', 'webhook-wait-from'],
      });
      observeLadder(t, equal);
    },
  }),
  check({
    id: 'webhook-delivery.ladder-length',
    title: 'the attempts of a delivery are spread over about a quarter of an hour',
    clauses: ['limits.webhook-ladder-length'],
    needs,
    run: async (t) => {
      const tried = wereTried(await t.once(climbed), t).filter(
        ({ box }) => box.deliveries.length >= limits.webhookAttemptsMax,
      );
      if (tried.length === 0) t.wanted(undefined, 'a delivery with six attempts');
      for (const one of tried) {
        const minutes = waitsOf(t, one).reduce((sum, wait) => sum + wait, 0) / 60;
        t.expect('limits.webhook-ladder-length', minutes >= 10 && minutes <= 20, {
          expected: '10 to 20 minutes from the first attempt to the last',
          actual: `${minutes.toFixed(1)} minutes`,
          at: shownOf(one),
          gaps: ['webhook-ladder'],
        });
      }
      await observeWaitFrom(t, tried);
    },
  }),
  check({
    id: 'webhook-delivery.job-stays-retrievable',
    title: 'a job whose webhook was given up can still be polled, and has succeeded as before',
    clauses: ['events.delivery.job-stays-retrievable'],
    needs,
    run: async (t) => {
      const { refused, after, takenAfter } = await t.once(climbed);
      if (textIn(takenAfter.look, 'status') !== 'succeeded')
        t.wanted(undefined, 'a job that can be polled', takenAfter.look);
      for (const [at, one] of refused.entries()) {
        const look = after[at]?.look;
        if (look === undefined || one.box.deliveries.length === 0) t.tried();
        else
          t.expect('events.delivery.job-stays-retrievable', isSuccess(look) && textIn(look, 'status') === 'succeeded', {
            expected: 'the job, which has succeeded',
            at: [one.acknowledgement, look],
          });
      }
    },
  }),
  check({
    id: 'webhook-delivery.result-unaffected',
    title: 'the result of a job lives on when its webhook was given up, as that of one whose webhook arrived',
    clauses: ['events.delivery.result-unaffected'],
    needs,
    run: async (t) => {
      const { refused, after, takenAfter } = await t.once(climbed);
      const taken = takenAfter.download;
      if (taken === undefined || !isSuccess(taken)) t.wanted(undefined, 'a result that lives on', takenAfter.look);
      for (const [at, one] of refused.entries()) {
        const { look, download } = after[at] ?? {};
        // That the job is gone is the finding of another check.
        if (look === undefined || !isSuccess(look) || one.box.deliveries.length === 0) {
          t.tried();
          continue;
        }
        t.expect(
          'events.delivery.result-unaffected',
          download !== undefined && isSuccess(download) && download.answer?.body.byteLength !== 0,
          {
            expected: 'a result, as of the job whose webhook arrived',
            actual:
              download === undefined
                ? `output_url ${JSON.stringify(memberOf(look.answer?.json, 'output_url')) ?? 'missing'}`
                : `${download.answer?.status ?? 'no answer'}`,
            at: download === undefined ? look : [look, download],
          },
        );
      }
    },
  }),
];

/** Which of the known ladders it is. */
function observeLadder(t: Trial, ladders: readonly (readonly number[])[]): void {
  const [first = []] = ladders;
  const isLike = (wanted: readonly number[], share: number): boolean =>
    wanted.length === first.length &&
    ladders.every((waits) =>
      waits.every((wait, at) => Math.abs(wait - (wanted[at] ?? 0)) <= (wanted[at] ?? 0) * share + 1),
    );
  for (const [name, wanted] of Object.entries(known)) {
    if (!isLike(wanted, 0.11)) continue;
    t.run.observe('webhook-ladder', name);
    t.run.observe('webhook-jitter', isLike(wanted, 0) ? 'none' : '10-percent');
  }
}

const known = {
  doubling: [29, 58, 116, 232, 464],
  'half-again': [68, 102, 153, 230, 345],
  tripling: [8, 23, 67, 200, 600],
} as const;

/** A wait after a silence tells whether it begins with the attempt or with its end. */
async function observeWaitFrom(t: Trial, tried: readonly Tried[]): Promise<void> {
  const [usual = 0] = tried.map((one) => waitsOf(t, one)[0] ?? 0);
  const { silent } = await t.once(waited);
  const [wait] = waitsOf(t, silent);
  if (wait === undefined || t.target.timeScale !== 1) return;
  if (Math.abs(wait - usual) < 1) t.run.observe('webhook-wait-from', 'start');
  if (Math.abs(wait - usual - limits.webhookResponseWaitSeconds) < 1) t.run.observe('webhook-wait-from', 'end');
}
