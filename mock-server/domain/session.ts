/** A real-time session from its creation to its settlement. */
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
};

export type SessionState =
  | { readonly status: 'created' }
  | { readonly status: 'ended'; readonly at: number; readonly reason: UsageReason | null };

export type Session = SessionFacts & { readonly createdAt: number; state: SessionState };
