/** Job webhooks: when one is sent and what it says. */
import { must, should, type ClauseTable } from '../../clause.ts';

export const eventContent = {
  'events.content.jobs-only': must('server', 'No events exist but the job webhooks `job.succeeded` and `job.failed`.'),
  'events.content.none-without-callback': must('server', 'A job submitted without `callback_url` sends no webhook.'),
  'events.content.every-capability': must(
    'server',
    'Jobs of every capability send their webhook when a `callback_url` was given.',
  ),
  'events.content.none-for-sessions': must('server', 'A real-time session sends no webhook.'),
  'events.content.none-before-terminal': must('server', 'No webhook is sent while a job is `queued` or `processing`.'),
  'events.content.succeeded-sent': must('server', '`job.succeeded` is sent when a job has become `succeeded`.'),
  'events.content.failed-sent': must('server', '`job.failed` is sent when a job has become `failed`.'),
  'events.content.posted-to-callback-url': must(
    'server',
    'A webhook is an HTTP POST to the `callback_url` of its job.',
  ),
  'events.content.body-json': must('server', 'The body of a webhook is a JSON object.'),
  'events.content.event-present': must('server', 'A webhook body carries `event`.'),
  'events.content.event-enum': must('server', '`event` of a webhook is a string, `job.succeeded` or `job.failed`.'),
  'events.content.event-matches-status': must(
    'server',
    '`event` of a webhook names the `status` that its `data` shows.',
  ),
  'events.content.sent-at-present': must('server', 'A webhook body carries `sent_at`.'),
  'events.content.sent-at-iso-utc': must('server', '`sent_at` of a webhook is an ISO 8601 string in UTC.'),
  'events.content.delivery-id-present': must('server', 'A webhook body carries `delivery_id`.'),
  'events.content.delivery-id-string': must('server', '`delivery_id` of a webhook is a string.'),
  'events.content.delivery-id-stable': must(
    'server',
    'All attempts to deliver the webhook of a job carry the same `delivery_id`.',
  ),
  'events.content.delivery-id-distinct': must(
    'server',
    'Webhooks of different jobs carry different `delivery_id` values, so that none is dropped as a repeat.',
  ),
  'events.content.delivery-id-deduplicated': should(
    'receiver',
    'A receiver acts once on a `delivery_id`, however often it arrives.',
  ),
  'events.content.data-present': must('server', 'A webhook body carries `data`.'),
  'events.content.data-object': must('server', '`data` of a webhook is an object.'),
  'events.content.data-as-polled': must(
    'server',
    '`data` of a webhook is the object that polling the job gives: all five fields, with the same values.',
  ),
} as const satisfies ClauseTable;
