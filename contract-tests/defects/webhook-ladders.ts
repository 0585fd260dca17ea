/** Answers that are waited for too short or too long, and attempts of another number or at other times than the document says. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { decided, defectOf, retried, statusOf } from './webhook-wraps.ts';

const defect = defectOf('webhook-delivery');

const others: ClauseId = 'events.delivery.non-2xx-retried';
const timeouts: ClauseId = 'events.delivery.timeout-retried';
const attempts: ClauseId = 'limits.webhook-attempts';
const ladderLength: ClauseId = 'limits.webhook-ladder-length';
const backoff: ClauseId = 'events.delivery.exponential-backoff';
const abandoned: ClauseId = 'events.delivery.abandoned';
const responseWait: ClauseId = 'limits.webhook-response-wait';

/** The time of an attempt is over earlier or later. */
const waiting = (seconds: number): (() => Ports) => {
  return () =>
    decided((all) =>
      all.map((event) => (event.type === 'delivery.started' ? { ...event, until: event.at + seconds * 1_000 } : event)),
    );
};

const waits: readonly Defect[] = [
  ...[1, 3, 5, 7, 15, 30, 60].map((seconds) =>
    defect(`waits-${seconds}-s`, `waits ${seconds} s for an answer`, responseWait, waiting(seconds)),
  ),
  defect('waits-for-ever', 'waits for an answer as long as it takes', responseWait, waiting(100 * 24 * 3_600), [
    timeouts,
  ]),
];

/** More or fewer attempts, and attempts after the last one. */
const counts: readonly Defect[] = [
  ...[1, 2, 3, 4, 5].map((count) =>
    defect(
      `attempts-${count}`,
      `gives up after ${count} attempt${count === 1 ? '' : 's'}`,
      attempts,
      retried((usual, { number }) => (number >= count ? undefined : usual)),
      count === 1 ? [others, timeouts] : [],
    ),
  ),
  defect(
    'attempts-7-late',
    'makes a seventh attempt, half as long after the sixth as all took before',
    attempts,
    retried((usual, { number, endedAt }) => (number === 6 ? endedAt + 450_000 : usual)),
    [abandoned],
  ),
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
];

/** Attempts at other times: the seconds that are waited after each. */
const ladders = (
  [
    ['attempts-7', 'makes seven attempts', attempts, [14, 28, 56, 112, 224, 448]],
    ['attempts-8', 'makes eight attempts', attempts, [7, 14, 28, 56, 112, 224, 448]],
    ['first-not-counted', 'makes six attempts after the first', attempts, [15, 30, 60, 120, 240, 420]],
    ['ladder-linear', 'waits a minute longer each time', backoff, [60, 120, 180, 240, 300]],
    ['ladder-linear-from-half', 'waits 75 seconds longer each time, from 30 on', backoff, [30, 105, 180, 255, 330]],
    ['ladder-squares', 'waits by squares', backoff, [16, 64, 144, 256, 400]],
    ['ladder-constant', 'waits three minutes each time', backoff, [180, 180, 180, 180, 180]],
    ['ladder-shrinking', 'waits half as long each time', backoff, [464, 232, 116, 58, 29]],
    ['ladder-up-and-down', 'waits a short and a long time by turns', backoff, [30, 400, 30, 400, 30]],
    ['ladder-at-the-end', 'waits for nothing but the last attempt', backoff, [1, 1, 1, 1, 900]],
    ['ladder-at-the-beginning', 'makes five attempts at once after a quarter of an hour', backoff, [880, 5, 5, 5, 5]],
    ['ladder-capped-early', 'waits no longer than two minutes', backoff, [60, 120, 120, 120, 120], [ladderLength]],
    ['ladder-five-minutes', 'spreads the attempts over five minutes', ladderLength, [10, 20, 40, 80, 160]],
    ['ladder-nine-minutes', 'spreads the attempts over nine minutes', ladderLength, [17, 35, 70, 139, 279]],
    [
      'ladder-twenty-two-minutes',
      'spreads the attempts over more than twenty minutes',
      ladderLength,
      [43, 85, 170, 341, 681],
    ],
    [
      'ladder-an-hour',
      'spreads the attempts over an hour',
      ladderLength,
      [116, 232, 464, 928, 1_856],
      [attempts, abandoned],
    ],
    ['ladder-seconds', 'counts the waits in tenths of a second', ladderLength, [2.9, 5.8, 11.6, 23.2, 46.4]],
    [
      'ladder-a-day',
      'spreads the attempts over a day',
      attempts,
      [300, 1_800, 7_200, 18_000, 36_000],
      [abandoned, ladderLength],
    ],
  ] as readonly (readonly [string, string, ClauseId, readonly number[], (readonly ClauseId[])?])[]
).map(([word, does, clause, seconds, also]) =>
  defect(
    word,
    does,
    clause,
    retried((_, { number, endedAt }) => {
      const wait = seconds[number - 1];
      return wait === undefined ? undefined : endedAt + wait * 1_000;
    }),
    also,
  ),
);

export const webhookLadderDefects: readonly Defect[] = [...waits, ...counts, ...ladders];
