/** The only place where an account's state changes: folds one event into it. Reads no clock, draws nothing, decides nothing. */
import type { UsageReason } from '../../spec/vocabulary.ts';
import type { Account } from './account.ts';
import { attemptMark, resendMark } from './agenda.ts';
import { firstAttemptAt, isSuccess, waitsForAnother } from './deliveries.ts';
import type { Delivery } from './delivery.ts';
import { type AccountEvent, postingsOf } from './events.ts';
import { keep, remember } from './idempotency.ts';
import { type Job, type JobState, mayMove } from './job.ts';
import { post } from './ledger.ts';
import type { Session } from './session.ts';
import { stopsAt } from './streams.ts';

export const evolve = (account: Account, event: AccountEvent): void => {
  account.version++;
  account.lastAt = event.at;
  for (const posting of postingsOf(event, (id) => jobOf(account, id))) post(account.ledger, posting);
  apply(account, event);
  // Any event may change what there is to spend, and with it the instant at which a stream has to stop.
  for (const id of account.unheld) planStop(account, sessionOf(account, id));
};

const apply = (account: Account, event: AccountEvent): void => {
  switch (event.type) {
    case 'account.created':
      account.keys.set(event.key.digest, event.key);
      account.webhookSecret = event.webhookSecret;
      account.rates = event.rates;
      account.rateLimit = event.rateLimit;
      return;
    case 'account.topped-up':
      return;
    case 'key.created':
      account.ordinal++;
      account.credentials++;
      account.keys.set(event.key.digest, event.key);
      return;
    case 'key.revoked':
      for (const key of account.keys.values()) if (key.keyId === event.keyId) account.keys.delete(key.digest);
      return;
    case 'webhook-secret.rotated':
      account.ordinal++;
      account.credentials++;
      account.formerSecret = { secret: account.webhookSecret, rotatedAt: event.at };
      account.webhookSecret = event.webhookSecret;
      return;
    case 'rates.changed':
      account.rates = event.rates;
      return;
    case 'upload.stored':
      account.ordinal++;
      account.uploads.set(event.upload.fileKey, event.upload);
      return;
    case 'job.submitted': {
      account.ordinal++;
      // The spread comes last: fields after one give every object a hidden class of its own, half a kilobyte in V8 of Node 20.
      const job: Job = { submittedAt: event.at, state: { status: 'queued' }, ...event.job };
      account.jobs.set(job.id, job);
      if (event.place === 'rendering') takePlace(account, job, event.at);
      else account.waiting.add(job.id);
      if (event.idempotency) {
        const { key, fingerprint, until } = event.idempotency;
        remember(account, key, { jobId: job.id, fingerprint, until }, event.at);
      }
      if (job.paid === 'at submit') recordUsage(account, job, event.at, 'processing', job.priceMicros, null);
      return;
    }
    case 'submit.refused': {
      const { key, fingerprint, until } = event.idempotency;
      keep(account.refusedSubmits, key, { refusal: event.refusal, fingerprint, until }, event.at);
      return;
    }
    case 'job.started': {
      const job = jobOf(account, event.jobId);
      move(job, { status: 'processing' });
      if (job.plan.course === 'stuck-processing') account.agenda.drop(job.id);
      else account.agenda.set(job.id, event.at + job.plan.durationMs);
      return;
    }
    case 'job.succeeded': {
      const job = jobOf(account, event.jobId);
      move(job, { status: 'succeeded', at: event.at });
      settleUsage(account, job, event.at, 'succeeded', null);
      leavePlace(account, job, event.at);
      scheduleDelivery(account, job, event.at);
      return;
    }
    case 'job.failed': {
      const job = jobOf(account, event.jobId);
      move(job, { status: 'failed', at: event.at, code: event.code, reason: event.reason });
      settleUsage(account, job, event.at, 'failed', event.reason);
      leavePlace(account, job, event.at);
      scheduleDelivery(account, job, event.at);
      return;
    }
    case 'session.created': {
      account.ordinal++;
      const session = { createdAt: event.at, state: { status: 'created' } as const, ...event.session };
      account.sessions.set(session.id, session);
      account.agenda.set(session.id, session.tokenExpiresAt);
      return;
    }
    case 'session.expired': {
      const session = sessionOf(account, event.sessionId);
      session.state = { status: 'ended', at: event.at, reason: 'no_stream' };
      account.agenda.drop(session.id);
      if (event.unrecorded === true) return;
      account.usage.append({
        about: session.id,
        feature: session.feature,
        at: event.at,
        status: 'succeeded',
        chargedMicros: 0,
        reason: 'no_stream',
      });
      return;
    }
    case 'session.connected': {
      const session = sessionOf(account, event.sessionId);
      const { state } = session;
      const { connection, at, heldMicros, process } = event;
      const held = process === undefined ? {} : { process };
      // A connection that takes another's place goes on with its time and its money.
      session.state =
        state.status === 'streaming'
          ? { ...state, connection, aliveAt: at, ...held }
          : { status: 'streaming', at, connection, aliveAt: at, heldMicros, ...held };
      if (session.state.heldMicros === undefined) account.unheld.add(session.id);
      planStop(account, session);
      return;
    }
    case 'session.alive': {
      const session = sessionOf(account, event.sessionId);
      if (session.state.status === 'streaming') session.state = { ...session.state, aliveAt: event.at };
      return;
    }
    case 'session.ended': {
      const session = sessionOf(account, event.sessionId);
      const { at, settleAt, by, streamedMs, chargedMicros, reason } = event;
      session.state = { status: 'closing', at, settleAt, by, streamedMs, chargedMicros, reason };
      account.unheld.delete(session.id);
      account.agenda.set(session.id, settleAt);
      return;
    }
    case 'session.settled': {
      const session = sessionOf(account, event.sessionId);
      const { state } = session;
      if (state.status !== 'closing') throw new Error(`session ${session.id} is settled while ${state.status}`);
      session.state = { status: 'ended', at: state.at, reason: state.reason };
      account.agenda.drop(session.id);
      account.usage.append({
        about: session.id,
        feature: session.feature,
        at: event.at,
        status: 'succeeded',
        chargedMicros: event.chargedMicros,
        reason: state.reason,
      });
      return;
    }
    case 'delivery.started': {
      const delivery = deliveryOf(account, event.deliveryId);
      const { at, extra, until } = event;
      const number = delivery.attempts.push({ startedAt: at, extra });
      if (number !== (event.attempt ?? number))
        throw new Error(`delivery ${delivery.id} begins attempt ${event.attempt} after ${number - 1}`);
      account.overtaken.delete(delivery.id);
      if (extra) account.agenda.drop(delivery.id + resendMark);
      else {
        delivery.state = { status: 'running' };
        account.agenda.drop(delivery.id);
      }
      account.agenda.set(delivery.id + attemptMark + number, until);
      return;
    }
    case 'delivery.resend-scheduled':
      account.agenda.set(deliveryOf(account, event.deliveryId).id + resendMark, event.resendAt);
      return;
    case 'delivery.finished': {
      const delivery = deliveryOf(account, event.deliveryId);
      const { at, attempt: number, outcome, nextAt } = event;
      const attempt = delivery.attempts[number - 1];
      if (attempt === undefined) throw new Error(`delivery ${delivery.id} has no attempt ${number}`);
      const { startedAt, extra } = attempt;
      delivery.attempts[number - 1] = { startedAt, extra, endedAt: at, outcome };
      account.agenda.drop(delivery.id + attemptMark + number);
      releaseOvertaken(account, at);
      if (extra) return;
      if (nextAt === undefined) delivery.state = { status: isSuccess(outcome) ? 'delivered' : 'abandoned', at };
      else {
        delivery.state = { status: 'scheduled', at: nextAt };
        account.agenda.set(delivery.id, nextAt);
      }
      return;
    }
    default:
      event satisfies never;
      // One that a newer version has written, or nobody.
      throw new Error(`there is no event ${(event as AccountEvent).type}`);
  }
};

