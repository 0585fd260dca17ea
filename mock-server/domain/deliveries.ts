/** Deliveries: when to try, when to give up. Signing and sending are `webhooks/`. */
import { type Fault, faultNamed } from '../../spec/faults.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { delivery as documented } from '../../spec/webhooks.ts';
import type { Account } from './account.ts';
import type { Decision, FinishDelivery, Moment, ResendDelivery, StartDelivery } from './commands.ts';
import type { AttemptOutcome, Delivery } from './delivery.ts';
import type { AccountEvent } from './events.ts';
import { refuse } from './refusal.ts';
import type { World } from './world.ts';

/** Due by itself. Once `delivery.started` stands in the stream, the process that appended it sends. */
export const startDelivery = (
  account: Account,
  world: World,
  { deliveryId }: StartDelivery,
  { now }: Moment,
): Decision<StartDelivery> => {
  const delivery = account.deliveries.get(deliveryId);
  if (delivery?.state.status !== 'scheduled') return { events: [], reply: {} };
  return { events: [started(delivery, world, false, now)], reply: {} };
};

/** One more attempt, asked for by hand or by a fault. */
export const resendDelivery = (
  account: Account,
  world: World,
  { deliveryId, afterSeconds = 0 }: ResendDelivery,
  { now }: Moment,
): Decision<ResendDelivery> => {
  const delivery = account.deliveries.get(deliveryId);
  if (delivery === undefined) return refuse('not_found', `no delivery ${deliveryId} in this account`);
  const event: AccountEvent =
    afterSeconds > 0
      ? { type: 'delivery.resend-scheduled', at: now, deliveryId, resendAt: now + afterSeconds * 1000 }
      : started(delivery, world, true, now);
  return { events: [event], reply: {} };
};

const started = (
  { id: deliveryId, attempts }: Delivery,
  { responseWaitMs, settings: { process } }: World,
  extra: boolean,
  now: number,
): AccountEvent => ({
  type: 'delivery.started',
  at: now,
  deliveryId,
  attempt: attempts.length + 1,
  extra,
  until: now + responseWaitMs,
  ...(process !== undefined && { process }),
});

/** Ends an attempt as its sender saw it, or because its time is over; whichever comes second changes nothing. */
export const finishDelivery = (
  account: Account,
  { settings: { choices, rules } }: World,
  { deliveryId, attempt: number, outcome }: FinishDelivery,
  { now, draw }: Moment,
): Decision<FinishDelivery> => {
  const delivery = account.deliveries.get(deliveryId);
  const attempt = delivery?.attempts[number - 1];
  if (delivery === undefined || attempt === undefined || attempt.endedAt !== undefined)
    return { events: [], reply: {} };
  const nextAt =
    attempt.extra || rules.isSuccess(outcome)
      ? undefined
      : rules.nextAttempt({
          delivery,
          number: delivery.attempts.filter(({ extra }) => !extra).length,
          startedAt: attempt.startedAt,
          endedAt: now,
          outcome,
          choices,
          draw,
        });
  return {
    events: [
      {
        type: 'delivery.finished',
        at: now,
        deliveryId,
        attempt: number,
        outcome,
        ...(nextAt !== undefined && { nextAt }),
      },
    ],
    reply: {},
  };
};

/** A port, as the two below: whether a delivery has arrived. */
export type IsSuccess = (outcome: AttemptOutcome) => boolean;

/** An attempt that has failed, and was not asked for by hand. */
export type FailedAttempt = {
  readonly delivery: Delivery;
  /** From 1; those that were asked for by hand do not count. */
  readonly number: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: AttemptOutcome;
  readonly choices: GapChoices;
  /** A number in [0, 1) for a purpose, as in a `Moment`. */
  readonly draw: Moment['draw'];
};

/** When the next one begins: not before this one has ended. Undefined for never. */
export type NextAttempt = (failed: FailedAttempt) => number | undefined;

/** Any 2xx, and nothing else (events.success-any-2xx). */
export const isSuccess: IsSuccess = (outcome) =>
  outcome.kind === 'answered' && outcome.status >= documented.success.from && outcome.status <= documented.success.to;

/** When the ladder goes on after a failed attempt; undefined after the last. */
export const nextAttempt: NextAttempt = ({ delivery, number, startedAt, endedAt, choices, draw }) => {
  const waitSeconds = ladders[choices['webhook-ladder']][number - 1];
  if (waitSeconds === undefined) return undefined;
  const jitter = choices['webhook-jitter'] === 'none' ? 0 : 0.2 * draw(`jitter/${delivery.id}/${number}`) - 0.1;
  const from = choices['webhook-wait-from'] === 'start' ? startedAt : endedAt;
  return Math.max(endedAt, Math.round(from + waitSeconds * 1000 * (1 + jitter)));
};

/** Seconds between the six attempts (gap `webhook-ladder`). */
const ladders = {
  doubling: [29, 58, 116, 232, 464],
  'half-again': [68, 102, 153, 230, 345],
  tripling: [8, 23, 67, 200, 600],
} as const satisfies Record<GapChoices['webhook-ladder'], readonly number[]>;

/** The secrets that sign an attempt now: the account's, and for a day the one before where both are used (gap `secret-rotation`). */
export const signingSecrets = (
  { webhookSecret, formerSecret }: Account,
  choices: GapChoices,
  now: number,
): readonly [string, ...string[]] =>
  choices['secret-rotation'] === 'both' && formerSecret !== undefined && now < formerSecret.rotatedAt + dayMs
    ? [webhookSecret, formerSecret.secret]
    : [webhookSecret];

/** When a delivery is tried first: as soon as its job has ended, unless a fault holds it back. */
export const firstAttemptAt = (faults: readonly Fault[] | undefined, endedAt: number): number => {
  const delayMs = (faultNamed(faults, 'webhook-delay')?.seconds ?? 0) * 1000;
  return endedAt + Math.max(delayMs, waitsForAnother(faults) ? overtakenMs : 0);
};

/** Whether it lets another delivery of its account go first, if one comes within a minute. */
export const waitsForAnother = (faults: readonly Fault[] | undefined): boolean =>
  faultNamed(faults, 'webhook-reorder') !== undefined;

const overtakenMs = 60_000;

const dayMs = 24 * 3_600_000;
