/** `GET /jobs/{job_id}`: how a job stands. */
import { must, type ClauseTable } from '../../clause.ts';

export const jobs = {
  'endpoints.jobs.returns-job': must('server', '`GET /jobs/{job_id}` answers with the Job object.'),
  'endpoints.jobs.owner-only': must('server', 'A job is shown to its owner and to no other account.'),
} as const satisfies ClauseTable;
