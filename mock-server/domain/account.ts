/** The state of one account: a fold over its events. An account is the unit of isolation; nothing here refers to another one. */
import { Agenda } from './agenda.ts';
import type { Delivery } from './delivery.ts';
import type { Job } from './job.ts';
import { type Ledger, emptyLedger } from './ledger.ts';
import type { NegotiatedRates } from './pricing.ts';
import type { Refusal } from './refusal.ts';
import type { Session } from './session.ts';
import type { Upload } from './upload.ts';
import { UsageLog } from './usage.ts';

export type ApiKey = { readonly keyId: string; readonly digest: string };

/** What a key of idempotency stands for. */
export type RememberedSubmit = { readonly jobId: string; readonly fingerprint: string; readonly until: number };

/** What it stands for where a refusal uses it up (gap `idempotency-refusals`). */
export type RememberedRefusal = { readonly refusal: Refusal; readonly fingerprint: string; readonly until: number };

export type Account = {
  readonly id: string;
  /** Number of events folded so far; the version that the next append expects. */
  version: number;
  /** Number of commands that minted something; ids and draws of the next are keyed by it. */
  ordinal: number;
  /** Number of keys and secrets that were made after the first ones; the next are keyed by it. */
  credentials: number;
  lastAt: number;
  /** Valid keys by digest. A revoked key is simply gone. */
  readonly keys: Map<string, ApiKey>;
  webhookSecret: string;
  /** The secret before the last rotation. */
  formerSecret: { readonly secret: string; readonly rotatedAt: number } | undefined;
  rates: NegotiatedRates;
  /** Requests a minute for each key; the server's where undefined, unlimited where 'off'. */
  rateLimit: number | 'off' | undefined;
  readonly ledger: Ledger;
  readonly usage: UsageLog;
  readonly uploads: Map<string, Upload>;
  readonly jobs: Map<string, Job>;
  /** Jobs that have a place to render, and those that wait for one, first come first served. */
  readonly rendering: Set<string>;
  readonly waiting: Set<string>;
  /** In order of time, so that what is out of retention is at the front. */
  readonly submits: Map<string, RememberedSubmit>;
  readonly refusedSubmits: Map<string, RememberedRefusal>;
  readonly sessions: Map<string, Session>;
  /** Streams for which no money is set aside. */
  readonly unheld: Set<string>;
  readonly deliveries: Map<string, Delivery>;
  /** Deliveries that wait until another one has overtaken them (fault `webhook-reorder`). */
  readonly overtaken: Set<string>;
  readonly agenda: Agenda;
};

export const emptyAccount = (id: string): Account => ({
  id,
  version: 0,
  ordinal: 0,
  credentials: 0,
  lastAt: 0,
  keys: new Map(),
  webhookSecret: '',
  formerSecret: undefined,
  rates: {},
  rateLimit: undefined,
  ledger: emptyLedger(),
  usage: new UsageLog(),
  uploads: new Map(),
  jobs: new Map(),
  rendering: new Set(),
  waiting: new Set(),
  submits: new Map(),
  refusedSubmits: new Map(),
  sessions: new Map(),
  unheld: new Set(),
  deliveries: new Map(),
  overtaken: new Set(),
  agenda: new Agenda(),
});
