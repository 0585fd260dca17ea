/** Random programs: servers with random choices, accounts with random money, and steps. */
import * as fc from 'fast-check';
import { type GapChoices, type WireGapId, wireGaps } from '../../../spec/gaps.ts';
import type { Program, Receiver, Step } from './program.case.ts';
import { accountStep, anyStep, maybe, near, outcome, streams, streamsToTheLast, tightStep } from './steps.case.ts';

/** What streams are paid from and what ends them, where nothing is set aside. */
const nothingAside = { 'session-funds': 'create-only', 'revoked-key-stream': 'closed' } as const;

/** Also what a minute or two of a stream cost to the last cent. */
const balance = fc.oneof(
  fc.nat(400_000),
  fc.nat(4_000_000),
  fc.constantFrom(0, 90_000, 180_000, 300_000, 600_000, 50_000_000, 500_000_000),
);
const receiver: fc.Arbitrary<Receiver> = fc.oneof(
  fc.constant(['nothing' as const]),
  fc.constant([{ kind: 'answered' as const, status: 503 }]),
  fc.array(fc.oneof(fc.constant('nothing' as const), outcome), { minLength: 1, maxLength: 6 }),
);
const agreed = fc.record({ pro: maybe(fc.nat(20_000)), avatar: maybe(fc.nat(90_000)) });

/** Any lawful value of a gap. */
const anyOf = <Id extends WireGapId>(id: Id): fc.Arbitrary<GapChoices[Id]> =>
  fc.constantFrom(...(Object.keys(wireGaps[id].values) as GapChoices[Id][]));

const choices = fc.record({
  'charge-time': anyOf('charge-time'),
  'idempotency-scope': anyOf('idempotency-scope'),
  'idempotency-retention': anyOf('idempotency-retention'),
  'resubmit-other-body': anyOf('resubmit-other-body'),
  'week-start': anyOf('week-start'),
  'session-rounding': anyOf('session-rounding'),
  'session-funds': anyOf('session-funds'),
  'session-settle-delay': anyOf('session-settle-delay'),
  'socket-second': anyOf('socket-second'),
  'revoked-key-stream': anyOf('revoked-key-stream'),
  'token-lifetime': anyOf('token-lifetime'),
  'webhook-ladder': anyOf('webhook-ladder'),
  'webhook-wait-from': anyOf('webhook-wait-from'),
  'webhook-jitter': anyOf('webhook-jitter'),
  'secret-rotation': anyOf('secret-rotation'),
});

type Kind = {
  readonly step?: fc.Arbitrary<Step>;
  /** Steps in a row, and how often they come among fourteen others. */
  readonly phrase?: fc.Arbitrary<Step[]>;
  readonly often?: number;
  /** Choices that every server makes. */
  readonly fixed?: Partial<GapChoices>;
};

/** On servers that set nothing aside for streams: here it gets tight. */
export const tightKind: Kind = { step: tightStep, phrase: streamsToTheLast, often: 4, fixed: nothingAside };

/** Of an hour or two, to be lived through in small ticks. */
export const nearKind: Kind = { step: accountStep, phrase: near, often: 420 };

/** Programs of up to so many steps. */
export const programOf = (
  steps: number,
  { step = anyStep, phrase = streams, often = 1, fixed = {} }: Kind = {},
): fc.Arbitrary<Program> =>
  fc.record({
    seed: fc.nat(1_000_000),
    server: fc.record({
      concurrency: fc.integer({ min: 1, max: 3 }),
      queue: fc.integer({ min: 0, max: 4 }),
      jobSeconds: maybe(fc.constantFrom(0, 0.01, 2)),
      choices: choices.map((drawn) => ({ ...drawn, ...fixed })),
    }),
    balances: fc.tuple(balance, balance),
    rates: fc.tuple(agreed, agreed),
    receivers: fc.tuple(receiver, receiver),
    // The whole length at once: short programs find little, and shrinking makes them short again.
    steps: fc
      .array(fc.oneof({ weight: 14, arbitrary: step.map((one) => [one]) }, { weight: often, arbitrary: phrase }), {
        minLength: 1,
        maxLength: steps,
        size: 'max',
      })
      .map((phrases) => phrases.flat().slice(0, steps)),
  });
