/** What a receiver sees of each fault of a webhook, asked for with a header on the submit, a rule or a magic word. */
import { afterEach, expect, test } from 'vitest';
import { faultNames, familyOf } from '../../spec/faults.ts';
import { type TestMock, openMock } from '../http/client.case.ts';
import { SignatureVerificationError } from './signature-error.ts';
import { constructEvent } from './construct-event.ts';
import { type Received, type Receiver, type ReceiverAnswer, openReceiver } from './receiver.case.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

type Scene = {
  readonly mock: TestMock;
  readonly receiver: Receiver;
  /** Submits a job of one image whose delivery meets these faults; gives its id. */
  readonly submit: (faults?: string, word?: string) => Promise<string>;
};

const openScene = async (...answers: ReceiverAnswer[]): Promise<Scene> => {
  const mock = await openMock({ jobTime: 1, settleMs: 10_000 });
  const receiver = await openReceiver(...answers);
  open.push(mock, receiver);
  return {
    mock,
    receiver,
    submit: async (faults, word = 'portrait') => {
      const key = await mock.upload('portrait.png', `${word}.png`);
      const body = { image_key: key, face_key: key, callback_url: receiver.url };
      const headers = faults === undefined ? {} : { 'x-understudy-fault': faults };
      return (await mock.post('/face-swap-image', body, { headers })).body.id;
    },
  };
};

/** What a receiver that checks makes of each request: `accepted`, or why not. */
const verdicts = (mock: TestMock, received: readonly Received[]): string[] =>
  received.map(({ raw, headers }) => {
    try {
      constructEvent(raw, headers['service-signature'], mock.webhookSecret);
      return 'accepted';
    } catch (error) {
      return error instanceof SignatureVerificationError ? error.reason : String(error);
    }
  });

/** A delivery that meets a fault once: what the receiver makes of both attempts, the first of which it refuses. */
const twoAttempts = async (fault: string): Promise<string[]> => {
  const { mock, receiver, submit } = await openScene(400, 200);
  await submit(fault);
  await mock.clock.advance({ seconds: 100 });
  return verdicts(mock, receiver.received);
};

const jobIds = ({ received }: Receiver): string[] => received.map(({ body }) => (body['data'] as { id: string }).id);

const rows: { readonly [fault: string]: () => Promise<void> } = {
  'webhook-drop': async () => {
    const { mock, receiver, submit } = await openScene(200);
    await submit('webhook-drop; attempts=2');
    await mock.clock.advance({ seconds: 20 });
    expect(receiver.received).toEqual([]);
    await mock.clock.advance({ seconds: 100 });
    expect(verdicts(mock, receiver.received)).toEqual(['accepted']);
    const [delivery] = await mock.control.deliveries({ limit: 1 });
    expect(delivery?.attempts.map(({ failure, status }) => failure ?? status)).toEqual(['dropped', 'dropped', 200]);
  },
  'webhook-delay': async () => {
    const { mock, receiver, submit } = await openScene(200);
    await submit('webhook-delay; seconds=600');
    await mock.clock.advance({ seconds: 590 });
    expect(receiver.received).toEqual([]);
    await mock.clock.advance({ seconds: 20 });
    expect(verdicts(mock, receiver.received)).toEqual(['accepted']);
  },
  'webhook-duplicate': async () => {
    const { mock, receiver, submit } = await openScene(200);
    await submit('webhook-duplicate; after_seconds=30');
    await mock.clock.advance({ seconds: 20 });
    expect(receiver.received).toHaveLength(1);
    await mock.clock.advance({ seconds: 3_600 });
    expect(verdicts(mock, receiver.received)).toEqual(['accepted', 'accepted']);
    expect(new Set(receiver.received.map(({ body }) => body['delivery_id'])).size).toBe(1);
  },
  'webhook-reorder': async () => {
    const { mock, receiver, submit } = await openScene(200);
    const first = await submit('webhook-reorder');
    await mock.clock.advance({ seconds: 10 });
    const second = await submit();
    await mock.clock.advance({ seconds: 10 });
    expect(jobIds(receiver)).toEqual([second, first]);
    // Where no other comes, a minute is the most.
    await submit('webhook-reorder');
    await mock.clock.advance({ seconds: 50 });
    expect(receiver.received).toHaveLength(2);
    await mock.clock.advance({ seconds: 30 });
    expect(receiver.received).toHaveLength(3);
  },
  'webhook-stale-t': async () => {
    expect(await twoAttempts('webhook-stale-t')).toEqual(['too_old', 'accepted']);
  },
  'webhook-wrong-secret': async () => {
    expect(await twoAttempts('webhook-wrong-secret')).toEqual(['mismatch', 'accepted']);
  },
  'webhook-tampered': async () => {
    const { mock, receiver, submit } = await openScene(400, 200);
    await submit('webhook-tampered');
    await mock.clock.advance({ seconds: 100 });
    expect(verdicts(mock, receiver.received)).toEqual(['mismatch', 'accepted']);
    expect(receiver.received[0]?.body).toMatchObject({ event: 'job.succeeded' });
  },
  'webhook-re-serialised': async () => {
    const { mock, receiver, submit } = await openScene(400, 200);
    await submit('webhook-re-serialised');
    await mock.clock.advance({ seconds: 100 });
    expect(verdicts(mock, receiver.received)).toEqual(['mismatch', 'accepted']);
    const [first] = receiver.received;
    // The same value: what was signed is its usual form.
    const usual = Buffer.from(JSON.stringify(first?.body));
    const rebuilt = { ...first, raw: usual } as Received;
    expect(verdicts(mock, [rebuilt])).toEqual(['accepted']);
  },
  'webhook-truncated': async () => {
    expect(await twoAttempts('webhook-truncated')).toEqual(['mismatch', 'accepted']);
  },
  'webhook-slow-body': async () => {
    const { mock, receiver, submit } = await openScene(200);
    await submit('webhook-slow-body; ms=200');
    await mock.clock.advance({ seconds: 5 });
    await receiver.until(1);
    expect(verdicts(mock, receiver.received)).toEqual(['accepted']);
    expect(receiver.received[0]?.pieces).toBeGreaterThan(3);
  },
  'webhook-replay': async () => {
    const { mock, receiver, submit } = await openScene(200);
    const old = await submit();
    await mock.clock.advance({ seconds: 10 });
    const later = await submit('webhook-replay');
    await mock.clock.advance({ seconds: 10 });
    expect(jobIds(receiver)).toEqual([old, later, old]);
    const [first, , replayed] = receiver.received;
    expect([replayed?.raw, replayed?.headers['service-signature']]).toEqual([
      first?.raw,
      first?.headers['service-signature'],
    ]);
  },
  'webhook-before-reply': async () => {
    const { receiver, submit } = await openScene(200);
    const submitting = submit('webhook-before-reply');
    await receiver.until(1);
    expect(jobIds(receiver)).toEqual([await submitting]);
  },
};

