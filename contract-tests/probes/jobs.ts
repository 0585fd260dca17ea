/** Jobs that many checks look at, made once in a run: one of each capability that succeeds, and one that fails with each code. */
import { type JobErrorCode, jobErrors } from '../../spec/errors.ts';
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import { type Actor } from '../actor.ts';
import { type FinishedJob, finishedJob } from '../finished-job.ts';
import type { Trial } from '../trial.ts';
import { NotTestable } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';

/** A lawful submit of a capability, as it was answered. */
export const submitted = (t: Trial | Actor, endpoint: JobEndpoint): Promise<Exchange> =>
  t.run.once(async (actor) => actor.submit(await actor.main(), endpoint), `submitted ${endpoint}`);

/** The same job, followed to its end. */
export const succeeded = (t: Trial | Actor, endpoint: JobEndpoint): Promise<FinishedJob> =>
  t.run.once(async (actor) => {
    const acknowledgement = await submitted(actor, endpoint);
    const looks = await actor.follow(await actor.main(), acknowledgement);
    return finishedJob(acknowledgement, looks);
  }, `succeeded ${endpoint}`);

/** A job that failed with a code; the judge forces it, or the user gave an input for it. */
export const failedWith = (t: Trial | Actor, code: JobErrorCode): Promise<FinishedJob> =>
  t.run.once(async (actor) => actor.ending(await actor.main(), 'face-swap-image', code), `failed with ${code}`);

/** A failed job of every code that can be had. Throws NotTestable where none can. */
export const failures = async (t: Trial | Actor): Promise<readonly FinishedJob[]> => {
  const jobs: FinishedJob[] = [];
  let missing: NotTestable | undefined;
  for (const code of Object.keys(jobErrors) as JobErrorCode[]) {
    try {
      jobs.push(await failedWith(t, code));
    } catch (error) {
      if (!(error instanceof NotTestable)) throw error;
      missing = error;
    }
  }
  if (jobs.length === 0 && missing !== undefined) throw missing;
  return jobs;
};
