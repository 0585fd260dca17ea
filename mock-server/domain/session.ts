/** A real-time session from its creation to its settlement. */
import type { Fault } from '../../spec/faults.ts';
import type { StreamFeature, UsageReason } from '../../spec/vocabulary.ts';
import type { Micros } from './money.ts';

export type SessionFacts = {
  readonly id: string;
  readonly feature: StreamFeature;
  readonly token: string;
  readonly maxDurationSeconds: number;
  readonly maxCostMicros: Micros;
  /** Price of a second, as it was when the session was created. */
  readonly secondMicros: Micros;
  readonly prompt?: string;
  readonly voiceProfileId?: string;
  /** The token is good for connecting until then (gap `token-lifetime`). */
  readonly tokenExpiresAt: number;
  /** The key that created it (gap `revoked-key-stream`). */
  readonly keyId?: string;
  /** Failures that its stream is to meet. */
  readonly faults?: readonly Fault[];
};

/**
 * What ends a stream: the client's close, a line that was lost, the funded time, money that ran out where none was set aside,
 * a revoked key, or a server that stops.
 */
export type StreamEnd = 'close' | 'lost' | 'hard-stop' | 'funds' | 'key-revoked' | 'shutdown';

/** What was streamed and what it costs; fixed when the stream ends. */
export type Streamed = {
  readonly by: StreamEnd;
  readonly streamedMs: number;
  readonly chargedMicros: Micros;
  readonly reason: UsageReason | null;
};

export type SessionState =
  | { readonly status: 'created' }
  | {
      readonly status: 'streaming';
      /** When streaming, and with it billing, began. */
      readonly at: number;
      /** Number of the connection: only the last one keeps the session alive, or ends it (gap `socket-second`). */
      readonly connection: number;
      /** The last instant for which it is known that the stream lived. */
      readonly aliveAt: number;
      /** Set aside for it; undefined where nothing is (gap `session-funds`). */
      readonly heldMicros: Micros | undefined;
      /** The process that has its socket, where there are several. */
      readonly process?: string;
    }
  /** Over, and settled at `settleAt` (gap `session-settle-delay`). */
  | ({ readonly status: 'closing'; readonly at: number; readonly settleAt: number } & Streamed)
  | { readonly status: 'ended'; readonly at: number; readonly reason: UsageReason | null };

export type Session = SessionFacts & { readonly createdAt: number; state: SessionState };
