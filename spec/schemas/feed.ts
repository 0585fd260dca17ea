/** What the console's page is told: news of what is there, a batch at a time, and the books of an account. It is ours, not the service's. */
import type { JournalKind } from './journal.ts';

/** What has changed since the batch before. Whoever is told of something again takes the newer for the older. */
export type FeedBatch = {
  /** The first batch of a world: what was known before is of another one, or no longer sure. */
  readonly fresh: boolean;
  readonly clock: ClockNews;
  readonly accounts: readonly AccountNews[];
  readonly jobs: readonly JobNews[];
  readonly sessions: readonly SessionNews[];
  readonly deliveries: readonly DeliveryNews[];
  /** What each account's balance became, and when, in order: since a batch tells only how things stand, and not what was between. */
  readonly balances: readonly BalanceNews[];
  /** Oldest first. */
  readonly journal: readonly JournalNews[];
  /** Of the streams on which something came or went since the batch before. It is told once: whoever was not there has missed it. */
  readonly levels: readonly LevelNews[];
  /** What can be asked for anew, since it has become another: of these there is no more than the name. */
  readonly changed: readonly ChangedPart[];
};

export type ChangedPart = 'capacity' | 'faults';

/** Instant in milliseconds, USD. */
export type BalanceNews = readonly [accountId: string, at: number, usd: number];

export type ClockNews = { readonly mode: string; readonly now: string; readonly next_due: string | null };

export type AccountNews = {
  readonly account_id: string;
  /** Top-ups less charges plus refunds; what is held is in it. */
  readonly balance_usd: number;
  readonly held_usd: number;
  readonly spent_usd: number;
  readonly topped_up_usd: number;
  readonly jobs: number;
  readonly sessions: number;
  readonly deliveries: number;
  /** Jobs that render, and that wait for a place. */
  readonly rendering: number;
  readonly waiting: number;
};

export type JobNews = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint: string;
  readonly status: 'queued' | 'processing' | 'succeeded' | 'failed';
  readonly price_usd: number;
  readonly charged_usd: number;
  readonly error_code: string | null;
  readonly submitted_at: string;
  readonly ended_at: string | null;
  readonly result_kind: 'image' | 'audio' | 'video';
  readonly delivery_id: string | null;
};

export type SessionNews = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint: 'voice/session' | 'full-live-swap/session';
  readonly tier: 'pro' | 'standard' | null;
  readonly status: 'created' | 'streaming' | 'closing' | 'ended';
  readonly created_at: string;
  /** When streaming, and with it billing, began; null where it does not stream. */
  readonly connected_at: string | null;
  readonly ended_at: string | null;
  readonly max_duration_sec: number;
  readonly max_cost_usd: number;
  /** The price of a second. */
  readonly second_usd: number;
  /** Once it has ended, and until it is settled; null before and after. `GET sessions` has what was settled. */
  readonly charged_usd: number | null;
  readonly reason: string | null;
};

/** How loud a stream is, instead of what was said. */
export type LevelNews = { readonly session_id: string; readonly received: Level; readonly sent: Level };

export type Level = {
  /** The loudest sample of late, 0 to 1; null where nothing came or went, or where messages are no sound. */
  readonly peak: number | null;
  /** Of the connection, from its beginning. */
  readonly messages: number;
  readonly bytes: number;
};

export type DeliveryNews = {
  readonly id: string;
  readonly account_id: string;
  readonly job_id: string;
  readonly url: string;
  readonly status: 'scheduled' | 'running' | 'delivered' | 'abandoned';
  readonly next_attempt_at: string | null;
  /** `GET deliveries` has what each of them sent. */
  readonly attempts: readonly {
    readonly attempt: number;
    readonly extra: boolean;
    readonly started_at: string;
    readonly ended_at: string | null;
    readonly status: number | null;
    readonly failure: string | null;
  }[];
};

/** An entry of the journal in a line. `GET journal?since=N-1&limit=1` has all of it. */
export type JournalNews = {
  readonly seq: number;
  readonly kind: JournalKind;
  readonly at: string;
  readonly account_id: string | null;
  readonly operation: string | null;
  /** Method and path, where a delivery went, or what a socket did. */
  readonly what: string;
  /** HTTP status, or the close code of a socket; null where there is none. */
  readonly status: number | null;
  /** Why there is none, or in words what happened. */
  readonly detail: string | null;
  readonly duration_ms: number | null;
  readonly faults: readonly string[];
  readonly notes: number;
};

/** The books of an account: each movement of its money, newest first, and what all of them come to. */
export type LedgerView = {
  readonly account_id: string;
  readonly postings: readonly LedgerPosting[];
  /** How many there are in all. */
  readonly count: number;
  /** Of all postings of each kind. */
  readonly sums_usd: { readonly [kind in LedgerKind]: number };
  /** What the postings come to: top-ups less charges plus refunds, held money included. */
  readonly balance_usd: number;
  readonly held_usd: number;
  readonly available_usd: number;
  readonly spent_usd: number;
  /** The balance over time, thinned out: instant in milliseconds, USD. */
  readonly history: readonly (readonly [at: number, usd: number])[];
};

export type LedgerKind = 'top-up' | 'hold' | 'release' | 'charge' | 'refund';

export type LedgerPosting = {
  /** Its number in the account, from 1. */
  readonly n: number;
  readonly at: string;
  readonly kind: LedgerKind;
  readonly amount_usd: number;
  /** The job or session it is for. */
  readonly about: string | null;
  /** What there is after it. */
  readonly available_usd: number;
  readonly held_usd: number;
  readonly spent_usd: number;
  readonly balance_usd: number;
};
