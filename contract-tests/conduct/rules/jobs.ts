/** How a job is followed: where it is asked for, how often, and until when. */
import { type Call, isAccepted, isSubmit } from '../call.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import { type SeenJob, isEnded, statusIn, wasTold } from '../seen-jobs.ts';
import type { Seen } from '../seen.ts';
import { numbers, rowsWithin, wentOn } from '../series.ts';
import { pollPause } from './poll-pause.ts';

export const jobRules: readonly ConductRule[] = [
  {
    id: 'jobs.status-url',
    title: 'polls the status_url it was given',
    clauses: ['resources.acknowledgement.status-url-polled', 'versioning.status-url-follows-route'],
    level: 'must',
    advice:
      'Keep status_url from the acknowledgement and ask for that, against the origin of the base address. Do not put a path together from the id.',
    wants: 'a job whose status_url is another one than usual (--move-job-route)',
    look: ({ jobs }) => {
      // An older one may have had another.
      const looks = jobs.filter(({ isOlder }) => !isOlder).map(statusUrlOf);
      return {
        occasions: looks.filter(({ isOccasion }) => isOccasion).length,
        lapses: looks.flatMap(({ lapses }) => lapses),
      };
    },
  },
  {
    id: 'jobs.followed',
    title: 'follows its job until it has ended',
    clauses: ['service.followed-to-terminal', 'states.job.succeeded-terminal', 'states.job.failed-terminal'],
    level: 'must',
    advice: 'Poll status_url until the status is succeeded or failed, or give a callback_url and wait for the webhook.',
    wants: 'a job of which the client knows, after whose submit there was time',
    look: (seen) => {
      const replaced = isReplaced(seen);
      const known = seen.jobs.filter(
        (job) => job.outcome !== undefined || (isLeft(seen, job) && !job.isOlder && !replaced(job)),
      );
      return {
        occasions: known.length,
        lapses: known
          .filter(({ outcome }) => outcome === undefined)
          .map(({ id, submits: [submit], shown }) => ({
            message:
              shown.length === 0
                ? `nobody asked what became of ${id}`
                : `${id} was asked for ${times(shown.length)} and then no more, while it was ${statusIn(shown.at(-1) ?? submit)}`,
            entries: numbers(submit, ...shown),
          })),
      };
    },
  },
  pollPause,
  {
    id: 'jobs.ended-is-ended',
    title: 'stops polling a job that has ended',
    clauses: ['service.followed-to-terminal', 'states.job.succeeded-terminal', 'states.job.failed-terminal'],
    level: 'should',
    advice: 'Leave the loop at succeeded and at failed: neither changes any more. Ask again only for a fresh link.',
    wants: 'a job that was seen to end, and was asked for twice more at the most, after which there was time',
    look: (seen) => {
      const isMissingProcessing = missingProcessing(seen.jobs);
      const ended = seen.jobs.filter((job) => isLeftEnded(seen, job) && !isMissingProcessing(job));
      return {
        occasions: ended.filter((job) => polledOn(job).length > 0 || isLetBe(job)).length,
        lapses: ended.flatMap(polledOn),
      };
    },
  },
  copes('succeeded', 'states.job.queued-to-succeeded'),
  copes('failed', 'states.job.queued-to-failed'),
  {
    id: 'jobs.missed-webhook',
    title: 'asks for a job whose webhook it missed',
    clauses: ['events.delivery.polling-is-truth', 'service.followed-to-terminal'],
    level: 'must',
    advice:
      'Poll the jobs whose webhook has not come after a while: deliveries are given up after six attempts, and GET /jobs/{job_id} still has the result.',
    wants: 'a webhook of which every attempt failed',
    look: (seen) => {
      const missed = seen.jobs.filter(
        (job) => wasMissed(job) && (job.ended !== undefined || (!job.isOlder && isOver(seen, job))),
      );
      return {
        occasions: missed.length,
        lapses: missed
          .filter(({ ended, shown }) => ended === undefined && shown.length === 0)
          .map(({ id, deliveries, submits: [submit] }) => ({
            message: `the webhook of ${id} was given up, and nobody asked for the job`,
            entries: numbers(submit, ...deliveries),
          })),
      };
    },
  },
];

/** Copes with a job that is not seen in processing. */
function copes(outcome: 'succeeded' | 'failed', clause: `states.job.queued-to-${typeof outcome}`): ConductRule {
  return {
    id: `jobs.queued-to-${outcome}`,
    title: `notices that a job has ${outcome} which it never saw in processing`,
    clauses: [clause],
    level: 'must',
    advice: `Look for ${outcome} in every answer, and do not wait for processing first: a job may have ended by the first poll.`,
    wants: `a job that goes from queued to ${outcome} between two polls (fault job-at-once)`,
    look: (seen) => {
      const skipped = seen.jobs.filter(
        (job) => isLeftEnded(seen, job) && job.outcome === outcome && !job.isOlder && !sawProcessing(job),
      );
      const isMissingProcessing = missingProcessing(seen.jobs);
      return {
        occasions: skipped.filter((job) => isMissingProcessing(job) || isLetBe(job)).length,
        lapses: skipped.filter(isMissingProcessing).flatMap(polledOn),
      };
    },
  };
}

