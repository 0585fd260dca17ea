/** A webhook that nobody's job has caused: the contract's own example of an event, under ids of its own. */
import { examplesOf } from '../../spec/openapi/examples.ts';
import { WebhookDelivery } from '../../spec/schemas/webhook.ts';
import type { WebhookEvent } from '../../spec/vocabulary.ts';
import { webhooks } from '../../spec/webhooks.ts';

/**
 * The body of one delivery, as the document describes it.
 * @param suffix ends its ids: a receiver that deduplicates takes another suffix for another job; a to z and 0 to 9
 * @param sentAt milliseconds since 1970
 */
export const exampleEvent = (
  event: WebhookEvent,
  { suffix, sentAt }: { readonly suffix: string; readonly sentAt: number },
): WebhookDelivery => {
  const example = examplesOf(WebhookDelivery)[webhooks[event].status] as WebhookDelivery;
  const { data } = example;
  const id = `job_a1_${suffix}`;
  return {
    ...example,
    sent_at: new Date(sentAt).toISOString(),
    delivery_id: `dlv_a1_${suffix}`,
    data: {
      ...data,
      id,
      ...(typeof data.output_url === 'string' && { output_url: data.output_url.replace(data.id, id) }),
    },
  };
};
