/** Bodies that are not those that were signed. */
import { type ReceiverCase, receiverCase, refused } from '../case.ts';
import type { Hand } from '../hand.ts';
import { bytesOf } from '../hand.ts';
import type { WebhookBody } from '../webhook-body.ts';

const forged = (
  id: string,
  words: string,
  /** What is sent under the signature of another body. */
  change: (body: Buffer, webhook: WebhookBody, hand: Hand) => Buffer | WebhookBody,
): ReceiverCase =>
  receiverCase({
    id: `forged.${id}`,
    title: `It rejects a body ${words}`,
    clauses: ['events.signature.mismatch-rejected'],
    isForged: true,
    advice:
      'Compute the HMAC of t, a full stop and the raw body, compare it with the whole of v1, and answer with a 4xx before anything else happens.',
    steps: (hand) => {
      const webhook = hand.succeeded();
      const signed = bytesOf(webhook);
      return [
        refused(hand.delivery(change(signed, webhook, hand), { signature: hand.sign(signed), what: 'the forgery' })),
      ];
    },
  });

export const forgedBodyCases: readonly ReceiverCase[] = [
  forged('amount', 'in which the amount was changed', (_, webhook) => ({
    ...webhook,
    data: { ...webhook.data, charged_usd: 0.01 },
  })),
  forged('link', 'in which the link leads elsewhere', (_, webhook) => ({
    ...webhook,
    data: { ...webhook.data, output_url: 'https://elsewhere.example/result' },
  })),
  forged('delivery-id', 'with another delivery_id', (_, webhook, hand) => ({
    ...webhook,
    delivery_id: hand.succeeded().delivery_id,
  })),
  forged('job', 'that speaks of another job', (_, webhook, hand) => ({ ...webhook, data: hand.succeeded().data })),
  forged('event', 'whose event was changed', (_, webhook) => ({ ...webhook, event: 'job.failed' })),
  forged('sent-at', 'whose sent_at was changed', (_, webhook) => ({ ...webhook, sent_at: '2020-01-01T00:00:00.000Z' })),
  forged('other-delivery', 'that came with the signature of another delivery', (_, __, hand) => hand.succeeded()),
  forged('one-bit', 'of which one bit was changed', (body) => {
    const changed = Buffer.from(body);
    // In the digits of the amount, so that it stays JSON.
    const place = changed.indexOf('0.36') + 3;
    changed[place] = (changed[place] ?? 0) ^ 1;
    return changed;
  }),
  forged('cut', 'that was cut short', (body) => body.subarray(0, -1)),
  forged('added', 'to which something was added', (body) => Buffer.concat([body, Buffer.from('{}')])),
  forged('emptied', 'that was taken away', () => Buffer.alloc(0)),
];
