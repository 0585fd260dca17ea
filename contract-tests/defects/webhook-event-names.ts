/** Webhooks whose event is that of another end, has a name of its own, or is none of a job. */
import type { Defect } from './defect.ts';
import { body, defectOf, parsed, resigned, sent } from './webhook-wraps.ts';

const defect = defectOf('webhook-content');

export const webhookEventNameDefects: readonly Defect[] = [
  defect(
    'event-always-succeeded',
    'calls every webhook job.succeeded',
    'events.content.event-matches-status',
    body((told) => ({ ...told, event: 'job.succeeded' })),
  ),
  defect(
    'event-swapped',
    'calls webhooks of failed jobs job.succeeded, and the others job.failed',
    'events.content.event-matches-status',
    body((told, { job }) => ({ ...told, event: job.state.status === 'failed' ? 'job.succeeded' : 'job.failed' })),
  ),
  defect(
    'event-of-rejected',
    'calls the webhook of a rejected input job.succeeded',
    'events.content.event-matches-status',
    body((told, { job: { state } }) =>
      state.status === 'failed' && state.code === 'content_rejected' ? { ...told, event: 'job.succeeded' } : told,
    ),
  ),
  ...[
    ['completed', 'job.completed'],
    ['bare', 'succeeded'],
    ['underscore', 'job_succeeded'],
    ['capitals', 'JOB.SUCCEEDED'],
  ].map(([word = '', event = '']) =>
    defect(
      `event-${word}`,
      `calls the webhook of a succeeded job ${event}`,
      'events.content.event-enum',
      body((told, { job }) => (job.state.status === 'succeeded' ? { ...told, event } : told)),
    ),
  ),
  defect(
    'event-rejected',
    'calls the webhook of a rejected input job.rejected',
    'events.content.event-enum',
    body((told, { job: { state } }) =>
      state.status === 'failed' && state.code === 'content_rejected' ? { ...told, event: 'job.rejected' } : told,
    ),
  ),
  defect(
    'event-of-capability',
    'calls webhooks after their capability',
    'events.content.event-enum',
    body((told, { job }) => ({ ...told, event: `${job.feature}.${job.state.status}` })),
  ),
  defect(
    'event-cancelled',
    'calls the webhook of a cancelled job job.cancelled',
    'events.content.event-enum',
    body((told, { job: { state } }) =>
      state.status === 'failed' && state.reason === 'cancelled' ? { ...told, event: 'job.cancelled' } : told,
    ),
  ),
  defect(
    'event-of-charge',
    'sends an event of its own for what was charged',
    'events.content.jobs-only',
    sent((attempt) => [
      attempt.request,
      resigned(attempt, JSON.stringify({ ...parsed(attempt.request.body), event: 'balance.charged' })),
    ]),
    ['events.content.event-enum', 'events.delivery.any-2xx-succeeds'],
  ),
];
