/** The webhooks of the document as data: the two events, how they are delivered and how they are signed. */
import { limits } from './limits.ts';
import type { JobStatus, WebhookEvent } from './vocabulary.ts';

export type Webhook = {
  /** The terminal state that sends it. */
  readonly status: Extract<JobStatus, 'succeeded' | 'failed'>;
  readonly summary: string;
  /** First parts of the ids of the clauses that speak of it. */
  readonly cites: readonly string[];
};

const both = ['events.', 'limits.webhook-', 'authentication.webhook-'] as const;

export const webhooks = {
  'job.succeeded': { status: 'succeeded', summary: 'A job has its result', cites: [...both, 'states.job.succeeded-'] },
  'job.failed': {
    status: 'failed',
    summary: 'A job has failed and was refunded',
    cites: [...both, 'states.job.failed-', 'errors.job-level-in-webhook'],
  },
} as const satisfies Record<WebhookEvent, Webhook>;

/** How a delivery is made; when it is tried again is the gap `webhook-ladder`. */
export const delivery = {
  method: 'POST',
  /** A submit that carries this field gets its webhook there, and only then. */
  askedForBy: 'callback_url',
  /** Any of these settles a delivery; everything else, and silence, is a failed attempt. */
  success: { from: 200, to: 299 },
  responseWaitSeconds: limits.webhookResponseWaitSeconds,
  attemptsMax: limits.webhookAttemptsMax,
  ladderMinutes: limits.webhookLadderMinutes,
} as const;

/** How a delivery is signed: `v1` is the HMAC-SHA256, under the signing secret, of `t`, a full stop and the bytes of the body. */
export const signature = {
  /** A neutral name: the real one carries the brand. */
  header: 'Service-Signature',
  form: 't=<unix_seconds>,v1=<hex>',
  pattern: '^t=[0-9]+,v1=[0-9a-fA-F]+$',
  algorithm: 'HMAC-SHA256',
  toleranceSeconds: limits.signatureToleranceSeconds,
} as const;
