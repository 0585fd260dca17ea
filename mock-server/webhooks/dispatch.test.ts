/** What the dispatcher makes of events that it is told of late, or that another process has appended. */
import { expect, test } from 'vitest';
import { defaultChoices } from '../../spec/gaps.ts';
import { apply, momentAt, withDelivery, worldWith } from '../domain/account.case.ts';
import { finishDelivery, resendDelivery, startDelivery } from '../domain/deliveries.ts';
import type { AttemptOutcome } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Engine, Listener } from '../engine/engine.ts';
import type { EndedAttempt } from '../store/delivery-entry.ts';
import { Dispatcher } from './dispatch.ts';

const deliveryId = 'dlv_1';
const start = { type: 'start-delivery', deliveryId } as const;
const resend = { type: 'resend-delivery', deliveryId } as const;

test('an attempt that is told of after another has begun goes out as the one that it is', () => {
  const { account, tell, sent } = openScene();
  const [first] = apply(account, startDelivery(account, worldWith(), start, momentAt(0)));
  const [second] = apply(account, resendDelivery(account, worldWith(), resend, momentAt(1_000)));
  tell.own(first);
  tell.own(second);
  expect(sent()).toEqual([1, 2]);
});

test('an attempt that is over by the time it is told of is not sent', () => {
  const { account, tell, sent } = openScene();
  const [first] = apply(account, startDelivery(account, worldWith(), start, momentAt(0)));
  apply(account, finishDelivery(account, worldWith(), finish, momentAt(10_000)));
  tell.own(first);
  expect(sent()).toEqual([]);
});

test('an attempt whose time another process says is over is given up, and stands in the journal of the one that sent it', () => {
  const { account, tell, recorded, givenUp } = openScene();
  const [first] = apply(account, startDelivery(account, worldWith(), start, momentAt(0)));
  tell.own(first);
  const [ended] = apply(account, finishDelivery(account, worldWith(), finish, momentAt(10_000)));
  tell.others(ended);
  expect(givenUp()).toBe(1);
  expect(recorded).toMatchObject([{ deliveryId, attempt: 1, startedAt: 0, endedAt: 10_000 }]);
});

test('an attempt of another process is neither sent nor written down here', () => {
  const { account, tell, recorded, sent } = openScene();
  tell.others(apply(account, startDelivery(account, worldWith(), start, momentAt(0)))[0]);
  tell.others(apply(account, finishDelivery(account, worldWith(), finish, momentAt(10_000)))[0]);
  expect([sent(), recorded]).toEqual([[], []]);
});

const finish = {
  type: 'finish-delivery',
  deliveryId,
  attempt: 1,
  outcome: { kind: 'failed', failure: 'timeout' },
} as const;

/** An account, and a dispatcher whose receiver never answers. */
const openScene = () => {
  const account = withDelivery();
  const attempts: number[] = [];
  const recorded: EndedAttempt[] = [];
  let given = 0;
  const dispatcher = new Dispatcher({
    choices: defaultChoices,
    send: ({ giveUp }) =>
      new Promise<AttemptOutcome>(() => {
        giveUp.by(() => given++);
      }),
    present: (_job, _deliveryId, _sentAt, _linkedAt, attempt) => {
      attempts.push(attempt);
      return {};
    },
    sign: () => 't=1,v1=0',
    signatureHeader: 'Service-Signature',
    signatureSeconds: () => 1,
    meet: () => [],
    settleMs: 0,
    record: (attempt) => recorded.push(attempt),
    reportFailure: (error) => {
      throw error;
    },
  });
  const own: Listener[] = [];
  const others: Listener[] = [];
  const engine: Pick<Engine, 'follow' | 'observe'> = {
    follow: (listener) => own.push(listener),
    observe: (listener) => others.push(listener),
  };
  dispatcher.follow(engine as Engine);
  const telling = (listeners: readonly Listener[]) => (event: AccountEvent | undefined) => {
    if (event !== undefined) for (const listener of listeners) listener(account, event);
  };
  return {
    account,
    tell: { own: telling(own), others: telling(others) },
    sent: () => attempts,
    givenUp: () => given,
    recorded,
  };
};
