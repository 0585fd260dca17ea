/** What handlers may use of the machine: handed in by `compose.ts`, so that no handler reaches for anything by itself. */
import type { VoiceProfile } from '../../spec/schemas/voices.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Engine } from '../engine/engine.ts';
import type { FaultBook } from '../faults/book.ts';
import type { BlobStore } from '../store/blobs.ts';
import type { Journal } from '../store/journal.ts';
import type { Links } from './links.ts';
import type { UsdRateCard } from './present/rate-card.ts';
import type { HttpPorts, PresentAnswer } from './ports.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { SharedRates } from './shared-rates.ts';
import type { UploadRules } from './uploads/rules.ts';

export type Service = {
  /** The engine in force; `reset` puts another one in its place. */
  readonly engine: () => Engine;
  readonly blobs: BlobStore;
  readonly choices: GapChoices;
  readonly links: Links;
  readonly rateLimiter: RateLimiter;
  /** In place of it, where many processes count together. */
  readonly sharedRates?: SharedRates;
  /** Where other processes serve the same accounts: until all that they have acknowledged is known here. */
  readonly fresh?: () => Promise<void>;
  readonly faults: FaultBook;
  /** Which uploads are taken. */
  readonly uploadRules: UploadRules;
  /** What callers have wrapped of the HTTP face; `present` apart, which the sockets share. */
  readonly ports?: Omit<HttpPorts, 'present'>;
  readonly presentAnswer?: PresentAnswer;
  /** Where every call is written down. */
  readonly journal: Pick<Journal, 'record'>;
  /** Of a story. What a request gives rise to there happens before its answer goes out. */
  readonly timeline?: { readonly settle: () => Promise<unknown> | undefined };
  /** Whether this engine ended as one of a process that is killed: no answer of its time goes out any more. */
  readonly brokeOff?: (engine: Engine) => boolean;
  /** For each key, where its account has no limit of its own. */
  readonly requestsPerMinute: number | 'off';
  /** Address under which clients reach the mock, without a path: `http://127.0.0.1:4870`. */
  readonly origin: () => string;
  /** Whether jobs have moved to another path than the usual one: a probe of clients that build it themselves. */
  readonly moveJobRoute?: boolean;
  /** The list prices, as `GET /pricing` shows them. */
  readonly rateCard: UsdRateCard;
  readonly voices: readonly Omit<VoiceProfile, 'preview_url'>[];
  /** Reads what a container says of itself, without decoding. With the content of the file where it is at hand. */
  readonly probe: (path: string, contentType: string, content?: Buffer) => Promise<Probe>;
  /** Makes the result file of a job, or gives the one that was made. */
  readonly results: ResultFiles;
  /** Until the first attempt of a delivery has ended: for the fault that answers a submit only then. */
  readonly firstAttempt: (deliveryId: string) => Promise<void>;
  /** The id of the account that a key of the user's own choosing belongs to: keys of ours carry theirs. */
  readonly defaultAccountId: string;
  /** Said aloud: a response of ours that breaks our own spec, a bug, a broken store. */
  readonly reportFailure: (error: unknown) => void;
};

export type Probe = {
  readonly durationSeconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly hasAudio?: boolean;
  readonly hasVideo?: boolean;
};

/** A file that is served: its length, its type, and its bytes from `start` to `end`, both included. */
export type ServedFile = {
  readonly contentType: string;
  readonly name: string;
  readonly bytes: number;
  readonly read: (start: number, end: number) => ReadableStream<Uint8Array> | Uint8Array;
};

export type ResultFiles = {
  readonly ofJob: (accountId: string, jobId: string) => Promise<ServedFile | undefined>;
  readonly ofVoice: (voiceId: string) => Promise<ServedFile | undefined>;
};
