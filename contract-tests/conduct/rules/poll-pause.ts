/** How often a job is polled: hardly any pause is a lapse, the default rate is kept, and what lies between shows neither. */
import type { ConductRule, Lapse } from '../rule.ts';
import { type SeenJob, isEnded } from '../seen-jobs.ts';
import type { Seen } from '../seen.ts';
import { atOnceMs, isSerial, longestRun, numbers, refillMs } from '../series.ts';

export const pollPause: ConductRule = {
  id: 'jobs.poll-pause',
  title: 'makes a pause between two polls of a job',
  clauses: ['limits.request-rate'],
  level: 'should',
  advice:
    'Wait a second or so between two polls, and longer the longer it takes: 60 requests a minute are for all that the key does.',
  wants: 'a job that is polled more than once, and not more than once a second, on a clock that tells of pauses',
  look: (seen) => {
    const looks = seen.jobs.map((job) => hurried(seen, job));
    return {
      occasions: looks.reduce((sum, { occasions }) => sum + occasions, 0),
      lapses: looks.flatMap(({ lapses }) => lapses),
    };
  },
};

const hurried = (
  { pace }: Seen,
  { id, shown }: SeenJob,
): { readonly occasions: number; readonly lapses: readonly Lapse[] } => {
  const pauses = shown.flatMap((call, index) => {
    const before = shown[index - 1];
    const pause = before === undefined || isEnded(before) ? undefined : pace.pause(before, call);
    return before === undefined || pause === undefined ? [] : [{ before, call, pause, apart: call.at - before.at }];
  });
  const quick = longestRun(pauses, ({ pause }) => pause < atOnceMs);
  const lasted = (quick.at(-1)?.call.at ?? 0) - (quick[0]?.before.at ?? 0);
  if (quick.length < quickMax || lasted === 0 || !isSerial(shown)) {
    return { occasions: isWithinRate(pauses) ? pauses.filter(isSlow).length : 0, lapses: [] };
  }
  const message = `${id} was polled ${quick.length + 1} times with less than ${atOnceMs} ms between`;
  return {
    occasions: pauses.length,
    lapses: [{ message, entries: numbers(...quick.flatMap(({ before, call }) => [before, call])) }],
  };
};

/** Some workers may ask for one job, each at its own pace. */
const quickMax = 8;

/** @property pause from the answer to the next poll @property apart from one poll to the next */
type Pause = { readonly pause: number; readonly apart: number };

/** A client may begin with short pauses, and poll no more often than the default rate allows on the whole. No time at all tells nothing. */
const isWithinRate = (pauses: readonly Pause[]): boolean => {
  const waits = pauses.filter(({ pause }) => pause > 0);
  const lasted = waits.reduce((sum, { apart }) => sum + apart, 0);
  return waits.every(({ pause }) => pause >= atOnceMs) && lasted >= waits.length * refillMs;
};

const isSlow = ({ pause, apart }: Pause): boolean => pause > 0 && apart >= refillMs;
