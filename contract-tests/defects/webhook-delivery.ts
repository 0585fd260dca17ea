/** Deliveries that are repeated, given up or waited for otherwise than the document says, and jobs that suffer from it. */
import type { ClauseId } from '../../spec/clauses.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Failed, type Outcome, decided, defectOf } from './webhook-wraps.ts';

const defect = defectOf('webhook-delivery');

const statusOf = (outcome: Outcome): number => (outcome.kind === 'answered' ? outcome.status : 0);

/** What counts as arrived is another. */
const success = (change: (usual: boolean, outcome: Outcome) => boolean): (() => Ports) => {
  return () => ({ isSuccess: (next) => (outcome) => change(next(outcome), outcome) });
};

/** When it is tried again is another. */
const retried = (change: (usual: number | undefined, failed: Failed) => number | undefined): (() => Ports) => {
  return () => ({ nextAttempt: (next) => (failed) => change(next(failed), failed) });
};

const twoHundreds: ClauseId = 'events.delivery.any-2xx-succeeds';
const others: ClauseId = 'events.delivery.non-2xx-retried';
const timeouts: ClauseId = 'events.delivery.timeout-retried';
const attempts: ClauseId = 'limits.webhook-attempts';
const ladderLength: ClauseId = 'limits.webhook-ladder-length';
const backoff: ClauseId = 'events.delivery.exponential-backoff';
const abandoned: ClauseId = 'events.delivery.abandoned';
const responseWait: ClauseId = 'limits.webhook-response-wait';

const settling: readonly Defect[] = [
  ...[200, 201, 202, 203, 204, 206, 299].map((status) =>
    defect(
      `again-after-${status}`,
      `sends a webhook again that was answered with ${status}`,
      twoHundreds,
      success((usual, outcome) => usual && statusOf(outcome) !== status),
    ),
  ),
  defect(
    'only-200-settles',
    'takes nothing but 200 for a success',
    twoHundreds,
    success((_, outcome) => statusOf(outcome) === 200),
  ),
  defect(
    'up-to-204-settles',
    'takes nothing above 204 for a success',
    twoHundreds,
    success((usual, outcome) => usual && statusOf(outcome) <= 204),
  ),
  defect(
    'above-226-fails',
    'takes statuses that nobody has registered for failures',
    twoHundreds,
    success((usual, outcome) => usual && statusOf(outcome) <= 226),
  ),
  defect('twice', 'sends every webhook twice', twoHundreds, () => ({
    deliver: (next) => (attempt) => {
      const { requests } = next(attempt);
      return { requests: [...requests, ...requests] };
    },
  })),
  defect('again-a-minute-later', 'sends every webhook once more after a minute', twoHundreds, () =>
    decided((all) =>
      all.flatMap((event) =>
        event.type === 'delivery.finished' &&
        event.attempt === 1 &&
        statusOf(event.outcome) >= 200 &&
        statusOf(event.outcome) < 300
          ? [
              event,
              {
                type: 'delivery.resend-scheduled',
                at: event.at,
                deliveryId: event.deliveryId,
                resendAt: event.at + 60_000,
              },
            ]
          : [event],
      ),
    ),
  ),
  defect('retry-never-settled', 'goes on after a retry that was taken', twoHundreds, () => {
    const tries = new Map<string, number>();
    return {
      ...decided((all) =>
        all.map((event) => {
          if (event.type !== 'delivery.finished' || event.attempt === 1 || event.nextAt !== undefined) return event;
          const isOver =
            statusOf(event.outcome) < 200 || statusOf(event.outcome) > 299 || (tries.get(event.deliveryId) ?? 0) > 0;
          tries.set(event.deliveryId, 1);
          return isOver ? event : { ...event, nextAt: event.at + 60_000 };
        }),
      ),
    };
  }),
];

