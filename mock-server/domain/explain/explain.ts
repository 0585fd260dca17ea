/**
 * Explains a job, session, delivery or charge from the events of its account and the journal: which request made it, which faults met
 * it, what moved the clock, what was booked and what was sent. Pure; `control/` gathers what it needs.
 */
import type { ExplainedCharge, Explanation } from '../../../spec/schemas/explain.ts';
import type { Account } from '../account.ts';
import type { Delivery } from '../delivery.ts';
import { usdFromMicros } from '../money.ts';
import { stateOf } from './deliveries.ts';
import { type Explained, explainJob } from './job.ts';
import { explainPostings } from './postings.ts';
import { explainSession } from './session.ts';
import { inOrder } from './step.ts';
import type { Subject } from './subject.ts';

export type { Past, Subject } from './subject.ts';

/** What an id stands for. */
export type Found = { readonly kind: Explanation['kind']; readonly about: string };

/** @param id as it was asked for */
export const explain = (subject: Subject, id: string, { kind, about }: Found): Explanation => {
  const { account } = subject;
  const { steps, summary, ...explained } = explainedOf(subject, about);
  const charge = chargeOf(account, about);
  const delivery = kind === 'delivery' ? account.deliveries.get(id) : undefined;
  return {
    id,
    kind,
    about,
    account_id: account.id,
    summary: summaryOf(summary, delivery, kind === 'charge' ? charge : null),
    ...explained,
    timeline: inOrder(steps),
    postings: explainPostings(subject, about),
    charge,
  };
};

/** What an id stands for in an account; undefined if nothing has it. */
export const findIn = ({ jobs, sessions, deliveries, usage }: Account, id: string): Found | undefined => {
  if (jobs.has(id)) return { kind: 'job', about: id };
  if (sessions.has(id)) return { kind: 'session', about: id };
  const delivery = deliveries.get(id);
  if (delivery !== undefined) return { kind: 'delivery', about: delivery.jobId };
  const about = chargedIn(id);
  return about !== undefined && usage.newest(usage.length, {}).some((record) => record.about === about)
    ? { kind: 'charge', about }
    : undefined;
};

/** The job or session that a usage record's own id is made from (gap `usage-id`); undefined for what is no such id. */
export const chargedIn = (id: string): string | undefined => {
  const prefixed = /^use_([a-z]+_[a-z0-9]+_[a-z0-9]+)$/.exec(id)?.[1];
  if (prefixed !== undefined) return prefixed;
  return /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)
    ? `${id.slice(0, 14)}4${id.slice(15)}`
    : undefined;
};

const explainedOf = (subject: Subject, about: string): Explained => {
  const job = subject.account.jobs.get(about);
  if (job !== undefined) return explainJob(subject, job);
  const session = subject.account.sessions.get(about);
  if (session === undefined) throw new Error(`${about} is neither a job nor a session`);
  return explainSession(subject, session);
};

const summaryOf = (whole: string, delivery: Delivery | undefined, charge: ExplainedCharge | null): string => {
  if (delivery !== undefined) return `The webhook ${delivery.id} ${stateOf(delivery)}. ${whole}`;
  if (charge === null) return whole;
  const reason = charge.reason === null ? '' : `, for the reason ${charge.reason}`;
  return `The usage record ${charge.id} says ${charge.status} and ${charge.charged_usd} USD${reason}. ${whole}`;
};

const chargeOf = ({ usage }: Account, about: string): ExplainedCharge | null => {
  const record = usage.newest(usage.length, {}).find((one) => one.about === about);
  if (record === undefined) return null;
  return {
    id: about.includes('_') ? `use_${about}` : `${about.slice(0, 14)}8${about.slice(15)}`,
    status: record.status,
    charged_usd: usdFromMicros(record.chargedMicros),
    reason: record.reason,
  };
};
