/** One delivery over the control API: its signatures taken apart, and sent again rightly or wrongly. */
import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type TestMock, openMock } from '../http/client.case.ts';
import { type Receiver, openReceiver } from '../webhooks/receiver.case.ts';
import type { DeliveryDetail } from './delivery-view.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

type Delivered = { readonly mock: TestMock; readonly receiver: Receiver; readonly id: string };

const delivered = async (): Promise<Delivered> => {
  const mock = await openMock();
  const receiver = await openReceiver(200);
  open.push(mock, receiver);
  const image = await mock.upload('portrait.png');
  const body = { image_key: image, face_key: image, callback_url: receiver.url };
  const { id: job } = (await mock.post('/face-swap-image', body)).body;
  await mock.control.finishJob(job, 'succeeded');
  await receiver.until(1);
  const [delivery] = await mock.control.deliveries({ limit: 1 });
  return { mock, receiver, id: delivery?.id ?? '' };
};

const detailOf = async ({ mock, id }: Delivered): Promise<DeliveryDetail> =>
  JSON.parse((await mock.steer('GET', `/deliveries/${id}`)).text) as DeliveryDetail;

test('the signature of each attempt is taken apart, and of the secret only the end is told', async () => {
  const setting = await delivered();
  const { mock, receiver } = setting;
  const { attempts } = await detailOf(setting);
  const [sent] = receiver.received;
  const value = String(sent?.headers['service-signature']);
  const t = value.slice(2, value.indexOf(','));
  const hex = createHmac('sha256', mock.webhookSecret)
    .update(`${t}.`)
    .update(sent?.raw ?? '')
    .digest('hex');
  expect(attempts[0]?.signature).toEqual({
    header: 'Service-Signature',
    value,
    t,
    v1: [hex],
    secrets: [{ ends_with: mock.webhookSecret.slice(-4), hex }],
  });
  expect(JSON.stringify(attempts)).not.toContain(mock.webhookSecret);
});

test('a forged one is shown to be none of the account’s, and only that attempt is spoiled', async () => {
  const setting = await delivered();
  const { mock, receiver, id } = setting;
  const resend = (body?: object): Promise<{ status: number }> => mock.steer('POST', `/deliveries/${id}/resend`, body);
  expect((await resend({ then: { fault: 'webhook-wrong-secret' } })).status).toBe(202);
  await receiver.until(2);
  expect((await resend()).status).toBe(202);
  await receiver.until(3);
  const holds = (await detailOf(setting)).attempts.map(({ signature }) =>
    signature?.secrets.some(({ hex }) => signature.v1.includes(hex)),
  );
  expect(holds).toEqual([true, false, true]);
});

test.each([
  [{ then: { fault: 'webhook-nothing' } }, 'webhook-nothing'],
  [{ then: { fault: 'socket-close' } }, 'socket-close meets no delivery'],
  [{ then: { fault: 'webhook-delay' } }, 'webhook-delay is fixed with the job'],
  [{ then: { fault: 'webhook-replay' } }, 'webhook-replay repeats'],
  [{ then: { fault: 'webhook-stale-t', seconds: 'many' } }, 'seconds of webhook-stale-t must be'],
  [{ fault: 'webhook-tampered' }, 'fault'],
])('a fault that a resend cannot meet is refused, and nothing is sent: %j', async (body, words) => {
  const setting = await delivered();
  const { mock, receiver, id } = setting;
  const { status, text } = await mock.steer('POST', `/deliveries/${id}/resend`, body);
  expect([status, text]).toEqual([400, expect.stringContaining(words)]);
  expect(receiver.received).toHaveLength(1);
});

test('a delivery that there is not is not found', async () => {
  const { mock } = await delivered();
  expect((await mock.steer('GET', '/deliveries/dlv_a1_none')).status).toBe(404);
});
