/** A program: what two accounts do, in which order, on which kind of server. Plain data, so that a failure can be read and replayed. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { JobOutcome } from '../../../spec/magic.ts';
import type { JobEndpoint, MediaKind, OutputResolution, Resolution, Tier } from '../../../spec/vocabulary.ts';
import type { AttemptOutcome } from '../../domain/delivery.ts';
import type { Capability, VoiceCapacity } from '../../domain/world.ts';

export type Who = 0 | 1;

export type Submit = {
  readonly do: 'submit';
  readonly who: Who;
  readonly endpoint: JobEndpoint;
  /** Which of the account's files is taken for each input. */
  readonly files: readonly [number, number];
  readonly from: 'own' | 'other account' | 'unknown' | 'address' | 'wrong kind';
  readonly script: string;
  readonly lines: OutputResolution | undefined;
  readonly resolution: Resolution | undefined;
  readonly voice: string | undefined;
  readonly callback: string | undefined;
  readonly key: string | undefined;
};

export type AccountStep =
  | Submit
  | {
      readonly do: 'upload';
      readonly who: Who;
      readonly kind: MediaKind;
      readonly name: string;
      readonly seconds: number | undefined;
      readonly side: number | undefined;
    }
  | {
      readonly do: 'session';
      readonly who: Who;
      readonly capability: 'full_live_swap' | 'voice_changer';
      readonly minutes: number;
      readonly tier: Tier | undefined;
      readonly prompt: string | undefined;
      readonly voice: string | undefined;
      /** Which of the account's keys asks for it. */
      readonly key: number;
    }
  /** `whose` is the account that has the session, `who` the one that is asked for it. */
  | {
      readonly do: 'connect';
      readonly who: Who;
      readonly whose: Who;
      readonly pick: number;
      readonly to: 'one that waits' | 'any';
    }
  | { readonly do: 'alive'; readonly who: Who; readonly pick: number; readonly stale: boolean }
  | {
      readonly do: 'close';
      readonly who: Who;
      readonly pick: number;
      /** By a socket whose place another one has taken. */
      readonly stale: boolean;
      readonly by: 'close' | 'lost' | 'shutdown';
      /** How long ago the last sign of life was, in milliseconds. */
      readonly ago: number;
    }
  /** A receiver ends an attempt that runs or, late, any attempt. */
  | {
      readonly do: 'answer';
      readonly who: Who;
      readonly pick: number;
      readonly late: boolean;
      readonly outcome: AttemptOutcome;
    }
  | {
      readonly do: 'resend';
      readonly who: Who;
      readonly whose: Who;
      readonly pick: number;
      readonly afterSeconds: number | undefined;
    }
  | { readonly do: 'top-up'; readonly who: Who; readonly micros: number }
  | { readonly do: 'create-key'; readonly who: Who }
  | { readonly do: 'revoke-key'; readonly who: Who; readonly pick: number }
  | { readonly do: 'rotate-secret'; readonly who: Who }
  /** `whose` is the account that has the job, `who` the one that is asked for it. */
  | {
      readonly do: 'finish';
      readonly who: Who;
      readonly whose: Who;
      readonly pick: number;
      readonly outcome: JobOutcome | undefined;
    };

export type Step =
  | AccountStep
  | { readonly do: 'advance'; readonly ms: number }
  | {
      readonly do: 'advance-to';
      readonly what:
        | 'next'
        | 'before the next'
        | 'before a stream stops'
        | 'before a key is forgotten'
        | 'a key is forgotten';
      readonly pick: number;
    }
  | {
      readonly do: 'capacity';
      readonly off: Capability | undefined;
      readonly tiers: readonly [boolean, boolean];
      readonly voice: VoiceCapacity;
      readonly saturated: boolean;
    };

export type Program = {
  readonly seed: number;
  readonly server: {
    readonly concurrency: number;
    readonly queue: number;
    readonly jobSeconds: number | undefined;
    readonly choices: Partial<GapChoices>;
  };
  readonly balances: readonly [number, number];
  /** Price of a unit of Pro live swap and of an avatar, where it is negotiated. */
  readonly rates: readonly [Agreed, Agreed];
  readonly receivers: readonly [Receiver, Receiver];
  readonly steps: readonly Step[];
};

/** What the receiver of an account's webhooks says at once to the first attempt of each delivery, the second and so on, over and over. */
export type Receiver = readonly (AttemptOutcome | 'nothing')[];

export type Agreed = { readonly pro: number | undefined; readonly avatar: number | undefined };
