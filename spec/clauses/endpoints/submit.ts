/** What the job endpoints have in common. */
import { must, type ClauseTable } from '../../clause.ts';

export const submit = {
  'endpoints.submit.json-body': must('server', 'A job endpoint reads its fields from a JSON body.'),
  'endpoints.submit.idempotency-key-optional': must('server', 'A submit without an `Idempotency-Key` is accepted.'),
  'endpoints.submit.callback-url-optional': must('server', 'A submit without a `callback_url` is accepted.'),
  'endpoints.submit.callback-url-string': must(
    'server',
    'A `callback_url` that is no string is refused by a job endpoint.',
  ),
} as const satisfies ClauseTable;