const retrying: readonly Defect[] = [
  ...[301, 302, 304, 307, 308, 400, 401, 403, 404, 409, 422, 500, 501, 503].map((status) =>
    defect(
      `settled-by-${status}`,
      `takes ${status} for a success`,
      others,
      success((usual, outcome) => usual || statusOf(outcome) === status),
    ),
  ),
  defect(
    'settled-by-3xx',
    'takes redirects for a success',
    others,
    success((usual, outcome) => usual || Math.floor(statusOf(outcome) / 100) === 3),
  ),
  defect(
    'settled-below-500',
    'takes everything below 500 for a success',
    others,
    success((usual, outcome) => usual || (statusOf(outcome) > 0 && statusOf(outcome) < 500)),
    [attempts],
  ),
  defect(
    'settled-by-any-answer',
    'takes every answer for a success',
    others,
    success((usual, outcome) => usual || statusOf(outcome) > 0),
    [attempts],
  ),
  defect(
    'given-up-at-4xx',
    'does not try again after 4xx',
    others,
    retried((usual, { outcome }) => (Math.floor(statusOf(outcome) / 100) === 4 ? undefined : usual)),
    [attempts],
  ),
  defect(
    'given-up-at-404',
    'does not try again after 404',
    others,
    retried((usual, { outcome }) => (statusOf(outcome) === 404 ? undefined : usual)),
    [attempts],
  ),
  defect(
    'given-up-at-5xx',
    'does not try again after 5xx',
    others,
    retried((usual, { outcome }) => (statusOf(outcome) >= 500 ? undefined : usual)),
    [attempts],
  ),
  defect(
    'given-up-at-501',
    'does not try again after 501',
    others,
    retried((usual, { outcome }) => (statusOf(outcome) === 501 ? undefined : usual)),
  ),
  defect(
    'given-up-at-3xx',
    'does not try again after a redirect',
    others,
    retried((usual, { outcome }) => (Math.floor(statusOf(outcome) / 100) === 3 ? undefined : usual)),
  ),
  defect(
    'never-tried-again',
    'tries every webhook once',
    others,
    retried(() => undefined),
    [timeouts, attempts],
  ),
  defect(
    'settled-by-timeout',
    'takes silence for a success',
    timeouts,
    success((usual, outcome) => usual || (outcome.kind === 'failed' && outcome.failure === 'timeout')),
  ),
  defect(
    'given-up-at-timeout',
    'does not try again after a timeout',
    timeouts,
    retried((usual, { outcome }) => (outcome.kind === 'failed' && outcome.failure === 'timeout' ? undefined : usual)),
  ),
  defect(
    'settled-by-reset',
    'takes a cut connection for a success',
    timeouts,
    success((usual, outcome) => usual || (outcome.kind === 'failed' && outcome.failure === 'reset')),
  ),
  defect(
    'given-up-at-reset',
    'does not try again after a connection was cut',
    timeouts,
    retried((usual, { outcome }) => (outcome.kind === 'failed' && outcome.failure === 'reset' ? undefined : usual)),
  ),
];

/** The time of an attempt is over earlier or later. */
const waiting = (seconds: number): (() => Ports) => {
  return () =>
    decided((all) =>
      all.map((event) => (event.type === 'delivery.started' ? { ...event, until: event.at + seconds * 1_000 } : event)),
    );
};

const waits: readonly Defect[] = [
  ...[1, 3, 5, 7].map((seconds) =>
    defect(`waits-${seconds}-s`, `waits ${seconds} s for an answer`, responseWait, waiting(seconds)),
  ),
  ...[15, 30, 60].map((seconds) =>
    defect(`waits-${seconds}-s`, `waits ${seconds} s for an answer`, responseWait, waiting(seconds)),
  ),
  defect('waits-for-ever', 'waits for an answer as long as it takes', responseWait, waiting(100 * 24 * 3_600), [
    timeouts,
  ]),
];

const secondsOf = (ladder: readonly number[]): (() => Ports) =>
  retried((_, { number, endedAt }) => {
    const wait = ladder[number - 1];
    return wait === undefined ? undefined : endedAt + wait * 1_000;
  });

