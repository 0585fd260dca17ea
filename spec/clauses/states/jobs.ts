/** How a job moves, and what each move does to the money. */
import { must, type ClauseTable } from '../../clause.ts';

export const jobStates = {
  'states.job.submit-to-queued': must('server', 'A job comes into being in `queued`, when its submit is accepted.'),
  'states.job.queued-to-succeeded': must(
    'client',
    'A client copes with a job that goes from `queued` to `succeeded` with no `processing` seen between.',
  ),
  'states.job.queued-to-failed': must(
    'client',
    'A client copes with a job that goes from `queued` to `failed` with no `processing` seen between.',
  ),
  'states.job.processing-to-succeeded': must(
    'server',
    'A job in `processing` whose result was produced moves to `succeeded`.',
  ),
  'states.job.processing-to-failed': must(
    'server',
    'A job in `processing` that will give no result moves to `failed`, whatever the cause.',
  ),
  'states.job.never-back-to-queued': must(
    'server',
    'A job that was seen in `processing` is never seen in `queued` again.',
  ),
  'states.job.succeeded-terminal': must('server', 'A job that is `succeeded` keeps that status for good.'),
  'states.job.failed-terminal': must('server', 'A job that is `failed` keeps that status for good.'),
  'states.job.succeeded-has-result': must('server', 'A job is not `succeeded` before its result exists.'),
  'states.job.billed-on-completion': must(
    'server',
    "A job that succeeds is billed: once it is complete, its charge is in the account's spending.",
  ),
  'states.job.failed-refunded': must('server', 'What was charged for a job that fails comes back whole.'),
  'states.job.failed-error-code': must('server', '`error.code` of a failed job is one of the three job-level codes.'),
} as const satisfies ClauseTable;
