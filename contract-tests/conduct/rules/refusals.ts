/** What a client does after it was refused: whether it waits, how long, and whether it tries again at all. */
import type { ClauseId } from '../../../spec/clauses.ts';
import type { Call } from '../call.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import type { Seen } from '../seen.ts';
import {
  type Repeat,
  atOnceMs,
  letBe,
  longestRun,
  numbers,
  refillMs,
  refusals,
  repeatsAfter,
  rowsOf,
} from '../series.ts';
import { codeNotMessage } from './words.ts';

export const refusalRules: readonly ConductRule[] = [
  {
    id: 'refusals.rate-limited-backs-off',
    title: 'sends more slowly after rate_limited',
    clauses: ['errors.rate-limited-back-off', 'limits.request-rate'],
    level: 'should',
    advice: 'Wait before the next call, and longer each time: a call that is sent again at once counts too.',
    wants:
      'a call that is refused with rate_limited and sent again after a second or more in which nothing else was sent, on a clock that tells of pauses',
    look: (seen) => {
      const nextOf = nextCalls(seen);
      // The limit is for all that the key does.
      return waited(seen, 'rate_limited', ({ refused }) => (nextOf(refused)?.at ?? 0) - refused.endedAt >= refillMs);
    },
  },
  {
    id: 'refusals.at-capacity-waits',
    title: 'waits a little after at_capacity',
    clauses: ['errors.at-capacity-retry'],
    level: 'should',
    advice: 'Wait a few seconds before the next attempt: the platform is full for a moment.',
    wants:
      'a call that is refused with at_capacity and sent again after a second or more, on a clock that tells of pauses',
    look: (seen) => waited(seen, 'at_capacity', ({ pause }) => pause >= littleMs),
  },
  triedAgain(
    'at_capacity',
    'errors.at-capacity-retry',
    'Try again after a few seconds: it is not your request that is wrong.',
  ),
  {
    id: 'refusals.told-apart',
    title: 'treats rate_limited and at_capacity in different ways',
    clauses: ['errors.at-capacity-told-from-rate-limited'],
    // The clause binds. But waits are all that is seen of a treatment, and what differs may be something else.
    level: 'should',
    advice:
      'Branch on the code and not on 429: after rate_limited send less, after at_capacity try again shortly at the usual pace.',
    wants: 'both rate_limited and at_capacity, each twice in a row for the same call, on a clock that tells of pauses',
    look: treatedAlike,
  },
  {
    id: 'refusals.warming-waits',
    title: 'waits about a minute after capacity_warming',
    clauses: ['errors.capacity-warming-retry'],
    level: 'should',
    advice: 'Wait about a minute before the next attempt: that is how long voice capacity takes to start.',
    wants: 'a voice session that is refused with capacity_warming and asked for again, on a clock that tells of pauses',
    look: (seen) => {
      const series = pausesAfter(seen, 'capacity_warming');
      const lapses = series
        .map((pauses) => longestRun(pauses, isEarly))
        // Sessions of several users look alike: each of them may wait.
        .filter(({ length }) => length >= 3)
        .map((pauses) => ({
          message: `the next attempt came ${((pauses[0]?.pause ?? 0) / 1000).toFixed(1)} s after capacity_warming, and so on, ${pauses.length} times`,
          entries: numbers(...pauses.flatMap(({ refused, next }) => [refused, next])),
        }));
      return { occasions: patient(series, warmingMsMin).length + lapses.length, lapses };
    },
  },
  triedAgain(
    'capacity_warming',
    'errors.capacity-warming-retry',
    'Try again after about a minute: the capacity is on its way.',
  ),
  triedAgain(
    'internal_error',
    'errors.internal-error-retry',
    'Try again: nothing was billed, and the next attempt may do.',
  ),
  {
    id: 'refusals.top-up',
    title: 'does not repeat what was refused with insufficient_balance',
    clauses: ['errors.insufficient-balance-top-up', 'service.topped-up-in-advance'],
    level: 'should',
    advice: 'Stop at 402 and have the balance topped up: the same call is refused until then.',
    wants: 'a call that is refused with insufficient_balance, after which there was time',
    look: (seen) => {
      // Somebody may have topped up too little once.
      // Whoever sends the same order again at once is no other worker.
      const lapses = rowsOf(seen, ['insufficient_balance'], 3, 0).map((row) => ({
        message: `the same call was sent ${row.length} times, and the balance was too low each time`,
        entries: numbers(...row),
      }));
      return { occasions: letBe(seen, ['insufficient_balance']).length + lapses.length, lapses };
    },
  },
  codeNotMessage,
];

function triedAgain(
  code: 'at_capacity' | 'capacity_warming' | 'internal_error',
  clause: ClauseId,
  advice: string,
): ConductRule {
  return {
    id: `refusals.${code.replace('_', '-')}-tried-again`,
    title: `tries again after ${code}`,
    clauses: [clause],
    level: 'should',
    advice,
    wants: `a call that is refused with ${code}, after which there was time`,
    look: (seen) => {
      const last = lastCalls(seen);
      const calls = refusals(seen, [code]).map((call) => ({
        call,
        isTriedAgain: (last.get(placeOf(call))?.at ?? 0) >= call.endedAt && last.get(placeOf(call)) !== call,
      }));
      const judged = calls.filter(({ call, isTriedAgain }) => isTriedAgain || seen.isOverSince(call.endedAt));
      // One who tried for a while may give up.
      const tried = new Set(judged.filter(({ isTriedAgain }) => isTriedAgain).map(({ call }) => placeOf(call)));
      const lapses = judged
        .filter(({ call, isTriedAgain }) => !isTriedAgain && !tried.has(placeOf(call)))
        .map(({ call }) => ({
          message: `${placeOf(call)} was refused with ${code}, and never tried again`,
          entries: [call.seq],
        }));
      // What else is sent to the same place may be another order: it clears a client, and shows nothing.
      return { occasions: repeatsAfter(seen, [code]).flat().length + lapses.length, lapses };
    },
  };
}

