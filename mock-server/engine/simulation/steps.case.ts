/** Random steps of a program, one by one and in rows that belong together. */
import * as fc from 'fast-check';
import { jobOutcomes, magicRefusals } from '../../../spec/magic.ts';
import {
  capabilities,
  jobEndpoints,
  mediaKinds,
  outputResolutions,
  resolutions,
  tiers,
} from '../../../spec/vocabulary.ts';
import type { AttemptOutcome } from '../../domain/delivery.ts';
import type { VoiceCapacity } from '../../domain/world.ts';
import type { AccountStep, Step, Submit, Who } from './program.case.ts';

const who = fc.constantFrom<Who>(0, 1);
/** Undefined in one of so many cases. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> =>
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
  callback: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 5, arbitrary: fc.constant('https://example.com/hook') },
    { weight: 1, arbitrary: fc.constantFrom('ftp://example.com/', '/hook') },
  ),
  key: maybe(fc.constantFrom('k1', 'k2'), 3),
});

const createKey = fc.record({ do: fc.constant('create-key' as const), who });
const revokeKey = fc.record({ do: fc.constant('revoke-key' as const), who, pick: fc.nat(4) });

const notSubmit: fc.Arbitrary<AccountStep> = fc.oneof(
  fc.record({
    do: fc.constant('upload' as const),
    who,
    kind: fc.constantFrom(...mediaKinds),
    name: plainly('clip', magicWord),
    seconds: maybe(fc.constantFrom(0.0004, 0.5, 3.337, 59.94, 600, 600.04, 1_800, 1_801), 5),
    side: maybe(fc.integer({ min: 1, max: 4_000 })),
  }),
  fc.record({ do: fc.constant('top-up' as const), who, micros: fc.integer({ min: 1, max: 3_000_000 }) }),
  createKey,
  revokeKey,
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

/** Mostly of the account's own. */
const whoAndWhose = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<readonly [Who, Who]>([0, 0], [1, 1]) },
  { weight: 1, arbitrary: fc.constantFrom<readonly [Who, Who]>([0, 1], [1, 0]) },
);

const session = fc.record({
  do: fc.constant('session' as const),
  who,
  capability: fc.constantFrom('full_live_swap' as const, 'voice_changer' as const),
  minutes: fc.constantFrom(1, 1, 1, 2, 10, 120),
  tier: maybe(fc.constantFrom(...tiers)),
  prompt: maybe(plainly('A pirate.', magicWord)),
  voice: plainly<string | undefined>(undefined, fc.constantFrom('voice_tin', 'voice_nobody')),
  key: fc.nat(2),
});

const close = fc.record({
  do: fc.constant('close' as const),
  who,
  pick: fc.nat(2),
  stale: plainly(false, fc.constant(true)),
  by: fc.constantFrom('close' as const, 'lost' as const, 'shutdown' as const),
  ago: fc.constantFrom(0, 0, 1, 999, 5_000, 25_000, -10),
});

const connect: fc.Arbitrary<AccountStep> = fc
  .record({
    do: fc.constant('connect' as const),
    both: whoAndWhose,
    pick: fc.nat(3),
    to: plainly<'one that waits' | 'any'>('one that waits', fc.constant('any'), 3),
  })
  .map(({ both: [one, whose], ...rest }) => ({ ...rest, who: one, whose }));

const onStream: fc.Arbitrary<AccountStep> = fc.oneof(
  { weight: 4, arbitrary: connect },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('alive' as const),
      who,
      pick: fc.nat(2),
      stale: plainly(false, fc.constant(true)),
    }),
  },
  { weight: 3, arbitrary: close },
);

export const outcome: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  fc.constantFrom(200, 204, 299, 301, 404, 410, 500, 503).map((status) => ({ kind: 'answered' as const, status })),
  fc
    .constantFrom('refused' as const, 'dns' as const, 'reset' as const, 'tls' as const, 'blocked' as const)
    .map((failure) => ({ kind: 'failed' as const, failure })),
);