const ladders: readonly Defect[] = [
  ...[1, 2, 3, 4, 5].map((count) =>
    defect(
      `attempts-${count}`,
      `gives up after ${count} attempt${count === 1 ? '' : 's'}`,
      attempts,
      retried((usual, { number }) => (number >= count ? undefined : usual)),
      count === 1 ? [others, timeouts] : [],
    ),
  ),
  defect('attempts-7', 'makes seven attempts', attempts, secondsOf([14, 28, 56, 112, 224, 448])),
  defect(
    'attempts-7-late',
    'makes a seventh attempt, half as long after the sixth as all took before',
    attempts,
    retried((usual, { number, endedAt }) => (number === 6 ? endedAt + 450_000 : usual)),
    [abandoned],
  ),
  defect('attempts-8', 'makes eight attempts', attempts, secondsOf([7, 14, 28, 56, 112, 224, 448])),
  defect(
    'attempts-without-end',
    'never gives up',
    attempts,
    retried((usual, { endedAt }) => usual ?? endedAt + 300_000),
    [abandoned],
  ),
  defect(
    'attempts-3-at-4xx',
    'gives up after three attempts that were answered with 4xx',
    attempts,
    retried((usual, { number, outcome }) =>
      number >= 3 && Math.floor(statusOf(outcome) / 100) === 4 ? undefined : usual,
    ),
  ),
  defect('first-not-counted', 'makes six attempts after the first', attempts, secondsOf([15, 30, 60, 120, 240, 420])),
  defect(
    'again-after-the-end',
    'tries once more twenty minutes after the last attempt',
    abandoned,
    retried((usual, { number, endedAt }) => usual ?? (number === 6 ? endedAt + 20 * 60_000 : undefined)),
    [attempts],
  ),
  defect(
    'again-an-hour-later',
    'tries once more an hour after the last attempt',
    abandoned,
    retried((usual, { number, endedAt }) => usual ?? (number === 6 ? endedAt + 3_600_000 : undefined)),
  ),
  defect(
    'ladder-again',
    'begins anew half an hour after the last attempt',
    abandoned,
    retried(
      (usual, { number, endedAt }) =>
        usual ?? (number < 12 ? endedAt + (number === 6 ? 1_800_000 : 30_000) : undefined),
    ),
  ),
  defect('ladder-linear', 'waits a minute longer each time', backoff, secondsOf([60, 120, 180, 240, 300])),
  defect(
    'ladder-linear-from-half',
    'waits 75 seconds longer each time, from 30 on',
    backoff,
    secondsOf([30, 105, 180, 255, 330]),
  ),
  defect('ladder-squares', 'waits by squares', backoff, secondsOf([16, 64, 144, 256, 400])),
  defect('ladder-constant', 'waits three minutes each time', backoff, secondsOf([180, 180, 180, 180, 180])),
  defect('ladder-shrinking', 'waits half as long each time', backoff, secondsOf([464, 232, 116, 58, 29])),
  defect('ladder-up-and-down', 'waits a short and a long time by turns', backoff, secondsOf([30, 400, 30, 400, 30])),
  defect('ladder-at-the-end', 'waits for nothing but the last attempt', backoff, secondsOf([1, 1, 1, 1, 900])),
  defect(
    'ladder-at-the-beginning',
    'makes five attempts at once after a quarter of an hour',
    backoff,
    secondsOf([880, 5, 5, 5, 5]),
  ),
  defect('ladder-capped-early', 'waits no longer than two minutes', backoff, secondsOf([60, 120, 120, 120, 120]), [
    ladderLength,
  ]),
  defect(
    'ladder-five-minutes',
    'spreads the attempts over five minutes',
    ladderLength,
    secondsOf([10, 20, 40, 80, 160]),
  ),
  defect(
    'ladder-nine-minutes',
    'spreads the attempts over nine minutes',
    ladderLength,
    secondsOf([17, 35, 70, 139, 279]),
  ),
  defect(
    'ladder-twenty-two-minutes',
    'spreads the attempts over more than twenty minutes',
    ladderLength,
    secondsOf([43, 85, 170, 341, 681]),
  ),
  defect('ladder-an-hour', 'spreads the attempts over an hour', ladderLength, secondsOf([116, 232, 464, 928, 1_856]), [
    attempts,
    abandoned,
  ]),
  defect(
    'ladder-seconds',
    'counts the waits in tenths of a second',
    ladderLength,
    secondsOf([2.9, 5.8, 11.6, 23.2, 46.4]),
  ),
  defect('ladder-a-day', 'spreads the attempts over a day', attempts, secondsOf([300, 1_800, 7_200, 18_000, 36_000]), [
    abandoned,
    ladderLength,
  ]),
];

