/** Receivers that fail, each in its way, by a clock that is moved; and what must have come of each delivery. */
import { expect } from 'vitest';
import { openMock } from '../http/client.case.ts';
import type { Ports } from '../ports.ts';
import { type Answer, ok, openRawReceiver } from './raw-receiver.case.ts';

const attemptsMax = 6;

export type Failing = { readonly answer: Answer | 'closed'; readonly seen: RegExp };

/**
 * So many deliveries to each of the receivers, and to one that is well.
 *
 * @returns how many deliveries there were, and failed attempts
 */
export const failSixTimes = async (
  receivers: Readonly<Record<string, Failing>>,
  deliveriesEach: number,
  ports: Ports = {},
): Promise<{ readonly deliveries: number; readonly attempts: number }> => {
  const open: { close: () => Promise<unknown> }[] = [];
  try {
    const mock = await openMock({ jobTime: 1, concurrency: 1_000, settleMs: 5_000 }, ports);
    open.push(mock);
    const key = await mock.upload('portrait.png');
    const submitAll = (url: string): Promise<string[]> =>
      Promise.all(
        Array.from({ length: deliveriesEach }, async () => {
          const body = { image_key: key, face_key: key, callback_url: url };
          return (await mock.post('/face-swap-image', body)).body.id;
        }),
      );
    const well = await openRawReceiver((socket) => socket.write(ok));
    open.push(well);
    const served = await submitAll(well.url);
    const failing = [];
    for (const [name, { answer, seen }] of Object.entries(receivers)) {
      const receiver = await openRawReceiver(answer === 'closed' ? () => undefined : answer);
      if (answer === 'closed') await receiver.close();
      else open.push(receiver);
      failing.push({
        name,
        seen,
        receiver,
        heard: answer === 'closed' ? 0 : attemptsMax,
        jobs: await submitAll(receiver.url),
      });
    }
    await mock.clock.advance({ seconds: 86_400 });

    const settled = new Map<string, Delivery>();
    for (const delivery of await deliveriesOf(mock)) settled.set(delivery.job_id, delivery);
    for (const job of served) expect(settled.get(job)).toMatchObject({ status: 'delivered', attempts: { length: 1 } });
    let attempts = 0;
    for (const { name, seen, receiver, heard, jobs } of failing) {
      for (const job of jobs) {
        const delivery = settled.get(job);
        expect({ name, status: delivery?.status, attempts: delivery?.attempts.length }).toEqual({
          name,
          status: 'abandoned',
          attempts: attemptsMax,
        });
        for (const { failure, status } of delivery?.attempts ?? [])
          expect(failure ?? String(status), `how ${name} was seen`).toMatch(seen);
        attempts += attemptsMax;
      }
      const ids = receiver.requests.map((request) => /"delivery_id":"([^"]+)"/.exec(request)?.[1]);
      expect({ name, heard: ids.length }).toEqual({ name, heard: heard * deliveriesEach });
      expect({ name, deliveries: new Set(ids).size }).toEqual({ name, deliveries: heard === 0 ? 0 : deliveriesEach });
    }
    expect(mock.failures).toEqual([]);
    return { deliveries: settled.size, attempts };
  } finally {
    for (const one of open) await one.close();
  }
};

type Delivery = {
  readonly job_id: string;
  readonly status: string;
  readonly attempts: readonly { readonly status: number | null; readonly failure: string | null }[];
};

const deliveriesOf = async (mock: Awaited<ReturnType<typeof openMock>>): Promise<Delivery[]> =>
  (await mock.steer('GET', '/deliveries?limit=1000')).body as unknown as Delivery[];