const onDelivery: fc.Arbitrary<AccountStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      who,
      pick: fc.nat(3),
      late: plainly(false, fc.constant(true)),
      outcome,
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        do: fc.constant('resend' as const),
        both: whoAndWhose,
        pick: fc.nat(3),
        afterSeconds: maybe(fc.constantFrom(0, 1, 30)),
      })
      .map(({ both: [one, whose], ...rest }) => ({ ...rest, who: one, whose })),
  },
);

export const accountStep: fc.Arbitrary<AccountStep> = fc.oneof(
  { weight: 6, arbitrary: submit },
  { weight: 4, arbitrary: notSubmit },
  { weight: 3, arbitrary: session },
  { weight: 4, arbitrary: onStream },
  { weight: 2, arbitrary: onDelivery },
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
  what: fc.constantFrom(
    'next' as const,
    'before the next' as const,
    'before a stream stops' as const,
    'before a key is forgotten' as const,
    'a key is forgotten' as const,
  ),
  pick: fc.nat(5),
});

const capacity: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('capacity' as const),
  off: maybe(fc.constantFrom(...capabilities)),
  tiers: fc.tuple(plainly(true, fc.constant(false)), plainly(true, fc.constant(false))),
  voice: plainly<VoiceCapacity>('ready', fc.constantFrom('warming', 'none')),
  saturated: plainly(false, fc.constant(true), 7),
});

/** A hundred ticks further, or so. */
const soon: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('advance' as const),
    ms: fc.oneof(fc.nat(3_000), fc.nat(60 * minute), fc.constantFrom(1, minute, 10 * minute)),
  }),
  fc.record({
    do: fc.constant('advance-to' as const),
    what: fc.constantFrom('next' as const, 'before the next' as const),
    pick: fc.constant(0),
  }),
);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: accountStep },
  { weight: 4, arbitrary: advance },
  { weight: 2, arbitrary: advanceTo },
  { weight: 1, arbitrary: capacity },
);

/** A stream or two from creation to close: steps that rarely meet by chance, and that programs are to be full of. */
const streamsThat = (pause: fc.Arbitrary<Step>, end: fc.Arbitrary<AccountStep | undefined>): fc.Arbitrary<Step[]> =>
  fc
    .record({
      who,
      sessions: fc.array(session, { minLength: 1, maxLength: 2 }),
      between: maybe(accountStep),
      pause,
      end,
    })
    .map(({ who: one, sessions, between, pause: rest, end: last }) => [
      ...sessions.map((step) => ({ ...step, who: one, key: 0, minutes: Math.min(step.minutes, 2) })),
      ...sessions.map(() => ({ do: 'connect' as const, who: one, whose: one, pick: 0, to: 'one that waits' as const })),
      ...(between === undefined ? [] : [between]),
      rest,
      ...(last === undefined ? [] : [{ ...last, who: one }]),
    ]);

const closes = maybe(close.map((step) => ({ ...step, stale: false })));
export const streams = streamsThat(advance, closes);

/** Within an hour or two: a stream or two, or any step, and time that passes after it. */
export const near: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 1, arbitrary: streamsThat(soon, closes) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.oneof({ weight: 12, arbitrary: accountStep }, { weight: 1, arbitrary: capacity }), soon),
  },
);
/** Streams up to the last instant that is paid for. */
export const streamsToTheLast = streamsThat(
  fc
    .constantFrom('next' as const, 'before a stream stops' as const)
    .map((what) => ({ do: 'advance-to', what, pick: 0 })),
  fc.oneof(closes, fc.constant<AccountStep>({ do: 'revoke-key', who: 0, pick: 0 })),
);

/** Streams above all, and what takes their money or their key away. */
export const tightStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: session },
  { weight: 5, arbitrary: connect },
  { weight: 1, arbitrary: close },
  { weight: 1, arbitrary: revokeKey },
  { weight: 1, arbitrary: createKey },
  { weight: 2, arbitrary: submit },
  { weight: 2, arbitrary: advance },
  { weight: 3, arbitrary: advanceTo },
);
