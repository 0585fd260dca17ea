/** A delivery as the control API shows it: each attempt with what was sent, what came back, and when the next one is. */
import type { Account } from '../domain/account.ts';
import type { Attempt, Delivery } from '../domain/delivery.ts';

/** What one attempt sent. */
export type SentRequest = { readonly headers: { readonly [name: string]: string }; readonly body: string };

/** Null where it is no longer remembered, or was never sent. */
export type FindSent = (deliveryId: string, attempt: number) => SentRequest | undefined;

export type DeliveryView = {
  readonly id: string;
  readonly account_id: string;
  readonly job_id: string;
  readonly url: string;
  readonly status: 'scheduled' | 'running' | 'delivered' | 'abandoned';
  readonly next_attempt_at: string | null;
  readonly attempts: readonly AttemptView[];
};

/** One delivery, with what the signature of each attempt is made of. */
export type DeliveryDetail = Omit<DeliveryView, 'attempts'> & {
  readonly attempts: readonly (AttemptView & { readonly signature: SignatureView | null })[];
};

/** How a signature comes about, without the secret. */
export type SignatureView = {
  /** The name of the header, and its value as it was sent. */
  readonly header: string;
  readonly value: string;
  readonly t: string;
  readonly v1: readonly string[];
  /** What each secret of the account, as it is now, makes of `t`, a full stop and the bytes that were sent. */
  readonly secrets: readonly { readonly ends_with: string; readonly hex: string }[];
};

/** Null where the request has no such header. @param at when the attempt began */
export type ExplainSignature = (account: Account, sent: SentRequest, at: number) => SignatureView | null;

export type AttemptView = {
  readonly attempt: number;
  /** Asked for by hand, or repeated by a fault: none of the six. */
  readonly extra: boolean;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly duration_ms: number | null;
  /** The receiver's status; null where none came. */
  readonly status: number | null;
  /** Why none came. */
  readonly failure: string | null;
  readonly request: SentRequest | null;
};

export const deliveryViewOf = (accountId: string, delivery: Delivery, sent: FindSent): DeliveryView => ({
  id: delivery.id,
  account_id: accountId,
  job_id: delivery.jobId,
  url: delivery.url,
  status: delivery.state.status,
  next_attempt_at: delivery.state.status === 'scheduled' ? iso(delivery.state.at) : null,
  attempts: delivery.attempts.map((attempt, index) => attemptOf(attempt, index + 1, sent(delivery.id, index + 1))),
});

const attemptOf = (
  { startedAt, endedAt, extra, outcome }: Attempt,
  attempt: number,
  request: SentRequest | undefined,
): AttemptView => ({
  attempt,
  extra,
  started_at: iso(startedAt),
  ended_at: endedAt === undefined ? null : iso(endedAt),
  duration_ms: endedAt === undefined ? null : endedAt - startedAt,
  status: outcome?.kind === 'answered' ? outcome.status : null,
  failure: outcome?.kind === 'failed' ? [outcome.failure, outcome.detail].filter(Boolean).join(': ') : null,
  request: request === undefined ? null : { headers: request.headers, body: request.body },
});

const iso = (time: number): string => new Date(time).toISOString();