/** Whether there was time to ask for it again, once it had been seen to end. */
const isLeftEnded = (seen: Seen, { ended }: SeenJob): boolean => ended !== undefined && wentOn(seen, ended);

const sawProcessing = ({ shown }: SeenJob): boolean => shown.some((call) => statusIn(call) === 'processing');

/** Whether it is the missing `processing` that the client waits for: it stops in time where it has seen that. */
const missingProcessing = (jobs: readonly SeenJob[]): ((job: SeenJob) => boolean) => {
  const others = jobs.filter((job) => job.ended !== undefined && sawProcessing(job));
  const isPatient = others.length > 0 && others.every((job) => polledOn(job).length === 0);
  return (job) => isPatient && !sawProcessing(job) && polledOn(job).length > 0;
};

/** A few polls more may look for a fresh link, make sure, or be those of other workers; a row of them waits for something. */
const polledOn = (job: SeenJob): Lapse[] => {
  const { id, ended } = job;
  const row = rowAfter(job);
  if (ended === undefined || row.length < moreMax) return [];
  const message = `${id} was asked for ${row.length} times more after it had ${statusIn(ended)}`;
  return [{ message, entries: numbers(ended, ...row) }];
};

/** Whether it was asked for no more, or only to make sure: what lies between that and a row of polls is neither kept nor a lapse. */
const isLetBe = (job: SeenJob): boolean => rowAfter(job, 0).length <= sureMax;

/** The longest row of polls after its end. @param leastMs as in `rowsWithin` */
const rowAfter = ({ shown, ended, fetched }: SeenJob, leastMs?: number): readonly Call[] => {
  if (ended === undefined) return [];
  const more = shown.filter(
    (call, index) => call.told && isEnded(call) && isAfter(call, ended) && !wasFetched(fetched, shown[index - 1], call),
  );
  return rowsWithin(more, leastMs).reduce((longest, row) => (row.length > longest.length ? row : longest), []);
};

const moreMax = 5;
const sureMax = 2;

/** Whether a download was tried since the poll before. */
const wasFetched = (fetched: readonly Call[], before: Call | undefined, poll: Call): boolean =>
  fetched.some((call) => isAfter(poll, call) && (before === undefined || isAfter(call, before)));

const isAfter = (call: Call, other: Call): boolean =>
  call.at > other.at || (call.at === other.at && call.seq > other.seq);

const statusUrlOf = (job: SeenJob): { readonly isOccasion: boolean; readonly lapses: readonly Lapse[] } => {
  const { id, statusUrl, asked, submits } = job;
  // One that only a webhook told of has no status_url: then the documented path is right.
  const [told] = job.deliveries;
  const elsewhere = asked.filter(
    ({ path, at }) => !path.endsWith(statusUrl) && (told === undefined || at < Date.parse(told.at)),
  );
  const isOccasion = asked.length > 0 && !statusUrl.endsWith(`/jobs/${id}`);
  const [first] = elsewhere;
  if (first === undefined) return { isOccasion, lapses: [] };
  const message = `${first.path} was asked for, and status_url is ${statusUrl}`;
  return { isOccasion: true, lapses: [{ message, entries: numbers(submits[0], ...elsewhere) }] };
};

const isOver = ({ isOverSince }: Seen, { submits, asked, deliveries }: SeenJob): boolean =>
  isOverSince(
    [...[...submits, ...asked].map(({ endedAt }) => endedAt), ...deliveries.map(({ at }) => Date.parse(at))].reduce(
      (latest, at) => Math.max(latest, at),
      0,
    ),
  );

/** An attempt that was asked for by hand ends nothing: what an earlier one announced must have come too. */
const wasMissed = (job: SeenJob): boolean =>
  job.deliveries.length > 0 &&
  !wasTold(job) &&
  job.deliveries.every(
    ({ next_at }) => next_at === null || job.deliveries.some(({ at }) => Date.parse(at) >= Date.parse(next_at)),
  );

/** Whether the same was ordered again later: the answer of the first may have been lost where no journal sees it. */
const isReplaced = ({ calls }: Seen): ((job: SeenJob) => boolean) => {
  const last = new Map(
    calls.filter((call) => isSubmit(call) && isAccepted(call)).map((call) => [call.identity, call] as const),
  );
  return ({ submits, asked }) => {
    const again = last.get(submits[0].identity);
    return asked.length === 0 && again !== undefined && !submits.includes(again);
  };
};

/** Whether the client went away from a job that it could have followed. One that takes long it may give up. */
const isLeft = (seen: Seen, job: SeenJob): boolean => {
  const { submits, asked, shown, hasCallback, faults } = job;
  if (!submits.some(({ told }) => told) || !isOver(seen, job)) return false;
  if (asked.length === 0) return !hasCallback;
  if (hasCallback || shown.length < asked.length || !shown.every(({ told }) => told)) return false;
  const waited = (shown.at(-1)?.at ?? 0) - submits[0].at;
  return waited < patientMs && shown.length < patientPolls && !neverEnding.some((fault) => faults.has(fault));
};

const patientMs = 60_000;
const patientPolls = 30;
const neverEnding = ['job-stuck-queued', 'job-stuck-processing', 'job-slow'];

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
