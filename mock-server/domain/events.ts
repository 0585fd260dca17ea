/** The facts of an account's stream. Each carries all that was drawn, priced or read when it was decided: folding it needs nothing else. */
import type { JobErrorCode } from '../../spec/errors.ts';
import type { UsageReason } from '../../spec/vocabulary.ts';
import type { ApiKey } from './account.ts';
import type { JobFacts } from './job.ts';
import type { AttemptOutcome } from './delivery.ts';
import type { Posting } from './ledger.ts';
import type { Micros } from './money.ts';
import type { NegotiatedRates } from './pricing.ts';
import type { Refusal } from './refusal.ts';
import type { SessionFacts, Streamed } from './session.ts';
import type { Upload } from './upload.ts';

export type AccountEvent = { readonly at: number } & (
  | {
      readonly type: 'account.created';
      readonly balanceMicros: Micros;
      readonly rates: NegotiatedRates;
      readonly rateLimit?: number | 'off';
      readonly key: ApiKey;
      readonly webhookSecret: string;
    }
  | { readonly type: 'account.topped-up'; readonly micros: Micros }
  | { readonly type: 'key.created'; readonly key: ApiKey }
  | { readonly type: 'key.revoked'; readonly keyId: string }
  | { readonly type: 'webhook-secret.rotated'; readonly webhookSecret: string }
  /** All that are the account's own from now on. */
  | { readonly type: 'rates.changed'; readonly rates: NegotiatedRates }
  | { readonly type: 'upload.stored'; readonly upload: Upload }
  | {
      readonly type: 'job.submitted';
      readonly job: JobFacts;
      readonly idempotency?: { readonly key: string; readonly fingerprint: string; readonly until: number };
      /** The place it takes: at once, or in the waiting line. */
      readonly place: 'rendering' | 'waiting';
    }
  /** Only where a refusal uses up its key (gap `idempotency-refusals`): any other leaves no trace. */
  | {
      readonly type: 'submit.refused';
      readonly refusal: Refusal;
      readonly idempotency: { readonly key: string; readonly fingerprint: string; readonly until: number };
    }
  | { readonly type: 'job.started'; readonly jobId: string }
  | { readonly type: 'job.succeeded'; readonly jobId: string }
  | {
      readonly type: 'job.failed';
      readonly jobId: string;
      readonly code: JobErrorCode;
      readonly reason: UsageReason | null;
    }
  | { readonly type: 'session.created'; readonly session: SessionFacts }
  /** `unrecorded`: it leaves no usage record (gap `no-stream-time`). */
  | { readonly type: 'session.expired'; readonly sessionId: string; readonly unrecorded?: true }
  | {
      readonly type: 'session.connected';
      readonly sessionId: string;
      readonly connection: number;
      /** Set aside from now on; nothing for a connection that takes another's place. */
      readonly heldMicros?: Micros;
      /** The process that has the socket, where there are several. */
      readonly process?: string;
    }
  /** Written every few seconds while a stream lives, so that it can be settled after a crash. */
  | { readonly type: 'session.alive'; readonly sessionId: string }
  | ({
      readonly type: 'session.ended';
      readonly sessionId: string;
      readonly settleAt: number;
      /** What was set aside for it until now. */
      readonly heldMicros: Micros;
    } & Streamed)
  | { readonly type: 'session.settled'; readonly sessionId: string; readonly chargedMicros: Micros }
  /** An attempt begins; its time is over at `until`. */
  | {
      readonly type: 'delivery.started';
      readonly deliveryId: string;
      /** Which of its attempts, from 1; earlier versions did not write it, and then it is the next. */
      readonly attempt?: number;
      /** The process that sends it, where there are several. */
      readonly process?: string;
      readonly extra: boolean;
      readonly until: number;
    }
  | { readonly type: 'delivery.resend-scheduled'; readonly deliveryId: string; readonly resendAt: number }
  /** Without `nextAt` it is over: delivered, or abandoned. */
  | {
      readonly type: 'delivery.finished';
      readonly deliveryId: string;
      readonly attempt: number;
      readonly outcome: AttemptOutcome;
      readonly nextAt?: number;
    }
);

/** The postings that an event makes. `evolve` books them, and the ledger view lists them. */
export const postingsOf = (event: AccountEvent, jobOf: (id: string) => JobFacts): Posting[] => {
  switch (event.type) {
    case 'account.created':
      return [{ kind: 'top-up', micros: event.balanceMicros }];
    case 'account.topped-up':
      return [{ kind: 'top-up', micros: event.micros }];
    case 'job.submitted': {
      const { id: about, priceMicros: micros, paid } = event.job;
      const hold: Posting = { kind: 'hold', micros, about };
      return paid === 'at submit' ? [hold, { kind: 'charge', micros, about }] : [hold];
    }
    case 'job.succeeded': {
      const { id: about, priceMicros: micros, paid } = jobOf(event.jobId);
      return paid === 'at submit' ? [] : [{ kind: 'charge', micros, about }];
    }
    case 'job.failed': {
      const { id: about, priceMicros: micros, paid } = jobOf(event.jobId);
      return [{ kind: paid === 'at submit' ? 'refund' : 'release', micros, about }];
    }
    case 'session.connected': {
      const { sessionId: about, heldMicros: micros } = event;
      return micros === undefined ? [] : [{ kind: 'hold', micros, about }];
    }
    // What it costs stays set aside until it is settled; the rest is free again.
    case 'session.ended': {
      const { sessionId: about, heldMicros, chargedMicros } = event;
      const micros = Math.abs(heldMicros - chargedMicros);
      return micros === 0 ? [] : [{ kind: heldMicros > chargedMicros ? 'release' : 'hold', micros, about }];
    }
    case 'session.settled': {
      const { sessionId: about, chargedMicros: micros } = event;
      return micros === 0 ? [] : [{ kind: 'charge', micros, about }];
    }
    default:
      return [];
  }
};
