/** Usage record: one call, what became of it and what it cost. */
import { must, type ClauseTable } from '../../clause.ts';

export const usageRecord = {
  'resources.usage-record.id-present': must('server', 'A usage record carries `id`.'),
  'resources.usage-record.id-string': must('server', '`id` of a usage record is a string.'),
  'resources.usage-record.endpoint-present': must('server', 'A usage record carries `endpoint`.'),
  'resources.usage-record.endpoint-string': must('server', '`endpoint` of a usage record is a string.'),
  'resources.usage-record.endpoint-names-call': must(
    'server',
    '`endpoint` of a usage record names the endpoint that was called, so that calls to two endpoints differ in it.',
  ),
  'resources.usage-record.feature-present': must('server', 'A usage record carries `feature`.'),
  'resources.usage-record.feature-string': must('server', '`feature` of a usage record is a string.'),
  'resources.usage-record.feature-identifies': must(
    'server',
    '`feature` of a usage record identifies the feature that was used.',
  ),
  'resources.usage-record.status-present': must('server', 'A usage record carries `status`.'),
  'resources.usage-record.status-string': must('server', '`status` of a usage record is a string.'),
  'resources.usage-record.status-outcome': must(
    'server',
    '`status` of a usage record tells how the call ended, a success apart from a failure.',
  ),
  'resources.usage-record.charged-usd-present': must('server', 'A usage record carries `charged_usd`.'),
  'resources.usage-record.charged-usd-number': must('server', '`charged_usd` of a usage record is a number.'),
  'resources.usage-record.reason-present': must('server', 'A usage record carries `reason`, even when it is null.'),
  'resources.usage-record.reason-string-or-null': must('server', '`reason` of a usage record is a string or null.'),
  'resources.usage-record.reason-enum': must(
    'server',
    'A `reason` that is not null is one of the five slugs that the document lists.',
  ),
  'resources.usage-record.reason-not-failure': must(
    'client',
    'A client takes `reason` for an explanation and reads success or failure from `status`.',
  ),
  'resources.usage-record.capped-session-status': must(
    'server',
    'A live session that ran cleanly to its funded cap is recorded with `status` `succeeded`.',
  ),
  'resources.usage-record.capped-session-reason': must(
    'server',
    'A live session that ran cleanly to its funded cap is recorded with a `reason` that is not null.',
  ),
  'resources.usage-record.created-at-present': must('server', 'A usage record carries `created_at`.'),
  'resources.usage-record.created-at-iso-utc': must(
    'server',
    '`created_at` of a usage record is an ISO 8601 string in UTC.',
  ),
} as const satisfies ClauseTable;
