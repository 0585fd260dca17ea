/** Webhooks that are sent again though they arrived, or given up though they did not. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Outcome, decided, defectOf, retried, statusOf } from './webhook-wraps.ts';

const defect = defectOf('webhook-delivery');

/** What counts as arrived is another. */
const success = (change: (usual: boolean, outcome: Outcome) => boolean): (() => Ports) => {
  return () => ({ isSuccess: (next) => (outcome) => change(next(outcome), outcome) });
};

const twoHundreds: ClauseId = 'events.delivery.any-2xx-succeeds';
const others: ClauseId = 'events.delivery.non-2xx-retried';
const timeouts: ClauseId = 'events.delivery.timeout-retried';
const attempts: ClauseId = 'limits.webhook-attempts';

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
  ...(
    [
      ['timeout', 'silence', 'a timeout'],
      ['reset', 'a cut connection', 'a connection was cut'],
    ] as const
  ).flatMap(([failure, taken, after]) => {
    const isIt = (outcome: Outcome): boolean => outcome.kind === 'failed' && outcome.failure === failure;
    return [
      defect(
        `settled-by-${failure}`,
        `takes ${taken} for a success`,
        timeouts,
        success((usual, outcome) => usual || isIt(outcome)),
      ),
      defect(
        `given-up-at-${failure}`,
        `does not try again after ${after}`,
        timeouts,
        retried((usual, { outcome }) => (isIt(outcome) ? undefined : usual)),
      ),
    ];
  }),
];

export const webhookRetryDefects: readonly Defect[] = [...settling, ...retrying];
