/** A job on its way: it starts when its turn comes, and ends as planned or as it is told to. */
import type { Account } from '../account.ts';
import type { Decision, FinishJob, Moment, StartJob } from '../commands.ts';
import type { AccountEvent } from '../events.ts';
import { type Ending, hasEnded } from '../job.ts';
import { refuse } from '../refusal.ts';
import type { World } from '../world.ts';
import { endingOf } from './ending.ts';

export const startJob = (account: Account, { jobId }: StartJob, { now }: Moment): Decision<StartJob> =>
  account.jobs.get(jobId)?.state.status === 'queued'
    ? { events: [{ type: 'job.started', at: now, jobId }], reply: {} }
    : { events: [], reply: {} };

export const finishJob = (
  account: Account,
  { settings }: World,
  { jobId, outcome }: FinishJob,
  { now }: Moment,
): Decision<FinishJob> => {
  const job = account.jobs.get(jobId);
  if (job === undefined) return refuse('not_found', `no job ${jobId} in this account`);
  if (hasEnded(job))
    return refuse('invalid_input', `job ${jobId} has ${job.state.status}: a terminal job never changes`);
  const ending = outcome === undefined ? job.plan.ending : endingOf(outcome, settings.choices);
  return { events: [ended(jobId, ending, now)], reply: { jobId } };
};

const ended = (jobId: string, ending: Ending, at: number): AccountEvent =>
  ending.status === 'succeeded'
    ? { type: 'job.succeeded', at, jobId }
    : { type: 'job.failed', at, jobId, code: ending.code, reason: ending.reason };