const sessionOf = (account: Account, id: string): Session => {
  const session = account.sessions.get(id);
  if (session === undefined) throw new Error(`no session ${id}`);
  return session;
};

const deliveryOf = (account: Account, id: string): Delivery => {
  const delivery = account.deliveries.get(id);
  if (delivery === undefined) throw new Error(`no delivery ${id}`);
  return delivery;
};

const planStop = (account: Account, session: Session): void => {
  const { state } = session;
  if (state.status !== 'streaming') throw new Error(`session ${session.id} is to stop while ${state.status}`);
  account.agenda.set(session.id, stopsAt(account, session, state));
};

const scheduleDelivery = (account: Account, { id: jobId, delivery, faults }: Job, at: number): void => {
  if (delivery === undefined) return;
  const { id, url } = delivery;
  const firstAt = firstAttemptAt(faults, at);
  account.deliveries.set(id, { id, jobId, url, attempts: [], state: { status: 'scheduled', at: firstAt } });
  account.agenda.set(id, firstAt);
  if (waitsForAnother(faults)) account.overtaken.add(id);
};

/** A delivery that another one has overtaken is due now. */
const releaseOvertaken = (account: Account, at: number): void => {
  for (const id of account.overtaken) {
    account.overtaken.delete(id);
    deliveryOf(account, id).state = { status: 'scheduled', at };
    account.agenda.set(id, at);
  }
};

const jobOf = (account: Account, id: string): Job => {
  const job = account.jobs.get(id);
  if (job === undefined) throw new Error(`no job ${id}`);
  return job;
};

const move = (job: Job, to: JobState): void => {
  if (!mayMove(job.state.status, to.status)) throw new Error(`job ${job.id}: ${job.state.status} to ${to.status}`);
  job.state = to;
};

const takePlace = (account: Account, job: Job, at: number): void => {
  account.rendering.add(job.id);
  if (job.plan.course !== 'stuck-queued') account.agenda.set(job.id, at + job.plan.startMs);
};

/** A place that becomes free goes to the first in the line. */
const leavePlace = (account: Account, job: Job, at: number): void => {
  account.agenda.drop(job.id);
  account.waiting.delete(job.id);
  if (!account.rendering.delete(job.id)) return;
  const [next] = account.waiting;
  if (next === undefined) return;
  account.waiting.delete(next);
  takePlace(account, jobOf(account, next), at);
};

const recordUsage = (
  account: Account,
  job: Job,
  at: number,
  status: 'processing' | 'succeeded' | 'failed',
  chargedMicros: number,
  reason: UsageReason | null,
): void => account.usage.append({ about: job.id, feature: job.feature, at, status, chargedMicros, reason });

const settleUsage = (
  account: Account,
  job: Job,
  at: number,
  status: 'succeeded' | 'failed',
  reason: UsageReason | null,
): void => {
  const charged = status === 'succeeded' ? job.priceMicros : 0;
  if (job.paid === 'at submit') account.usage.settle(job.id, status, charged, reason);
  else recordUsage(account, job, at, status, charged, reason);
};