/** The jobs whose webhooks were given up. */
const givenUp = (lost: Set<string>): Ports =>
  decided((all, _, account) => {
    for (const event of all) {
      if (event.type !== 'delivery.finished' || event.nextAt !== undefined) continue;
      const job = account.deliveries.get(event.deliveryId)?.jobId;
      if (job !== undefined && (statusOf(event.outcome) < 200 || statusOf(event.outcome) > 299)) lost.add(job);
    }
    return all;
  });

type Polled = { readonly [name: string]: unknown };

/** How such a job is polled. */
const polledThen = (change: (job: Polled) => { readonly status: number; readonly body: unknown }): (() => Ports) => {
  return () => {
    const lost = new Set<string>();
    return {
      ...givenUp(lost),
      present: (next) => (answer, asked) => {
        const { body } = answer;
        if (
          asked.operation !== 'getJob' ||
          asked.refused !== undefined ||
          !isObject(body) ||
          !lost.has(String(body['id']))
        )
          return next(answer, asked);
        return next({ ...answer, ...change(body) }, asked);
      },
    };
  };
};

const retrievable: ClauseId = 'events.delivery.job-stays-retrievable';
const result: ClauseId = 'events.delivery.result-unaffected';

const afterwards: readonly Defect[] = [
  defect(
    'job-lost',
    'forgets a job whose webhook was given up',
    retrievable,
    polledThen(() => ({ status: 404, body: { error: { code: 'not_found', message: 'No such job.' } } })),
  ),
  defect(
    'job-gone',
    'answers 410 for a job whose webhook was given up',
    retrievable,
    polledThen(() => ({ status: 410, body: { error: { code: 'not_found', message: 'It is gone.' } } })),
  ),
  defect(
    'job-failed',
    'shows a job whose webhook was given up as failed',
    retrievable,
    polledThen((job) => ({
      status: 200,
      body: {
        ...job,
        status: 'failed',
        output_url: null,
        error: { code: 'processing_failed', message: 'Not delivered.' },
      },
    })),
    [result],
  ),
  defect(
    'job-undelivered',
    'shows a job whose webhook was given up as undelivered',
    retrievable,
    polledThen((job) => ({ status: 200, body: { ...job, status: 'undelivered' } })),
  ),
  defect(
    'link-lost',
    'leaves the link out of a job whose webhook was given up',
    result,
    polledThen((job) => ({
      status: 200,
      body: Object.fromEntries(Object.entries(job).filter(([name]) => name !== 'output_url')),
    })),
  ),
  defect(
    'link-null',
    'gives no link to the result whose webhook was given up',
    result,
    polledThen((job) => ({ status: 200, body: { ...job, output_url: null } })),
  ),
  ...([404, 410, 403] as const).map((status) =>
    defect(`result-${status}`, `answers ${status} for a result whose webhook was given up`, result, () => {
      const lost = new Set<string>();
      return {
        ...givenUp(lost),
        serve: (next) => (asked) =>
          asked.file.kind === 'result' && lost.has(asked.file.jobId) ? new Response('gone', { status }) : next(asked),
      };
    }),
  ),
  defect('result-emptied', 'empties the result whose webhook was given up', result, () => {
    const lost = new Set<string>();
    return {
      ...givenUp(lost),
      serve: (next) => (asked) =>
        asked.file.kind === 'result' && lost.has(asked.file.jobId) ? new Response(new Uint8Array()) : next(asked),
    };
  }),
];

export const webhookDeliveryDefects: readonly Defect[] = [
  ...settling,
  ...retrying,
  ...waits,
  ...ladders,
  ...afterwards,
];
