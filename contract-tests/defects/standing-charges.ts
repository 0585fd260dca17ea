/** Money that goes without a call: a subscription, fees for time, for rest, or for what is kept. */
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Take, showing, taking } from './purse.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A fee that grows with the age of an account. */
const standing =
  (feeMicros: (ageMs: number) => number): (() => Ports) =>
  () => {
    const born = new Map<string, number>();
    return {
      decide: (next) => (account, world, command, moment) => {
        if (!born.has(account.id)) born.set(account.id, moment.now);
        return next(account, world, command, moment);
      },
      ...showing((id, now) => feeMicros(now - (born.get(id ?? '') ?? now))),
    };
  };

export const standingChargeDefects: readonly Defect[] = [
  {
    id: 'money.subscription',
    does: 'takes a dollar for every thirty days',
    clause: 'service.no-subscription',
    ports: standing((ageMs) => Math.floor(ageMs / (30 * dayMs)) * 1_000_000),
  },
  {
    id: 'money.daily-fee',
    does: 'takes a cent for every day',
    clause: 'service.no-subscription',
    ports: standing((ageMs) => Math.floor(ageMs / dayMs) * 10_000),
  },
  {
    id: 'money.balance-lapses',
    does: 'lets half of the balance lapse after a year',
    clause: 'service.no-subscription',
    ports: standing((ageMs) => (ageMs > 365 * dayMs ? 50_000_000 : 0)),
  },
  {
    id: 'money.fee-for-ten-minutes',
    does: 'takes a tenth of a cent for every ten minutes that an account is there',
    clause: 'service.no-subscription',
    ports: standing((ageMs) => Math.floor(ageMs / (10 * minuteMs)) * 1_000),
  },
  {
    id: 'money.fee-for-rest',
    does: 'takes a cent from an account of which nothing was asked for five minutes',
    clause: 'service.no-subscription',
    ports: resting((restMs) => (restMs > 5 * minuteMs ? 10_000 : 0)),
  },
  {
    id: 'money.storage-of-uploads',
    does: 'takes a tenth of a cent for each upload that is kept for a quarter of an hour',
    clause: 'service.no-subscription',
    ports: taking(
      (): Take =>
        (event, { now }) =>
          event.type === 'upload.stored' ? { micros: 1_000, from: now + 15 * minuteMs } : undefined,
    ),
  },
];

/** A fee for the time since the last command of an account, taken anew whenever it rests again. */
function resting(feeMicros: (restMs: number) => number): () => Ports {
  return () => {
    const last = new Map<string, number>();
    const taken = new Map<string, number>();
    const dueAt = (id: string, now: number): number => (taken.get(id) ?? 0) + feeMicros(now - (last.get(id) ?? now));
    return {
      decide: (next) => (account, world, command, moment) => {
        taken.set(account.id, dueAt(account.id, moment.now));
        last.set(account.id, moment.now);
        return next(account, world, command, moment);
      },
      ...showing((id, now) => dueAt(id ?? '', now)),
    };
  };
}
