/** The only place where an account's state changes: folds one event into it. Reads no clock, draws nothing, decides nothing. */
import type { UsageReason } from '../../spec/vocabulary.ts';
import type { Account } from './account.ts';
import { type AccountEvent, postingsOf } from './events.ts';
import { keep, remember } from './idempotency.ts';
import { type Job, type JobState, mayMove } from './job.ts';
import { post } from './ledger.ts';

export const evolve = (account: Account, event: AccountEvent): void => {
  account.version++;
  account.lastAt = event.at;
  for (const posting of postingsOf(event, (id) => jobOf(account, id))) post(account.ledger, posting);
  apply(account, event);
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
      account.keys.set(event.key.digest, event.key);
      return;
    case 'key.revoked':
      for (const key of account.keys.values()) if (key.keyId === event.keyId) account.keys.delete(key.digest);
      return;
    case 'webhook-secret.rotated':
      account.ordinal++;
      account.webhookSecret = event.webhookSecret;
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
      account.agenda.set(job.id, event.at + job.plan.durationMs);
      return;
    }
    case 'job.succeeded': {
      const job = jobOf(account, event.jobId);
      move(job, { status: 'succeeded', at: event.at });
      settleUsage(account, job, event.at, 'succeeded', null);
      leavePlace(account, job, event.at);
      return;
    }
    case 'job.failed': {
      const job = jobOf(account, event.jobId);
      move(job, { status: 'failed', at: event.at, code: event.code, reason: event.reason });
      settleUsage(account, job, event.at, 'failed', event.reason);
      leavePlace(account, job, event.at);
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
      const session = account.sessions.get(event.sessionId);
      if (session === undefined) throw new Error(`no session ${event.sessionId}`);
      session.state = { status: 'ended', at: event.at, reason: 'no_stream' };
      account.agenda.drop(session.id);
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
    default:
      event satisfies never;
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
  account.agenda.set(job.id, at + job.plan.startMs);
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
