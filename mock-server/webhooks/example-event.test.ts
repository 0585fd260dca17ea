import { Compile } from 'typebox/schema';
import { expect, test } from 'vitest';
import { WebhookDelivery } from '../../spec/schemas/webhook.ts';
import { webhookEvents } from '../../spec/vocabulary.ts';
import { webhooks } from '../../spec/webhooks.ts';
import { exampleEvent } from './example-event.ts';

test.each(webhookEvents)('%s is a body that the document promises', (event) => {
  const body = exampleEvent(event, { suffix: 'x1', sentAt: Date.UTC(2026, 0, 1) });
  expect(Compile(WebhookDelivery).Check(body)).toBe(true);
  expect(body).toMatchObject({
    event,
    sent_at: '2026-01-01T00:00:00.000Z',
    delivery_id: 'dlv_a1_x1',
    data: { id: 'job_a1_x1', status: webhooks[event].status },
  });
});

test('another suffix is another delivery of another job, with another link', () => {
  const [one, other] = ['x1', 'x2'].map((suffix) => exampleEvent('job.succeeded', { suffix, sentAt: 0 }));
  expect(one?.delivery_id).not.toBe(other?.delivery_id);
  expect(one?.data.output_url).toContain('job_a1_x1');
  expect(other?.data.output_url).toContain('job_a1_x2');
});
