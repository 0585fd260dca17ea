/** Webhooks, and the callback by which a submit asks for them. */
import type { CallbackObject, OperationObject, PathItemObject, SchemaObject } from 'openapi3-ts/oas31';
import { Job } from '../schemas/job.ts';
import { WebhookDelivery } from '../schemas/webhook.ts';
import { delivery, signature, type Webhook, webhooks } from '../webhooks.ts';
import type { WebhookEvent } from '../vocabulary.ts';
import { examplesOf } from './examples.ts';
import { citing, clausesUnder, leavingOpen } from './extensions.ts';
import { parameterRef } from './parameters.ts';
import { withExamples } from './responses.ts';
import { schemaRef } from './schemas.ts';

export const webhookItems = (): Record<WebhookEvent, PathItemObject> => ({
  'job.succeeded': { post: receiving('receiveJobSucceeded', 'job.succeeded', webhooks['job.succeeded']) },
  'job.failed': { post: receiving('receiveJobFailed', 'job.failed', webhooks['job.failed']) },
});

/** The same two deliveries, seen from the submit whose `callback_url` asked for them. */
export const jobEnded = (): CallbackObject => ({
  [`{$request.body#/${delivery.askedForBy}}`]: {
    post: {
      ...receiver(
        'receiveJobEnded',
        'The job has ended',
        Object.values(webhooks).flatMap(({ cites }) => [...cites]),
      ),
      requestBody: { required: true, content: { 'application/json': withExamples(WebhookDelivery) } },
    },
  },
});

export const callbackRefs = { jobEnded: { $ref: '#/components/callbacks/jobEnded' } };

const receiving = (operationId: string, event: WebhookEvent, webhook: Webhook): OperationObject => ({
  ...receiver(operationId, webhook.summary, webhook.cites),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: narrowed(event, webhook),
        examples: { [webhook.status]: { value: examplesOf(WebhookDelivery)[webhook.status] } },
      },
    },
  },
});

/** What every receiver sees: the signature, and which answers settle a delivery. */
const receiver = (operationId: string, summary: string, cites: readonly string[]): OperationObject => ({
  operationId,
  summary,
  description: `Sent only when the submit had a \`${delivery.askedForBy}\`. Verify \`${signature.header}\` over the bytes that arrived, refuse a \`t\` more than ${signature.toleranceSeconds} s away from now, and act once on each \`delivery_id\`.`,
  tags: ['Webhooks'],
  security: [],
  parameters: [parameterRef('ServiceSignature')],
  responses: {
    '2XX': { description: `Taken: any 2xx within ${delivery.responseWaitSeconds} s settles the delivery.` },
    '4XX': {
      description:
        'Refused, as for a signature that does not match. To the service this is a failed attempt like any other.',
    },
    default: {
      description: `Not taken: tried again, up to ${delivery.attemptsMax} times in about ${delivery.ladderMinutes} minutes, then given up. The job can be polled all the same.`,
    },
  },
  ...citing(clausesUnder(cites)),
  ...leavingOpen([
    'webhook-ladder',
    'webhook-wait-from',
    'webhook-jitter',
    'sent-at',
    'delivery-link',
    'secret-rotation',
    'webhook-media-type',
  ]),
});

/** The delivery of one event: `WebhookDelivery` with the event and the status that go together. */
const narrowed = (event: WebhookEvent, { status }: Webhook): SchemaObject => ({
  type: 'object',
  required: WebhookDelivery.required,
  properties: {
    ...Object.fromEntries(
      Object.keys(WebhookDelivery.properties).map((name) => [
        name,
        { $ref: `${schemaRef(WebhookDelivery).$ref}/properties/${name}` },
      ]),
    ),
    event: { const: event },
    data: { allOf: [schemaRef(Job), { type: 'object', properties: { status: { const: status } } }] },
  },
});
