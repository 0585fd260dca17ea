/** The functions through which behaviour leaves the webhooks, as types: a caller of `createMock` may wrap them. What each is for stands in `../ports.ts`. */
import type { Account } from '../domain/account.ts';
import type { AttemptOutcome } from '../domain/delivery.ts';
import type { Job } from '../domain/job.ts';

export type Signing = {
  /** The account's; after a rotation there may be two (gap `secret-rotation`). */
  readonly secrets: readonly [string, ...string[]];
  /** Whole Unix seconds. */
  readonly t: number;
  /** The bytes as they are sent. */
  readonly body: Uint8Array;
};

/** The value of the signature header. */
export type Sign = (signing: Signing) => string;

/** The body of a webhook before it is written and signed: a JSON value, a copy, which may be changed. */
export type WebhookBody = { readonly [field: string]: unknown };

export type WebhookFacts = {
  readonly job: Job;
  readonly deliveryId: string;
  /** From 1, those that were asked for by hand among them. */
  readonly attempt: number;
  /** Milliseconds of the mock's clock, as `sent_at` says. */
  readonly sentAt: number;
};

export type PresentWebhook = (body: WebhookBody, facts: WebhookFacts) => WebhookBody;

/** A request to a receiver. */
export type WebhookRequest = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** A text stands for its UTF-8 bytes. */
  readonly body: Uint8Array | string;
};

/** One attempt of a delivery, signed and ready to go. */
export type OutgoingAttempt = {
  readonly account: Account;
  readonly job: Job;
  readonly deliveryId: string;
  /** From 1, those that were asked for by hand among them. */
  readonly attempt: number;
  /** Milliseconds of the mock's clock, when it began. */
  readonly at: number;
  readonly request: WebhookRequest;
};

export type Sending = {
  /** All of them go out at once. What becomes of the first is the outcome of the attempt. */
  readonly requests: readonly WebhookRequest[];
  /** The outcome in place of the first request's. Without it, an attempt with no request has failed as `dropped`. */
  readonly outcome?: AttemptOutcome;
};

export type Deliver = (attempt: OutgoingAttempt) => Sending;

/** Each is wrapped once, when the mock starts. */
export type WebhookPorts = {
  readonly sign?: (next: Sign) => Sign;
  readonly presentWebhook?: (next: PresentWebhook) => PresentWebhook;
  readonly deliver?: (next: Deliver) => Deliver;
};
