/** Job: what polling returns and what a webhook carries as `data`. */
import { must, should, type ClauseTable } from '../../clause.ts';

export const job = {
  'resources.job.id-present': must('server', 'A job carries `id`.'),
  'resources.job.id-string': must('server', '`id` of a job is a string.'),
  'resources.job.id-as-acknowledged': must('server', '`id` of a job is the one that its submit acknowledgement gave.'),
  'resources.job.status-present': must('server', 'A job carries `status`.'),
  'resources.job.status-enum': must(
    'server',
    '`status` of a job is always `queued`, `processing`, `succeeded` or `failed`, and nothing else.',
  ),
  'resources.job.output-url-present': must('server', 'A succeeded job carries a non-empty `output_url`.'),
  'resources.job.output-url-string': must('server', '`output_url` of a succeeded job is a string.'),
  'resources.job.output-url-signed': must(
    'server',
    '`output_url` is a signed link: a link whose signature was altered does not give the result.',
  ),
  'resources.job.output-url-expires': must(
    'server',
    'An `output_url` stops giving the result some time after it was issued.',
  ),
  'resources.job.output-url-stored': should(
    'client',
    'A client downloads the result and keeps its own copy, since the link will lapse.',
  ),
  'resources.job.charged-usd-present': must('server', 'A job in a terminal state carries `charged_usd`.'),
  'resources.job.charged-usd-number': must('server', '`charged_usd` of a job is a number.'),
  'resources.job.charged-usd-amount': must(
    'server',
    '`charged_usd` of a succeeded job is what the job took from the balance, in USD.',
  ),
  'resources.job.error-object-or-null': must(
    'server',
    '`error` of a job, where the field is present, is either an object or null.',
  ),
  'resources.job.error-present': must('server', 'A failed job carries an `error` object.'),
  'resources.job.error-code-present': must('server', 'An `error` object has a `code`.'),
  'resources.job.error-code-string': must('server', '`code` in an `error` object is a string.'),
  'resources.job.error-message-present': must('server', 'An `error` object has a `message`.'),
  'resources.job.error-message-string': must('server', '`message` in an `error` object is a string.'),
  'resources.job.error-null-when-succeeded': must(
    'server',
    'In the webhook of a succeeded job, `error` is present and null.',
  ),
} as const satisfies ClauseTable;
