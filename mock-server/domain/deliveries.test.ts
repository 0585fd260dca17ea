import { expect, test } from 'vitest';
import type { GapChoices } from '../../spec/gaps.ts';
import { defaultChoices } from '../../spec/gaps.ts';
import type { Account } from './account.ts';
import { finishDelivery, isSuccess, resendDelivery, signingSecrets, startDelivery } from './deliveries.ts';
import type { AttemptOutcome } from './delivery.ts';
import { due } from './due.ts';
import { evolve } from './evolve.ts';
import { isRefused } from './refusal.ts';
import { accountWith, apply, momentAt, withDelivery, worldWith } from './account.case.ts';

const start = { type: 'start-delivery', deliveryId: 'dlv_1' } as const;
const resend = { type: 'resend-delivery', deliveryId: 'dlv_1' } as const;
const down: AttemptOutcome = { kind: 'answered', status: 503 };
const taken: AttemptOutcome = { kind: 'answered', status: 204 };

const stateOf = (account: Account) => account.deliveries.get('dlv_1')?.state;

/** Makes the attempts that are due, each answered after so long, until nothing is; gives when they began. */
const ladder = (
  choices: Partial<GapChoices>,
  { afterMs = 0, drawn = 0.5, says = (): AttemptOutcome => down } = {},
): { starts: number[]; account: Account } => {
  const account = withDelivery();
  const world = worldWith(choices);
  const starts: number[] = [];
  for (let state = stateOf(account); state?.status === 'scheduled' && starts.length < 9; state = stateOf(account)) {
    const { at } = state;
    apply(account, startDelivery(account, world, start, momentAt(at)));
    starts.push(at);
    const finish = { type: 'finish-delivery', deliveryId: 'dlv_1', attempt: starts.length, outcome: says() } as const;
    apply(account, finishDelivery(account, world, finish, momentAt(at + afterMs, drawn)));
  }
  return { starts: starts.map((at) => at / 1000), account };
};

test.each([
  ['doubling', [0, 29, 87, 203, 435, 899]],
  ['half-again', [0, 68, 170, 323, 553, 898]],
  ['tripling', [0, 8, 31, 98, 298, 898]],
] as const)('%s: a receiver that is down is tried six times in fifteen minutes, and then no more', (choice, starts) => {
  const { starts: actual, account } = ladder({ 'webhook-ladder': choice });
  expect(actual).toEqual(starts);
  expect(stateOf(account)).toEqual({ status: 'abandoned', at: 1000 * (starts[5] ?? 0) });
  expect(account.agenda.next()).toBeUndefined();
});

test('a wait begins at the end of an attempt or at its start, and never ends before the attempt does', () => {
  const silence = { afterMs: 10_000 };
  expect(ladder({ 'webhook-wait-from': 'end' }, silence).starts).toEqual([0, 39, 107, 233, 475, 949]);
  expect(ladder({ 'webhook-wait-from': 'start' }, silence).starts).toEqual([0, 29, 87, 203, 435, 899]);
  const short = ladder({ 'webhook-wait-from': 'start', 'webhook-ladder': 'tripling' }, silence);
  expect(short.starts.slice(0, 3)).toEqual([0, 10, 33]);
});

test('jitter makes a wait a tenth longer or shorter, and no more', () => {
  for (const [drawn, second] of [
    [0, 26.1],
    [0.5, 29],
    [1 - 2 ** -32, 31.9],
  ] as const) {
    expect(ladder({ 'webhook-jitter': '10-percent' }, { drawn }).starts[1]).toBe(second);
    expect(ladder({ 'webhook-jitter': 'none' }, { drawn }).starts[1]).toBe(29);
  }
});

test('the first 2xx ends the ladder', () => {
  const answers = [down, down, taken];
  const { starts, account } = ladder({}, { says: () => answers.shift() ?? down });
  expect(starts).toEqual([0, 29, 87]);
  expect(stateOf(account)).toEqual({ status: 'delivered', at: 87_000 });
  expect(account.agenda.next()).toBeUndefined();
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  [301, false],
  [410, false],
  [429, false],
])('%d is a success: %s', (status, success) => {
  expect(isSuccess({ kind: 'answered', status })).toBe(success);
});

test('an attempt ends once: what its sender says after its time is over changes nothing (F20, F26)', () => {
  const account = withDelivery();
  apply(account, startDelivery(account, worldWith(), start, momentAt(0)));
  expect(account.agenda.next()).toMatchObject({ key: 'dlv_1/1', at: 10_000 });
  const finish = { type: 'finish-delivery', deliveryId: 'dlv_1', attempt: 1 } as const;
  const timeout: AttemptOutcome = { kind: 'failed', failure: 'timeout' };
  apply(account, finishDelivery(account, worldWith(), { ...finish, outcome: timeout }, momentAt(10_000)));
  expect(apply(account, finishDelivery(account, worldWith(), { ...finish, outcome: taken }, momentAt(10_001)))).toEqual(
    [],
  );
  expect(stateOf(account)).toEqual({ status: 'scheduled', at: 39_000 });
});

