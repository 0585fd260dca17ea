/** The version in the path, and what may change within it. */
import { must, type ClauseTable } from '../clause.ts';

export const versioning = {
  'versioning.version-in-path': must('server', '`{base_url}` has the version as its last segment, after `/api`.'),
  'versioning.version-one': must('server', 'The version of the interface is `v1`.'),
  'versioning.status-url-follows-route': must(
    'server',
    'The `status_url` of a job leads to that job, even after the route has moved.',
  ),
  'versioning.codes-stable': must('server', 'The code of an error stays the same over time.'),
  'versioning.message-may-change': must('client', 'A client goes on working when the text of a `message` changes.'),
} as const satisfies ClauseTable;
