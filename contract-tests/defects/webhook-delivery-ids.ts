/** Webhooks whose `delivery_id` is another at each attempt, or the same for several jobs. */
import type { Defect } from './defect.ts';
import { body, defectOf } from './webhook-wraps.ts';

const defect = defectOf('webhook-content');

export const webhookDeliveryIdDefects: readonly Defect[] = [
  defect(
    'delivery-id-per-attempt',
    'gives every attempt a delivery_id of its own',
    'events.content.delivery-id-stable',
    body((told, { deliveryId, attempt }) => ({ ...told, delivery_id: `${deliveryId}-${attempt}` })),
  ),
  defect(
    'delivery-id-of-retries',
    'gives retries another delivery_id than the first attempt',
    'events.content.delivery-id-stable',
    body((told, { deliveryId, attempt }) => ({ ...told, delivery_id: attempt > 1 ? `${deliveryId}-r` : deliveryId })),
  ),
  defect(
    'delivery-id-of-last',
    'gives the sixth attempt another delivery_id',
    'events.content.delivery-id-stable',
    body((told, { deliveryId, attempt }) => ({
      ...told,
      delivery_id: attempt === 6 ? `${deliveryId}-last` : deliveryId,
    })),
  ),
  defect(
    'delivery-id-after-refusal',
    'gives an attempt after a 404 another delivery_id',
    'events.content.delivery-id-stable',
    body((told, { deliveryId, attempt, sentAt }) => ({
      ...told,
      delivery_id: attempt > 3 ? `${deliveryId}-${sentAt}` : deliveryId,
    })),
  ),
  defect(
    'delivery-id-shared',
    'gives all webhooks one delivery_id',
    'events.content.delivery-id-distinct',
    body((told) => ({ ...told, delivery_id: 'dlv_1' })),
  ),
  defect(
    'delivery-id-empty',
    'gives all webhooks an empty delivery_id',
    'events.content.delivery-id-distinct',
    body((told) => ({ ...told, delivery_id: '' })),
  ),
  defect(
    'delivery-id-of-capability',
    'gives webhooks of one capability one delivery_id',
    'events.content.delivery-id-distinct',
    body((told, { job }) => ({ ...told, delivery_id: `dlv_${job.feature}` })),
  ),
  defect(
    'delivery-id-of-failures',
    'gives webhooks of failed jobs one delivery_id',
    'events.content.delivery-id-distinct',
    body((told, { job }) => (job.state.status === 'failed' ? { ...told, delivery_id: 'dlv_failed' } : told)),
  ),
  defect(
    'delivery-id-of-event',
    'gives webhooks the name of their event as delivery_id',
    'events.content.delivery-id-distinct',
    body((told) => ({ ...told, delivery_id: told['event'] })),
  ),
  {
    ...defect(
      'delivery-id-counts-for-account',
      'counts delivery_id from 1 for each account',
      'events.content.delivery-id-distinct',
      () => {
        const numbers = new Map<string, number>();
        const counts = new Map<string, number>();
        return {
          presentWebhook: (next) => (told, facts) => {
            // The account's id is the middle of an id, or the end of a UUID.
            const account = facts.deliveryId.split(/[_-]/).at(facts.deliveryId.includes('_') ? 1 : -1) ?? '';
            if (!numbers.has(facts.deliveryId)) {
              counts.set(account, (counts.get(account) ?? 0) + 1);
              numbers.set(facts.deliveryId, counts.get(account) ?? 0);
            }
            return next({ ...told, delivery_id: `dlv_${numbers.get(facts.deliveryId) ?? 0}` }, facts);
          },
        };
      },
    ),
  },
];
