/** Random programs: what two accounts do, in which order, on which kind of server. Plain data, so that a failure can be read and replayed. */
import * as fc from 'fast-check';
import { type JobOutcome, jobOutcomes, magicRefusals } from '../../../spec/magic.ts';
import {
  type JobEndpoint,
  type MediaKind,
  type OutputResolution,
  type Resolution,
  type Tier,
  jobEndpoints,
  mediaKinds,
  outputResolutions,
  resolutions,
  tiers,
} from '../../../spec/vocabulary.ts';
import { type Capability, type VoiceCapacity, capabilities } from '../../domain/world.ts';

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
      readonly what: 'next' | 'before a key is forgotten' | 'a key is forgotten';
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
    readonly choices: {
      readonly 'charge-time': 'on-completion' | 'on-submit';
      readonly 'idempotency-scope': 'account' | 'endpoint';
      readonly 'idempotency-retention': '24h' | '7d';
      readonly 'resubmit-other-body': 'original' | 'invalid_input';
      readonly 'week-start': 'monday' | 'sunday';
    };
  };
  readonly balances: readonly [number, number];
  /** Price of a unit of Pro live swap and of an avatar, where it is negotiated. */
  readonly rates: readonly [Agreed, Agreed];
  readonly steps: readonly Step[];
};

export type Agreed = { readonly pro: number | undefined; readonly avatar: number | undefined };

const who = fc.constantFrom<Who>(0, 1);
/** Undefined in one of so many cases. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq });

const magicWord = fc.constantFrom(...jobOutcomes, ...magicRefusals).map((word) => `magic_${word}`);
const plainly = <T>(plain: T, special: fc.Arbitrary<T>, weight = 4): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary: special });

const submit: fc.Arbitrary<Submit> = fc.record({
  do: fc.constant('submit' as const),
  who,
  endpoint: fc.constantFrom(...jobEndpoints),
  files: fc.tuple(fc.nat(7), fc.nat(7)),
  from: plainly<Submit['from']>('own', fc.constantFrom('other account', 'unknown', 'address', 'wrong kind'), 12),
  script: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('Hello, I am your new presenter.', 'Grüße 😀😀', 'x'.repeat(3_333)) },
    { weight: 2, arbitrary: magicWord.map((word) => `Say ${word} now.`) },
    { weight: 1, arbitrary: fc.constantFrom('', ' \n') },
  ),
  lines: maybe(fc.constantFrom(...outputResolutions)),
  resolution: maybe(fc.constantFrom(...resolutions)),
  voice: plainly<string | undefined>(undefined, fc.constantFrom('voice_tin', 'voice_nobody')),
  callback: plainly<string | undefined>(
    undefined,
    fc.constantFrom('https://example.com/hook', 'ftp://example.com/', '/hook'),
  ),
  key: maybe(fc.constantFrom('k1', 'k2'), 3),
});

const notSubmit: fc.Arbitrary<AccountStep> = fc.oneof(
  fc.record({
    do: fc.constant('upload' as const),
    who,
    kind: fc.constantFrom(...mediaKinds),
    name: plainly('clip', magicWord),
    seconds: maybe(fc.constantFrom(0.0004, 0.5, 3.337, 59.94, 600, 600.04, 1_800, 1_801), 5),
    side: maybe(fc.integer({ min: 1, max: 4_000 })),
  }),
  fc.record({
    do: fc.constant('session' as const),
    who,
    capability: fc.constantFrom('full_live_swap' as const, 'voice_changer' as const),
    minutes: fc.constantFrom(1, 1, 2, 10, 120),
    tier: maybe(fc.constantFrom(...tiers)),
    prompt: maybe(plainly('A pirate.', magicWord)),
    voice: plainly<string | undefined>(undefined, fc.constantFrom('voice_tin', 'voice_nobody')),
  }),
  fc.record({ do: fc.constant('top-up' as const), who, micros: fc.integer({ min: 1, max: 3_000_000 }) }),
  fc.record({ do: fc.constant('create-key' as const), who }),
  fc.record({ do: fc.constant('revoke-key' as const), who, pick: fc.nat(4) }),
  fc.record({ do: fc.constant('rotate-secret' as const), who }),
  ...[0, 1].map(() =>
    fc.record({
      do: fc.constant('finish' as const),
      who,
      whose: who,
      pick: fc.nat(9),
      outcome: maybe(fc.constantFrom(...jobOutcomes)),
    }),
  ),
);

export const accountStep: fc.Arbitrary<AccountStep> = fc.oneof(
  { weight: 3, arbitrary: submit },
  { weight: 2, arbitrary: notSubmit },
);

const minute = 60_000;
const day = 1_440 * minute;

/** By a length of time only: what other accounts do has no say in it. */
export const advance: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('advance' as const),
  ms: fc.oneof(
    { weight: 4, arbitrary: fc.nat(3_000) },
    { weight: 2, arbitrary: fc.constantFrom(1, minute, 10 * minute, 60 * minute) },
    { weight: 1, arbitrary: fc.constantFrom(day - 1, day, 7 * day, 31 * day, 366 * day) },
  ),
});

const advanceTo: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('advance-to' as const),
  what: fc.constantFrom('next' as const, 'before a key is forgotten' as const, 'a key is forgotten' as const),
  pick: fc.nat(5),
});

const capacity: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('capacity' as const),
  off: maybe(fc.constantFrom(...capabilities)),
  tiers: fc.tuple(plainly(true, fc.constant(false)), plainly(true, fc.constant(false))),
  voice: plainly<VoiceCapacity>('ready', fc.constantFrom('warming', 'none')),
  saturated: plainly(false, fc.constant(true), 7),
});

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: accountStep },
  { weight: 4, arbitrary: advance },
  { weight: 2, arbitrary: advanceTo },
  { weight: 1, arbitrary: capacity },
);

const balance = fc.oneof(fc.nat(4_000_000), fc.constantFrom(0, 50_000_000, 500_000_000));
const agreed = fc.record({ pro: maybe(fc.nat(20_000)), avatar: maybe(fc.nat(90_000)) });

/** Programs of up to so many steps. */
export const programOf = (steps: number, step: fc.Arbitrary<Step> = anyStep): fc.Arbitrary<Program> =>
  fc.record({
    seed: fc.nat(1_000_000),
    server: fc.record({
      concurrency: fc.integer({ min: 1, max: 3 }),
      queue: fc.integer({ min: 0, max: 4 }),
      jobSeconds: maybe(fc.constantFrom(0, 0.01, 2)),
      choices: fc.record({
        'charge-time': fc.constantFrom('on-completion' as const, 'on-submit' as const),
        'idempotency-scope': fc.constantFrom('account' as const, 'endpoint' as const),
        'idempotency-retention': fc.constantFrom('24h' as const, '7d' as const),
        'resubmit-other-body': fc.constantFrom('original' as const, 'invalid_input' as const),
        'week-start': fc.constantFrom('monday' as const, 'sunday' as const),
      }),
    }),
    balances: fc.tuple(balance, balance),
    rates: fc.tuple(agreed, agreed),
    // The whole length at once: short programs find little, and shrinking makes them short again.
    steps: fc.array(step, { minLength: 1, maxLength: steps, size: 'max' }),
  });
