/** What a receiver sees of `spec/gaps/wire/webhooks.ts`. */
import { type Received, type ReceiverAnswer, openReceiver } from '../webhooks/receiver.case.ts';
import { type Client, at } from './client.case.ts';
import type { MockOptions } from '../options.ts';
import type { Rows } from './row.case.ts';

type WebhookGap =
  | 'webhook-ladder'
  | 'webhook-wait-from'
  | 'webhook-jitter'
  | 'sent-at'
  | 'delivery-link'
  | 'secret-rotation'
  | 'webhook-media-type'
  | 'webhook-headers';

/** For receivers that answer: however busy the machine is, the clock does not pass them. */
const patient: MockOptions = { settleMs: 10_000 };

/** Seconds between the starts of the attempts at one delivery, to a receiver that answers like this. */
const waits = async (client: Client, answer: ReceiverAnswer): Promise<number[]> => {
  await deliver(client, [answer]);
  const [delivery] = await client.control.deliveries({ limit: 1 });
  const starts = (delivery?.attempts ?? []).map(({ started_at }) => Date.parse(started_at) / 1000);
  return starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
};

/** A job with a receiver, and an hour for its delivery. @param between done after the first attempt */
const deliver = async (
  client: Client,
  answers: ReceiverAnswer[],
  between: () => Promise<unknown> = async () => undefined,
): Promise<Received[]> => {
  const receiver = await openReceiver(...answers);
  const key = await client.upload('portrait.png');
  await client.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
  await client.clock.advance({ seconds: 5 });
  await between();
  await client.clock.advance({ seconds: 3_600 });
  await receiver.close();
  return receiver.received;
};

const inBodies = async (client: Client, ...path: string[]): Promise<unknown[]> =>
  (await deliver(client, [500, 200])).map(({ body }) => at(body, ...path));

export const webhooks: Rows<WebhookGap> = {
  'webhook-ladder': {
    options: patient,
    look: (client) => waits(client, 500),
    sees: {
      doubling: [29, 58, 116, 232, 464],
      'half-again': [68, 102, 153, 230, 345],
      tripling: [8, 23, 67, 200, 600],
    },
  },
  'webhook-wait-from': {
    look: async (client) => (await waits(client, 'hang'))[0],
    sees: { end: 39, start: 29 },
  },
  'webhook-jitter': {
    options: patient,
    look: async (client) => {
      const shares = (await waits(client, 500)).map((wait, index) => wait / (29 * 2 ** index) - 1);
      return { uneven: shares.some((share) => share !== 0), bounded: shares.every((share) => Math.abs(share) <= 0.1) };
    },
    sees: { none: { uneven: false, bounded: true }, '10-percent': { uneven: true, bounded: true } },
  },
  'sent-at': {
    options: patient,
    look: async (client) => new Set(await inBodies(client, 'sent_at')).size,
    sees: { 'this-attempt': 2, 'first-attempt': 1 },
  },
  'delivery-link': {
    options: patient,
    look: async (client) => new Set(await inBodies(client, 'data', 'output_url')).size,
    sees: { 'each-attempt': 2, 'first-attempt': 1 },
  },
  'secret-rotation': {
    options: patient,
    look: async (client) => {
      const received = await deliver(client, [500, 500, 200], () => client.control.rotateWebhookSecret('a1'));
      return received.map(({ headers }) => String(headers['service-signature']).match(/v1=/g)?.length);
    },
    sees: { 'next-attempt': [1, 1, 1], both: [1, 2, 2] },
  },
  'webhook-media-type': {
    options: patient,
    look: async (client) => (await deliver(client, [200])).map(({ headers }) => headers['content-type']),
    sees: { plain: ['application/json'], charset: ['application/json; charset=utf-8'] },
  },
  'webhook-headers': {
    options: patient,
    look: async (client) => {
      const received = await deliver(client, [200]);
      return received.map(({ headers, body }) => [
        headers['service-event'],
        headers['service-delivery'] === undefined ? undefined : headers['service-delivery'] === at(body, 'delivery_id'),
      ]);
    },
    sees: { least: [[undefined, undefined]], named: [['job.succeeded', true]] },
  },
};
