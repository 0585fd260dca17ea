/** Submit acknowledgement: what every job endpoint answers. */
import { must, type ClauseTable } from '../../clause.ts';

export const acknowledgement = {
  'resources.acknowledgement.id-present': must('server', 'An acknowledgement carries `id`.'),
  'resources.acknowledgement.id-string': must('server', '`id` of an acknowledgement is a string.'),
  'resources.acknowledgement.status-present': must('server', 'An acknowledgement carries `status`.'),
  'resources.acknowledgement.status-string': must('server', '`status` of an acknowledgement is a string.'),
  'resources.acknowledgement.status-url-present': must('server', 'An acknowledgement carries `status_url`.'),
  'resources.acknowledgement.status-url-string': must('server', '`status_url` is a string.'),
  'resources.acknowledgement.status-url-form': must(
    'server',
    '`status_url` is the path `/api/v1/jobs/` followed by the `id` of the acknowledgement.',
  ),
  'resources.acknowledgement.status-url-polled': must(
    'client',
    'A client polls the `status_url` it was given and does not put the path together from the `id`.',
  ),
} as const satisfies ClauseTable;
