/** A job: everything that was fixed when it was submitted, and the state it is in. */
import type { JobErrorCode } from '../../spec/errors.ts';
import type { Fault } from '../../spec/faults.ts';
import type { JobEndpoint, JobFeature, JobStatus, MediaKind, UsageReason } from '../../spec/vocabulary.ts';
import type { Micros } from './money.ts';

/** How a job ends. */
export type Ending =
  | { readonly status: 'succeeded' }
  | { readonly status: 'failed'; readonly code: JobErrorCode; readonly reason: UsageReason | null };

/** What the result file will be; it is made from this when it is first downloaded. */
export type ResultPlan = {
  readonly kind: MediaKind;
  readonly seed: number;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  /** Upload whose sound is re-attached. */
  readonly soundtrack?: string;
  /** What is spoken in it. */
  readonly speech?: SpeechPlan;
};

/** How a script sounds; the words themselves are not kept. */
export type SpeechPlan = {
  /** The characters of each sentence. */
  readonly sentences: readonly number[];
  /** A voice profile, or the upload that is the reference; the usual voice where none was chosen. */
  readonly voice?: { readonly id: string } | { readonly reference: string };
  readonly language?: string;
};

/** Drawn once, at submit. */
export type RenderPlan = {
  /** From the moment a place is free to `processing`. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly ending: Ending;
  readonly result: ResultPlan;
  /** Another course than the usual one, from queued through processing to its end. */
  readonly course?: 'stuck-queued' | 'stuck-processing' | 'at-once';
};

export type JobFacts = {
  readonly id: string;
  readonly endpoint: JobEndpoint;
  readonly feature: JobFeature;
  readonly priceMicros: Micros;
  /** Paid for at submit, or reserved then and charged on completion (gap `charge-time`). */
  readonly paid: 'at submit' | 'on completion';
  readonly plan: RenderPlan;
  /** Where its webhook goes; the id is stable across retries, so it is minted with the job (events.delivery-id). */
  readonly delivery?: { readonly id: string; readonly url: string };
  /** Failures that it, its link or its deliveries are to meet. */
  readonly faults?: readonly Fault[];
};

export type JobState =
  | { readonly status: 'queued' }
  | { readonly status: 'processing' }
  | { readonly status: 'succeeded'; readonly at: number }
  | {
      readonly status: 'failed';
      readonly at: number;
      readonly code: JobErrorCode;
      readonly reason: UsageReason | null;
    };

export type Job = JobFacts & { readonly submittedAt: number; state: JobState };

/** The moves that the document allows (states.*); it lets a queued job finish. */
const moves = {
  queued: ['processing', 'succeeded', 'failed'],
  processing: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
} as const satisfies Record<JobStatus, readonly JobStatus[]>;

export const mayMove = (from: JobStatus, to: JobStatus): boolean => (moves[from] as readonly JobStatus[]).includes(to);

export const hasEnded = (job: Job): boolean => moves[job.state.status].length === 0;

/** Whether it ended so many days ago (gaps `job-retention` and `result-retention`). */
export const hasEndedFor = (days: number, { state }: Job, now: number): boolean =>
  'at' in state && now >= state.at + days * dayMs;

const dayMs = 86_400_000;
