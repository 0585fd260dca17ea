/** The jobs of all accounts, and ending one by hand. */
import type { JobOutcome } from '../../spec/magic.ts';
import type { Account } from '../domain/account.ts';
import type { Job } from '../domain/job.ts';
import { usdFromMicros } from '../domain/money.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import type { Engine } from '../engine/engine.ts';
import { chargedMicros } from './books.ts';
import { type Dated, type ListFilter, newest } from './newest.ts';
import { ownerOf } from './owner.ts';

export type JobView = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint: string;
  readonly status: string;
  readonly price_usd: number;
  /** Until now, less what was refunded. */
  readonly charged_usd: number;
  /** The code of a failed one. */
  readonly error_code: string | null;
  readonly submitted_at: string;
};

/** One job, with what it gave back. */
export type JobDetail = JobView & {
  readonly ended_at: string | null;
  readonly delivery_id: string | null;
  /** Path and query of a link to the result, below the origin of the mock; null as long as there is none. */
  readonly result: { readonly kind: Job['plan']['result']['kind']; readonly path: string } | null;
};

export type JobControl = {
  /** The newest jobs of one account or of all, newest first. */
  readonly jobs: (filter: ListFilter) => Promise<JobView[]>;
  readonly job: (jobId: string) => Promise<JobDetail | Refused>;
  /** Ends a job now, as told or as planned. */
  readonly finishJob: (jobId: string, outcome?: JobOutcome) => Promise<JobView | Refused>;
};

/** @param resultPath a link to the result of a job, without the origin */
export const jobControl = (engine: () => Engine, resultPath: (job: Job) => string): JobControl => ({
  jobs: (filter) => newest(engine(), filter, jobsOf),

  job: async (jobId) => {
    const account = await ownerOf(engine(), jobId);
    const job = account?.jobs.get(jobId);
    if (account === undefined || job === undefined) return refuse('not_found', `no job ${jobId}`);
    return {
      ...viewOf(account.id, job),
      ended_at: 'at' in job.state ? new Date(job.state.at).toISOString() : null,
      delivery_id: job.delivery?.id ?? null,
      result: job.state.status === 'succeeded' ? { kind: job.plan.result.kind, path: resultPath(job) } : null,
    };
  },

  finishJob: async (jobId, outcome) => {
    const account = await ownerOf(engine(), jobId);
    const job = account?.jobs.get(jobId);
    if (account === undefined || job === undefined) return refuse('not_found', `no job ${jobId}`);
    const done = await engine().execute(account.id, {
      type: 'finish-job',
      jobId,
      ...(outcome !== undefined && { outcome }),
    });
    return isRefused(done) ? done : viewOf(account.id, job);
  },
});

const jobsOf = (account: Account, limit: number): Dated<JobView>[] =>
  [...account.jobs.values()]
    .slice(-limit)
    .reverse()
    .map((job) => ({ at: job.submittedAt, view: viewOf(account.id, job) }));

const viewOf = (accountId: string, job: Job): JobView => ({
  id: job.id,
  account_id: accountId,
  endpoint: job.endpoint,
  status: job.state.status,
  price_usd: usdFromMicros(job.priceMicros),
  charged_usd: usdFromMicros(chargedMicros(job)),
  error_code: job.state.status === 'failed' ? job.state.code : null,
  submitted_at: new Date(job.submittedAt).toISOString(),
});
