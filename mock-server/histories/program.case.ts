/** A history as it is drawn: how the mock is made, and what two accounts do with it, step by step. */
import type { Fault } from '../../spec/faults.ts';
import type { JobOutcome } from '../../spec/magic.ts';
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';
import type { JobEndpoint, Tier } from '../../spec/vocabulary.ts';
import type { CapacityChange } from '../control/capacity.ts';
import type { Answer } from './receiver.case.ts';

export type Who = 0 | 1;

/** Of several things of an account one is picked by a number: the remainder counts. */
type Pick = number;

export type Step =
  | {
      readonly do: 'submit';
      readonly who: Who;
      readonly endpoint: JobEndpoint;
      /** Which of a few idempotency keys. */
      readonly key?: number | undefined;
      /** How many are sent at the same time. */
      readonly copies: number;
      /** What the callback_url answers; without it there is none. */
      readonly callback?: readonly Answer[] | undefined;
      readonly fault?: Fault | undefined;
      readonly word?: string | undefined;
    }
  | {
      readonly do: 'upload';
      readonly who: Who;
      readonly type: 'image/png' | 'audio/wav' | 'text/plain';
      readonly fault?: Fault | undefined;
    }
  | { readonly do: 'poll'; readonly who: Who; readonly pick: Pick; readonly fault?: Fault | undefined }
  | { readonly do: 'poll another’s'; readonly who: Who; readonly pick: Pick }
  | { readonly do: 'download'; readonly who: Who; readonly pick: Pick }
  | { readonly do: 'books'; readonly who: Who; readonly fault?: Fault | undefined }
  | {
      readonly do: 'session';
      readonly who: Who;
      readonly tier: Tier | 'voice';
      readonly minutes: number;
      readonly profile?: string | undefined;
      readonly fault?: Fault | undefined;
      readonly word?: string | undefined;
    }
  | { readonly do: 'connect'; readonly who: Who; readonly pick: Pick }
  | { readonly do: 'send'; readonly who: Who; readonly pick: Pick; readonly sizes: readonly number[] }
  | { readonly do: 'hang up'; readonly who: Who; readonly pick: Pick; readonly how: 'close' | 'terminate' }
  | { readonly do: 'advance'; readonly seconds: number | 'to next' }
  | { readonly do: 'finish'; readonly who: Who; readonly pick: Pick; readonly outcome: JobOutcome }
  | { readonly do: 'top up'; readonly who: Who; readonly cents: number }
  | { readonly do: 'new key'; readonly who: Who }
  | { readonly do: 'rotate'; readonly who: Who }
  | { readonly do: 'resend'; readonly who: Who; readonly pick: Pick }
  | { readonly do: 'capacity'; readonly change: CapacityChange }
  | { readonly do: 'rule'; readonly rule: FaultRuleBody };

export type Program = {
  readonly seed: number;
  readonly shuffled: boolean;
  readonly rateLimit: number | 'off';
  readonly jobTime: number | undefined;
  readonly concurrency: number;
  readonly openingCents: number;
  /** Some receivers never answer; then an attempt is not waited for long. Otherwise it is waited for as long as it takes. */
  readonly hangs: boolean;
  readonly steps: readonly Step[];
};