test('a delivery that runs is not started a second time', () => {
  const account = withDelivery();
  apply(account, startDelivery(account, worldWith(), start, momentAt(0)));
  expect(apply(account, startDelivery(account, worldWith(), start, momentAt(0)))).toEqual([]);
});

test('an attempt that is asked for by hand counts as none of the six and moves none of them', () => {
  const account = withDelivery();
  const world = worldWith();
  const finish = (attempt: number, now: number, outcome = down) => {
    const command = { type: 'finish-delivery', deliveryId: 'dlv_1', attempt, outcome } as const;
    return apply(account, finishDelivery(account, world, command, momentAt(now)));
  };
  apply(account, startDelivery(account, world, start, momentAt(0)));
  const [extra] = apply(account, resendDelivery(account, world, resend, momentAt(1_000)));
  expect(extra).toMatchObject({ type: 'delivery.started', extra: true, until: 11_000 });
  finish(1, 2_000);
  expect(finish(2, 3_000)).not.toHaveProperty('0.nextAt');
  expect(stateOf(account)).toEqual({ status: 'scheduled', at: 31_000 });

  apply(account, startDelivery(account, world, start, momentAt(31_000)));
  finish(3, 31_000);
  expect(stateOf(account)).toEqual({ status: 'scheduled', at: 89_000 });
});

test('an attempt says which one it is, so that it can be told from those that begin while it is on its way', () => {
  const account = withDelivery();
  const numbers = [
    ...apply(account, startDelivery(account, worldWith(), start, momentAt(0))),
    ...apply(account, resendDelivery(account, worldWith(), resend, momentAt(1_000))),
  ].map((event) => event.type === 'delivery.started' && event.attempt);
  expect(numbers).toEqual([1, 2]);
});

test('attempts that were written without their number, as by earlier versions, are counted', () => {
  const account = withDelivery();
  for (const at of [0, 1_000]) {
    evolve(account, { type: 'delivery.started', at, deliveryId: 'dlv_1', extra: at > 0, until: at + 10_000 });
  }
  const finish = { type: 'finish-delivery', deliveryId: 'dlv_1', attempt: 2, outcome: taken } as const;
  apply(account, finishDelivery(account, worldWith(), finish, momentAt(2_000)));
  expect(account.deliveries.get('dlv_1')?.attempts).toMatchObject([
    { startedAt: 0 },
    { startedAt: 1_000, endedAt: 2_000 },
  ]);
});

test('what was abandoned stays so, also when an attempt that was asked for gets through (F25)', () => {
  const { account } = ladder({});
  const finish = { type: 'finish-delivery', deliveryId: 'dlv_1', attempt: 7, outcome: taken } as const;
  apply(account, resendDelivery(account, worldWith(), resend, momentAt(1_000_000)));
  apply(account, finishDelivery(account, worldWith(), finish, momentAt(1_000_100)));
  expect(stateOf(account)).toEqual({ status: 'abandoned', at: 899_000 });
});

test('an attempt may be asked for that comes a while later', () => {
  const account = withDelivery();
  apply(account, resendDelivery(account, worldWith(), { ...resend, afterSeconds: 30 }, momentAt(0)));
  expect(account.deliveries.get('dlv_1')?.attempts).toEqual([]);
  apply(account, startDelivery(account, worldWith(), start, momentAt(0)));
  const finish = { type: 'finish-delivery', deliveryId: 'dlv_1', attempt: 1, outcome: taken } as const;
  apply(account, finishDelivery(account, worldWith(), finish, momentAt(0)));
  expect(due(account)).toEqual({ at: 30_000, command: resend });
});

test('a delivery that is none is not found', () => {
  const decision = resendDelivery(accountWith(0), worldWith(), resend, momentAt(0));
  expect(isRefused(decision) && decision.refusal.code).toBe('not_found');
});

test('after a rotation the new secret signs; the old one beside it for a day, where both are used', () => {
  const account = accountWith(0);
  evolve(account, { type: 'webhook-secret.rotated', at: 1_000, webhookSecret: 'whsec_2' });
  const signedBy = (choice: GapChoices['secret-rotation'], now: number) =>
    signingSecrets(account, { ...defaultChoices, 'secret-rotation': choice }, now);
  expect(signedBy('next-attempt', 1_000)).toEqual(['whsec_2']);
  expect(signedBy('both', 1_000)).toEqual(['whsec_2', 'whsec_1']);
  expect(signedBy('both', 86_400_999)).toEqual(['whsec_2', 'whsec_1']);
  expect(signedBy('both', 86_401_000)).toEqual(['whsec_2']);

  // The secret before the last one signs no more.
  evolve(account, { type: 'webhook-secret.rotated', at: 2_000, webhookSecret: 'whsec_3' });
  expect(signedBy('both', 2_000)).toEqual(['whsec_3', 'whsec_2']);
});
