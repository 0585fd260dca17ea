/** A job, to its owner only: a foreign one and an unknown one are the same `not_found` (endpoints.jobs.owner-only). */
import { hasEndedFor } from '../../domain/job.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Handler } from './handler.ts';

export const getJob: Handler = ({ account, params, present, now, service: { choices } }) => {
  const job = account.jobs.get(params['job_id'] ?? '');
  if (job === undefined || (choices['job-retention'] === '30d' && hasEndedFor(30, job, now)))
    return refuse('not_found', 'no job with this id belongs to your account');
  return { body: present.job(job, now) };
};
