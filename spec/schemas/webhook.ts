/** The body of a webhook. */
import { Type, type Static } from 'typebox';
import { webhookEvents } from '../vocabulary.ts';
import { Job } from './job.ts';

export const WebhookDelivery = Type.Object(
  {
    event: Type.Enum([...webhookEvents], { description: 'What happened to the job.', examples: ['job.succeeded'] }),
    sent_at: Type.String({
      description: 'ISO 8601 UTC timestamp.',
      format: 'date-time',
      examples: ['2026-01-01T00:00:00.000Z'],
    }),
    delivery_id: Type.String({
      description: 'The same for every attempt of a job; receivers may deduplicate on it.',
      examples: ['dlv_a1_6f1g8y4u'],
    }),
    data: Job,
  },
  { title: 'WebhookDelivery', description: 'A job has reached a terminal state.' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;
