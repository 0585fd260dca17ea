/** The requests for a change of an account, and what each answers with. */
import type { Capability } from './world.ts';
import type { ApiKey } from './account.ts';
import type { AttemptOutcome } from './delivery.ts';
import type { AccountEvent } from './events.ts';
import type { Micros } from './money.ts';
import type { NegotiatedRates } from './pricing.ts';
import type { Refusal, Refused } from './refusal.ts';
import type { StreamEnd } from './session.ts';
import type { Upload } from './upload.ts';
import type { Fault } from '../../spec/faults.ts';
import type { JobOutcome } from '../../spec/magic.ts';
import type { JobEndpoint, JobFeature, MediaKind, Tier } from '../../spec/vocabulary.ts';

export type CreateAccount = {
  readonly type: 'create-account';
  readonly balanceMicros: Micros;
  readonly rates: NegotiatedRates;
  readonly rateLimit?: number | 'off';
  readonly key: ApiKey;
  readonly webhookSecret: string;
};
export type TopUp = { readonly type: 'top-up'; readonly micros: Micros };
/** @property nth which of the account's it is, counted from 1: another one may have been made meanwhile */
export type CreateKey = { readonly type: 'create-key'; readonly key: ApiKey; readonly nth?: number };
export type RevokeKey = { readonly type: 'revoke-key'; readonly keyId: string };
export type RotateSecret = {
  readonly type: 'rotate-webhook-secret';
  readonly webhookSecret: string;
  readonly nth?: number;
};
/** Prices of the account's own, for what is ordered from now on; those that are not named stay. */
export type ChangeRates = { readonly type: 'change-rates'; readonly rates: NegotiatedRates };
export type StoreUpload = { readonly type: 'store-upload'; readonly upload: Omit<Upload, 'fileKey' | 'storedAt'> };

/** A submit. */
export type SubmitJob = {
  readonly type: 'submit-job';
  /** What is wrong with the body by its schema. It is not refused at once: a known key may come first (gap `refusal-order`). */
  readonly fault?: Refusal;
  readonly endpoint: JobEndpoint;
  readonly feature: JobFeature;
  /** The input fields of the endpoint with the kind of file that each takes. */
  readonly inputs: { readonly [field: string]: MediaKind };
  readonly body: { readonly [field: string]: unknown };
  readonly idempotencyKey?: string;
  /** Failures that the job or its deliveries are to meet. */
  readonly faults?: readonly Fault[];
};
export type StartJob = { readonly type: 'start-job'; readonly jobId: string };
/** Ends a job as planned, or as the control API says. */
export type FinishJob = { readonly type: 'finish-job'; readonly jobId: string; readonly outcome?: JobOutcome };

export type CreateSession = {
  readonly type: 'create-session';
  readonly capability: Extract<Capability, 'full_live_swap' | 'voice_changer'>;
  readonly durationMinutes: number;
  readonly tier?: Tier;
  readonly prompt?: string;
  readonly voiceProfileId?: string;
  /** The key that asks for it. */
  readonly keyId?: string;
  /** Failures that its stream is to meet. */
  readonly faults?: readonly Fault[];
};
export type ExpireSession = { readonly type: 'expire-session'; readonly sessionId: string };
export type ConnectSession = { readonly type: 'connect-session'; readonly sessionId: string };
export type KeepSessionAlive = {
  readonly type: 'keep-session-alive';
  readonly sessionId: string;
  readonly connection: number;
};
export type CloseSession = {
  readonly type: 'close-session';
  readonly sessionId: string;
  readonly connection: number;
  readonly by: Extract<StreamEnd, 'close' | 'lost' | 'shutdown'>;
  /** The last sign of life, by the mock's clock: what comes after it is not billed. */
  readonly livedUntil: number;
  /** Where there are several: that connection or a later one, only if the socket is that process's. */
  readonly process?: string;
};
export type StopSession = { readonly type: 'stop-session'; readonly sessionId: string };
export type SettleSession = { readonly type: 'settle-session'; readonly sessionId: string };

export type StartDelivery = { readonly type: 'start-delivery'; readonly deliveryId: string };
export type FinishDelivery = {
  readonly type: 'finish-delivery';
  readonly deliveryId: string;
  /** Which of its attempts, from 1. */
  readonly attempt: number;
  readonly outcome: AttemptOutcome;
};
export type ResendDelivery = {
  readonly type: 'resend-delivery';
  readonly deliveryId: string;
  /** Seconds from now; at once by default. */
  readonly afterSeconds?: number;
};

/** Each command's type with its reply. */
export type Replies = {
  'create-account': { readonly accountId: string };
  'top-up': Record<never, never>;
  'create-key': { readonly keyId: string };
  'revoke-key': Record<never, never>;
  'rotate-webhook-secret': Record<never, never>;
  'change-rates': Record<never, never>;
  'store-upload': { readonly fileKey: string };
  'submit-job': { readonly jobId: string; readonly replayed: boolean };
  'start-job': Record<never, never>;
  'finish-job': { readonly jobId: string };
  'create-session': { readonly sessionId: string };
  'expire-session': Record<never, never>;
  'connect-session': { readonly connection: number };
  'keep-session-alive': Record<never, never>;
  'close-session': Record<never, never>;
  'stop-session': Record<never, never>;
  'settle-session': Record<never, never>;
  'start-delivery': Record<never, never>;
  'finish-delivery': Record<never, never>;
  'resend-delivery': Record<never, never>;
};

export type Command =
  | CreateAccount
  | TopUp
  | CreateKey
  | RevokeKey
  | RotateSecret
  | ChangeRates
  | StoreUpload
  | SubmitJob
  | StartJob
  | FinishJob
  | CreateSession
  | ExpireSession
  | ConnectSession
  | KeepSessionAlive
  | CloseSession
  | StopSession
  | SettleSession
  | StartDelivery
  | FinishDelivery
  | ResendDelivery;

export type Reply<C extends Command = Command> = Replies[C['type']];

/** What a decision may use beside the state: the instant, and chance that is keyed by the command's ordinal. */
export type Moment = {
  readonly now: number;
  /** A number in [0, 1) for a purpose; the same for the same seed, account, ordinal and purpose. */
  readonly draw: (purpose: string) => number;
  /** A new id that carries the account's. */
  readonly mint: (prefix: string) => string;
  /** A new id that cannot be guessed, where the server is to be reached from outside. */
  readonly mintSecret: (prefix: string) => string;
};

export type Decision<C extends Command = Command> =
  | { readonly events: readonly AccountEvent[]; readonly reply: Reply<C> }
  | (Refused & { readonly events?: readonly AccountEvent[] });