const placeOf = ({ method, path }: Call): string => `${method} ${path}`;

/** Of each place, whatever was sent there. */
const lastCalls = ({ calls }: Seen): ReadonlyMap<string, Call> => new Map(calls.map((call) => [placeOf(call), call]));

type Pause = Repeat & { readonly pause: number };

/** A list for each call that was repeated. */
const pausesAfter = (seen: Seen, code: string): readonly (readonly Pause[])[] =>
  repeatsAfter(seen, [code]).map((repeats) =>
    repeats.flatMap((repeat) => {
      const pause = seen.pace.pause(repeat.refused, repeat.next);
      return pause === undefined ? [] : [{ ...repeat, pause }];
    }),
  );

/** @param isWait whether a pause is long enough to show that it waits; what lies between is neither a lapse nor kept */
const waited = (
  seen: Seen,
  code: string,
  isWait: (pause: Pause) => boolean,
): { occasions: number; lapses: Lapse[] } => {
  const series = pausesAfter(seen, code);
  const lapses = series
    .map((pauses) => longestRun(pauses, isAtOnce))
    .filter(isHurry)
    .map((pauses) => ({
      message: `the same call was sent again within ${atOnceMs} ms of ${code}, ${pauses.length} times`,
      entries: numbers(...pauses.flatMap(({ refused, next }) => [refused, next])),
    }));
  return { occasions: patient(series, atOnceMs).filter(isWait).length + lapses.length, lapses };
};

/** The pauses of those series in which all are as long: one that hurried now and then has not waited. No time at all tells nothing. */
const patient = (series: readonly (readonly Pause[])[], leastMs: number): readonly Pause[] =>
  series.filter((pauses) => pauses.every(({ pause }) => pause >= leastMs)).flat();

/** What the client sent next, whatever it was. */
const nextCalls = ({ calls }: Seen): ((call: Call) => Call | undefined) => {
  const places = new Map(calls.map((call, index) => [call, index]));
  return (call) => {
    let next = (places.get(call) ?? calls.length) + 1;
    while ((calls[next]?.at ?? Number.POSITIVE_INFINITY) < call.endedAt) next++;
    return calls[next];
  };
};

/** The least that may be called a little. */
const littleMs = 1_000;

const isAtOnce = ({ refused, pause }: Pause, before: Pause | undefined): boolean =>
  pause < atOnceMs && (before === undefined || before.next === refused);

/** Workers that ask for the same at the same time look alike, for a moment: what is read goes on for longer than that, to count. */
const isHurry = (pauses: readonly Pause[]): boolean => {
  const [first] = pauses;
  const last = pauses.at(-1);
  if (first === undefined || last === undefined) return false;
  const lasted = last.next.at - first.refused.at;
  return first.refused.method === 'POST' ? pauses.length >= 3 && lasted > 0 : pauses.length >= 10 && lasted >= 1_000;
};

const isEarly = ({ refused, pause }: Pause, before: Pause | undefined): boolean =>
  pause > 0 && pause < warmingMsMin && (before === undefined || before.next === refused);

/** A client that waits about a minute may be a little early. */
const warmingMsMin = 15_000;

/** The same waits, one after the other: how it waits is all of its treatment that a journal shows. */
function treatedAlike(seen: Seen): { occasions: number; lapses: Lapse[] } {
  const [limited, full] = ['rate_limited', 'at_capacity'].map((code) =>
    pausesAfter(seen, code).filter((pauses) => pauses.length >= 2 && pauses.some(({ pause }) => pause > 0)),
  );
  if (limited === undefined || full === undefined) return { occasions: 0, lapses: [] };
  const pairs = limited.flatMap((a) => full.map((b) => ({ a, b })));
  if (pairs.length === 0) return { occasions: 0, lapses: [] };
  const alike = pairs.filter(({ a, b }) =>
    a.slice(0, b.length).every((one, index) => isAlike(one.pause, b[index]?.pause ?? 0)),
  );
  const [first] = alike;
  if (first === undefined || alike.length < pairs.length) {
    return { occasions: pairs.filter(isClearlyTwo).length, lapses: [] };
  }
  const { a, b } = first;
  const waits = a.slice(0, b.length).map(({ pause }) => `${(pause / 1000).toFixed(1)} s`);
  return {
    occasions: pairs.length,
    lapses: [
      {
        message: `after rate_limited and after at_capacity it waited alike: ${waits.join(', ')}`,
        entries: numbers(...[...a, ...b].flatMap(({ refused, next }) => [refused, next])),
      },
    ],
  };
}

/** Chance alone makes waits differ where they are drawn: of waits for two reasons one is longer each time, and by much. */
const isClearlyTwo = ({ a, b }: { readonly a: readonly Pause[]; readonly b: readonly Pause[] }): boolean => {
  const ratios = a.slice(0, b.length).map(({ pause }, index) => pause / (b[index]?.pause ?? 0));
  return ratios.length >= 3 && (ratios.every((ratio) => ratio >= 1.5) || ratios.every((ratio) => ratio <= 1 / 1.5));
};

const isAlike = (a: number, b: number): boolean => Math.abs(a - b) <= 50 + 0.05 * Math.max(a, b);
