/** Webhooks with a job that is not the one that polling gives. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Defect } from './defect.ts';
import { type Members, body, data, dataOf, defectOf, without } from './webhook-wraps.ts';

const defect = defectOf('webhook-content');

const polled: ClauseId = 'events.content.data-as-polled';

export const webhookDataDefects: readonly Defect[] = [
  defect(
    'data-id-of-delivery',
    'shows the delivery_id as id of the job in a webhook',
    polled,
    data((job, { deliveryId }) => ({ ...job, id: deliveryId })),
  ),
  defect(
    'data-status-other-word',
    'shows a succeeded job in a webhook as completed',
    polled,
    dataOf('succeeded', (job) => ({ ...job, status: 'completed' })),
  ),
  defect(
    'data-status-processing',
    'shows the job in a webhook as processing',
    polled,
    data((job) => ({ ...job, status: 'processing' })),
    ['events.content.none-before-terminal', 'events.content.event-matches-status'],
  ),
  defect(
    'data-output-url-unsigned',
    'leaves the signature out of the link in a webhook',
    polled,
    dataOf('succeeded', (job) => ({ ...job, output_url: String(job['output_url']).split('?')[0] })),
  ),
  defect(
    'data-output-url-relative',
    'gives the path of the result alone in a webhook',
    polled,
    dataOf('succeeded', (job) => ({ ...job, output_url: new URL(String(job['output_url'])).pathname })),
  ),
  defect(
    'data-output-url-of-job',
    'gives the address of the job as that of its result in a webhook',
    polled,
    dataOf('succeeded', (job) => ({ ...job, output_url: `https://service.example/api/v1/jobs/${String(job['id'])}` })),
  ),
  defect(
    'data-charged-as-text',
    'writes charged_usd in a webhook as text',
    polled,
    data((job) => ({ ...job, charged_usd: String(job['charged_usd']) })),
  ),
  defect(
    'data-charged-in-cents',
    'writes charged_usd in a webhook in cents',
    polled,
    dataOf('succeeded', (job) => ({ ...job, charged_usd: Number(job['charged_usd']) * 100 })),
  ),
  defect(
    'data-charged-before-refund',
    'shows in the webhook of a failed job what it would have cost',
    polled,
    dataOf('failed', (job, facts) => ({ ...job, charged_usd: facts.job.priceMicros / 1e6 + 0.01 })),
  ),
  defect(
    'data-charged-nothing',
    'shows in the webhook of a succeeded job that it cost nothing',
    polled,
    dataOf('succeeded', (job) => ({ ...job, charged_usd: 0 })),
  ),
  defect(
    'data-error-message',
    'gives another message in a webhook than by polling',
    polled,
    dataOf('failed', (job) => ({ ...job, error: { ...(job['error'] as Members), message: 'See the console.' } })),
  ),
  defect(
    'data-error-code-general',
    'gives processing_failed in a webhook whatever made the job fail',
    polled,
    dataOf('failed', (job) => ({ ...job, error: { ...(job['error'] as Members), code: 'processing_failed' } })),
    ['errors.job-level-in-webhook'],
  ),
  defect(
    'data-wrapped',
    'puts the job in a webhook into a member of data',
    polled,
    data((job) => ({ job })),
  ),
  defect(
    'data-id-alone',
    'shows in a webhook the id of the job and no more',
    polled,
    data((job) => ({ id: job['id'] })),
    ['resources.job.error-null-when-succeeded', 'errors.job-level-in-webhook'],
  ),
  defect(
    'data-list',
    'puts the job in a webhook into a list',
    'events.content.data-object',
    data((job) => [job]),
  ),
  defect(
    'data-flat',
    'puts the members of the job beside the event',
    'events.content.data-present',
    body((told) => ({ ...without(told, 'data'), ...(told['data'] as Members) })),
  ),
  defect(
    'error-left-out',
    'leaves error out of the webhook of a succeeded job',
    'resources.job.error-null-when-succeeded',
    dataOf('succeeded', (job) => without(job, 'error')),
  ),
  defect(
    'error-empty-object',
    'gives an empty error in the webhook of a succeeded job',
    'resources.job.error-null-when-succeeded',
    dataOf('succeeded', (job) => ({ ...job, error: {} })),
    [polled],
  ),
  defect(
    'error-empty-text',
    'gives an empty text as error in the webhook of a succeeded job',
    'resources.job.error-null-when-succeeded',
    dataOf('succeeded', (job) => ({ ...job, error: '' })),
  ),
  defect(
    'error-none-for-voice-clone',
    'leaves error out of the webhook of a voice clone',
    'resources.job.error-null-when-succeeded',
    dataOf('succeeded', (job, facts) => (facts.job.endpoint === 'voice-clone' ? without(job, 'error') : job)),
  ),
  defect(
    'error-null-when-failed',
    'gives null as error in the webhook of a failed job',
    'errors.job-level-in-webhook',
    dataOf('failed', (job) => ({ ...job, error: null })),
    [polled],
  ),
  defect(
    'error-code-in-capitals',
    'writes the code in a webhook in capitals',
    'errors.job-level-in-webhook',
    dataOf('failed', (job) => ({ ...job, error: codeAs(job, (code) => code.toUpperCase()) })),
    [polled],
  ),
  defect(
    'error-code-of-http',
    'gives internal_error as the code in the webhook of a failed job',
    'errors.job-level-in-webhook',
    dataOf('failed', (job) => ({ ...job, error: codeAs(job, () => 'internal_error') })),
    [polled],
  ),
  defect(
    'error-as-text',
    'gives the code of a failed job in a webhook as error itself',
    'errors.job-level-in-webhook',
    dataOf('failed', (job) => ({ ...job, error: (job['error'] as Members)['code'] })),
    [polled],
  ),
  defect(
    'error-code-renamed',
    'writes code in a webhook as type',
    'errors.job-level-in-webhook',
    dataOf('failed', (job) => ({ ...job, error: { type: (job['error'] as Members)['code'], message: 'It failed.' } })),
    [polled],
  ),
];

function codeAs(job: Members, change: (code: string) => string): Members {
  const error = job['error'] as Members;
  return { ...error, code: change(String(error['code'])) };
}
