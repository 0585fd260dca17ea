/** What becomes of a result: it is fetched once, in time, and kept. */
import type { Call } from '../call.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import type { SeenJob } from '../seen-jobs.ts';
import type { Seen } from '../seen.ts';
import { numbers, wentOn } from '../series.ts';

export const resultRules: readonly ConductRule[] = [
  {
    id: 'results.downloaded',
    title: 'downloads the result of a job that succeeded',
    clauses: ['resources.job.output-url-stored'],
    level: 'should',
    advice:
      'Download output_url as soon as the job has succeeded, and keep the file: the link lapses, and the job was paid for.',
    wants: 'a job that the client knows to have succeeded, whose link works',
    look: (seen) => {
      const known = seen.jobs.filter(({ outcome }) => outcome === 'succeeded');
      const missed = known.filter((job) => isMissed(seen, job));
      return {
        occasions: known.filter(wasHad).length + missed.length,
        lapses: missed.map(({ id, submits: [submit], ended, fetched }) => ({
          message:
            fetched.length === 0
              ? `the result of ${id} was never fetched`
              : `the result of ${id} was never had: its link was turned away, and no fresh one was asked for`,
          entries: numbers(submit, ...(ended === undefined ? [] : [ended]), ...fetched),
        })),
      };
    },
  },
  {
    id: 'results.fresh-link',
    title: 'uses no link again that has expired',
    clauses: ['resources.job.output-url-stored', 'resources.job.output-url-expires'],
    level: 'should',
    advice:
      'Store the file and not its link. Where a link has expired, ask for the job again and take the output_url of that answer.',
    wants: 'a link that is used after it has expired, and is used again or replaced with a fresh one',
    look: (seen) => {
      const looks = seen.jobs.flatMap((job) =>
        job.fetched
          .filter((call) => hasExpired(call) && wentOn(seen, call))
          .map((call) => ({ lapses: staleUse(job, call), isReplaced: isReplaced(job, call) })),
      );
      return {
        // One that was let be is no sign that its client knows of fresh ones.
        occasions: looks.filter(({ lapses, isReplaced }) => lapses.length > 0 || isReplaced).length,
        lapses: looks.flatMap(({ lapses }) => lapses),
      };
    },
  },
  {
    id: 'results.kept',
    title: 'keeps its own copy instead of fetching a result again and again',
    clauses: ['resources.job.output-url-stored'],
    level: 'should',
    advice: 'Keep the file where your own users get it: the link of the service is no place to serve it from.',
    wants: 'a result that is fetched',
    look: ({ jobs }) => {
      const fetched = jobs
        .map((job) => ({ job, whole: job.fetched.filter(isWhole) }))
        .filter(({ whole }) => whole.length > 0);
      return {
        occasions: fetched.length,
        lapses: fetched
          .filter(({ job, whole }) => whole.length >= downloadsMax && !job.faults.has('job-link-broken'))
          .map(({ job, whole }) => ({
            message: `the result of ${job.id} was fetched ${whole.length} times`,
            entries: numbers(...whole),
          })),
      };
    },
  },
];

const downloadsMax = 4;

const wasHad = ({ fetched }: SeenJob): boolean => fetched.some(({ status }) => status !== null && status < 400);

/** Whether the client left it, though nothing stood in its way: neither a fault, nor anything but the link that it used. */
const isMissed = ({ isOverSince }: Seen, { fetched, shown, isOlder, faults }: SeenJob): boolean => {
  const [first] = fetched;
  if (isOlder || !isOverSince(fetched.at(-1)?.endedAt ?? 0)) return false;
  if (first === undefined) return true;
  const isFaulty =
    linkFaults.some((fault) => faults.has(fault)) || fetched.some((call) => call.entry.faults.length > 0);
  return !isFaulty && fetched.every(isTurnedAway) && !shown.some(({ seq }) => seq > first.seq);
};

const linkFaults = ['job-link-expired', 'job-link-broken'];

/** As links that have expired are, and ones that were never given out; what else is wrong with a request says nothing of its link. */
const isTurnedAway = ({ status }: Call): boolean => status !== null && [401, 403, 404, 410].includes(status);

const isWhole = (call: Call): boolean =>
  call.method === 'GET' && call.status === 200 && call.header('range') === undefined;

/** By its own parameter, which tells us; a client cannot know it. */
const hasExpired = (call: Call): boolean => {
  const expires = call.query.get('expires');
  return expires !== null && Number(expires) * 1000 <= call.at && (call.status ?? 0) >= 400;
};

/** Whether the job was asked for after it, or another link was used that works. */
const isReplaced = ({ fetched, shown }: SeenJob, { seq, entry }: Call): boolean =>
  shown.some((other) => other.seq > seq) ||
  fetched.some((other) => other.seq > seq && other.entry.path !== entry.path && !hasExpired(other));

/** A first time may come too late without anybody's fault. Again with the same link, or for a file that was had already, may not. */
const staleUse = ({ id, fetched, asked }: SeenJob, call: Call): Lapse[] => {
  const before = fetched.filter((other) => other.seq < call.seq && other.method === 'GET');
  const refused = before.find((other) => hasExpired(other) && other.entry.path === call.entry.path);
  if (refused !== undefined) {
    // Another answer may have given the same link again.
    const wasAskedFor = asked.some(({ seq }) => seq > refused.seq && seq < call.seq);
    return wasAskedFor
      ? []
      : [{ message: `the expired link of ${id} was used again`, entries: numbers(refused, call) }];
  }
  const had = before.find(isWhole);
  if (had === undefined) return [];
  return [
    {
      message: `the result of ${id} had been fetched, and its expired link was used once more`,
      entries: numbers(had, call),
    },
  ];
};
