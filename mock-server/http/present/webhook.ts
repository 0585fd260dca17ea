/** The body of a webhook: the job as it is polled, in its envelope. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { Job as JobBody } from '../../../spec/schemas/job.ts';
import { WebhookDelivery } from '../../../spec/schemas/webhook.ts';
import type { Job } from '../../domain/job.ts';
import { createResponseCheck } from '../response-check.ts';
import { type Addresses, createPresent } from './present.ts';
import { createStyle } from './style.ts';

/** @param linkedAt when the link in it is signed (gap `delivery-link`) */
export type PresentWebhook = (job: Job, deliveryId: string, sentAt: number, linkedAt: number) => object;

export const createWebhookPresenter = (choices: GapChoices, addresses: Addresses): PresentWebhook => {
  const { named, timestamp } = createStyle(choices);
  const present = createPresent(choices, addresses);
  const check = createResponseCheck('webhook', WebhookDelivery);
  // Polled, it may be without (gap `succeeded-error`); in a webhook the document shows it (resources.job.error-null-when-succeeded).
  const jobIn = (body: JobBody): JobBody => (body.status === 'succeeded' ? { ...body, error: null } : body);
  return (job, deliveryId, sentAt, linkedAt) => {
    const body = named('webhook', {
      event: `job.${job.state.status}`,
      sent_at: timestamp(sentAt),
      delivery_id: deliveryId,
      data: jobIn(present.job(job, linkedAt)),
    });
    check(body);
    return body;
  };
};
