/** An attempt to deliver a webhook, as the journal keeps it. */
import type { AttemptOutcome } from '../domain/delivery.ts';
import type { Recorded } from './journal.ts';
import { keepBody, showBody, sizeOf } from './kept-body.ts';

export type EndedAttempt = {
  readonly accountId: string;
  readonly jobId: string;
  readonly deliveryId: string;
  readonly attempt: number;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** By the mock's clock, in milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: AttemptOutcome;
  readonly nextAt: number | undefined;
  readonly faults: readonly string[];
};

export const recordedDelivery = (ended: EndedAttempt): Recorded => {
  const { accountId, outcome, startedAt, endedAt, nextAt, url } = ended;
  const headers = Object.entries(ended.headers).flat();
  const body = keepBody(ended.body);
  const faults = [...ended.faults];
  const { jobId, deliveryId, attempt } = ended;
  const status = outcome.kind === 'answered' ? outcome.status : null;
  const failure = outcome.kind === 'failed' ? [outcome.failure, outcome.detail].filter(Boolean).join(': ') : null;
  return {
    kind: 'delivery',
    accountId,
    operation: null,
    status,
    size: overheadBytes + 2 * (url.length + headers.join('').length + (failure ?? '').length) + sizeOf(body),
    entry: (seq, redactor) => ({
      kind: 'delivery',
      seq,
      at: iso(startedAt),
      account_id: accountId,
      delivery_id: deliveryId,
      job_id: jobId,
      attempt,
      url: redactor.address(url),
      request: { headers: redactor.headers(headers), body: showBody(body, redactor) },
      status,
      failure: failure === null ? null : redactor.text(failure),
      duration_ms: Math.max(0, endedAt - startedAt),
      next_at: nextAt === undefined ? null : iso(nextAt),
      faults: [...faults],
    }),
  };
};

const overheadBytes = 1_024;

const iso = (time: number): string => new Date(time).toISOString();