test('every fault of a webhook has a test', () => {
  expect(Object.keys(rows).sort()).toEqual(faultNames.filter((name) => familyOf(name) === 'webhook').sort());
});

test.each(Object.keys(rows))('%s', async (name) => {
  await rows[name]?.();
});

test('a fault that is asked for more than once meets as many attempts', async () => {
  const { mock, receiver, submit } = await openScene(400, 400, 400, 200);
  await submit('webhook-wrong-secret; attempts=3');
  await mock.clock.advance({ seconds: 1_200 });
  expect(verdicts(mock, receiver.received)).toEqual(['mismatch', 'mismatch', 'mismatch', 'accepted']);
});

test('what is replayed is what was taken last, as it was taken: no attempt that failed, and no delivery that never arrived', async () => {
  const { mock, receiver, submit } = await openScene(200, 500, 200);
  const jobs: string[] = [];
  for (const faults of [undefined, undefined, 'webhook-drop; attempts=6', 'webhook-replay']) {
    jobs.push(await submit(faults));
    await mock.clock.advance({ seconds: 1_200 });
  }
  const [first, second, , last] = jobs;
  expect(jobIds(receiver)).toEqual([first, second, second, last, second]);
  const [, failed, taken, , replayed] = receiver.received;
  expect(replayed?.raw).toEqual(taken?.raw);
  expect(replayed?.raw).not.toEqual(failed?.raw);
  expect(replayed?.headers['service-signature']).toBe(taken?.headers['service-signature']);
});

test('where nothing else was taken, a delivery is replayed itself', async () => {
  const { mock, receiver, submit } = await openScene(200);
  const only = await submit('webhook-replay');
  await mock.clock.advance({ seconds: 10 });
  expect(jobIds(receiver)).toEqual([only, only]);
  expect(receiver.received[1]?.raw).toEqual(receiver.received[0]?.raw);
});

test('a rule may meet attempts by themselves, and the journal says which', async () => {
  const { mock, receiver, submit } = await openScene(400, 200);
  const rule = { when: { on: 'delivery', nth: 2 }, then: { fault: 'webhook-wrong-secret' } };
  expect((await mock.steer('POST', '/faults', rule)).status).toBeLessThan(300);
  await submit();
  await mock.clock.advance({ seconds: 100 });
  expect(verdicts(mock, receiver.received)).toEqual(['accepted', 'mismatch']);
  const { entries } = mock.control.journal({ kind: 'delivery', limit: 10 });
  expect(entries.map(({ faults }) => faults)).toEqual([[], ['webhook-wrong-secret']]);
});

test('a magic word in a file name does what the fault does, and the journal says so of the submit', async () => {
  const { mock, receiver, submit } = await openScene(400, 200);
  await submit(undefined, 'magic_webhook_tampered');
  await mock.clock.advance({ seconds: 100 });
  expect(verdicts(mock, receiver.received)).toEqual(['mismatch', 'accepted']);
  const { entries } = mock.control.journal({ operation: 'submitFaceSwapImage', limit: 10 });
  expect(entries.map(({ faults }) => faults)).toEqual([['webhook-tampered']]);
});

test('the same seed and the same requests give the same deliveries, byte for byte', async () => {
  const runs = [];
  for (let run = 0; run < 2; run++) {
    const mock = await openMock({ jobTime: 1, settleMs: 10_000, signatureTime: 'clock' });
    const receiver = await openReceiver(500, 200);
    open.push(mock, receiver);
    const rule = { when: { chance: 0.5 }, then: { fault: 'webhook-tampered', attempts: 2 } };
    await mock.steer('POST', '/faults', rule);
    const key = await mock.upload('portrait.png');
    for (let job = 0; job < 8; job++) {
      await mock.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
      await mock.clock.advance({ seconds: 3_600 });
    }
    runs.push(receiver.received.map(({ raw, headers }) => [raw.toString(), headers['service-signature']]));
  }
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]?.length).toBe(9);
});
