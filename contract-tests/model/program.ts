/** Histories of two accounts, drawn at random: what is done step by step. Every program can be performed; what a step needs and is not there yet, it leaves out. */
import * as fc from 'fast-check';
import type { JobErrorCode } from '../../spec/errors.ts';
import type { JobOutcome } from '../../spec/magic.ts';
import type { JobEndpoint } from '../../spec/vocabulary.ts';

/** Which of the two accounts. */
export type Who = 0 | 1;

const streamKinds = ['full_live_swap', 'full_live_swap_standard', 'voice_changer'] as const;
export type StreamKind = (typeof streamKinds)[number];

export const faults = ['missing-field', 'wrong-type', 'unknown-file'] as const;
export type FaultKind = (typeof faults)[number];

export const uploadRoles = ['image', 'face', 'voice'] as const;
export type UploadRole = (typeof uploadRoles)[number];

export type Step =
  /** From now on the account's submits name this file where they need one of its role. */
  | { readonly do: 'upload'; readonly who: Who; readonly role: UploadRole }
  /** With a key that the account has used before, it is that submit again. */
  | { readonly do: 'submit'; readonly who: Who; readonly endpoint: JobEndpoint; readonly key: string | null }
  /** The same, and its job asks for a webhook, where one can reach the judge. */
  | {
      readonly do: 'submit-with-callback';
      readonly who: Who;
      readonly endpoint: JobEndpoint;
      readonly key: string | null;
    }
  /** The same submit several times at once. */
  | {
      readonly do: 'burst';
      readonly who: Who;
      readonly endpoint: JobEndpoint;
      readonly key: string;
      readonly count: number;
    }
  /** A key that is known, with another body (gap `resubmit-other-body`). */
  | { readonly do: 'other-body'; readonly who: Who; readonly key: string }
  /** With a file that makes its job fail, and a webhook that says so: where such a file was given, and an end cannot be forced. */
  | { readonly do: 'submit-failing'; readonly who: Who; readonly outcome: JobErrorCode }
  | { readonly do: 'poll'; readonly job: number }
  | { readonly do: 'end'; readonly job: number; readonly outcome: JobOutcome }
  | { readonly do: 'look-as-stranger'; readonly job: number }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'stream'; readonly who: Who; readonly kind: StreamKind; readonly seconds: number }
  | { readonly do: 'unused-session'; readonly who: Who; readonly kind: StreamKind }
  | { readonly do: 'refused'; readonly who: Who; readonly fault: FaultKind }
  /** From now on the account is used with another key of it. */
  | { readonly do: 'new-key'; readonly who: Who }
  /** The key in use is revoked, tried, and the first one used again. */
  | { readonly do: 'revoke-key'; readonly who: Who }
  | { readonly do: 'top-up'; readonly who: Who; readonly usd: number };

export type Program = readonly Step[];

const who = fc.constantFrom<Who[]>(0, 0, 1);
const endpoint = fc.constantFrom<JobEndpoint[]>('face-swap-image', 'face-swap-image', 'voice-clone', 'avatar');
// Names that a careless comparison takes for each other.
const key = fc.constantFrom('order-1', 'Order-1', 'order-10', 'order-1-', 'order-2');
const job = fc.nat({ max: 9 });
const kind = fc.constantFrom(...streamKinds);
const outcome = fc.constantFrom<JobOutcome[]>(
  'face_not_detected',
  'content_rejected',
  'processing_failed',
  'timed_out',
  'cancelled',
  'succeeded',
);
export type StepOf<Do extends Step['do']> = Extract<Step, { readonly do: Do }>;

const step = <Do extends Step['do']>(
  name: Do,
  members: { readonly [member in Exclude<keyof StepOf<Do>, 'do'>]: fc.Arbitrary<StepOf<Do>[member]> },
): fc.Arbitrary<Step> => fc.record({ do: fc.constant(name), ...members }) as unknown as fc.Arbitrary<Step>;

/** Everything, where the judge controls the target. */
export const programs: fc.Arbitrary<Program> = fc.array(
  fc.oneof(
    { arbitrary: step('submit', { who, endpoint, key: fc.option(key, { freq: 3 }) }), weight: 8 },
    { arbitrary: step('upload', { who, role: fc.constantFrom(...uploadRoles) }), weight: 1 },
    { arbitrary: step('submit-with-callback', { who, endpoint, key: fc.option(key, { freq: 3 }) }), weight: 1 },
    { arbitrary: step('burst', { who, endpoint, key, count: fc.integer({ min: 2, max: 6 }) }), weight: 2 },
    { arbitrary: step('other-body', { who, key }), weight: 1 },
    { arbitrary: step('poll', { job }), weight: 3 },
    { arbitrary: step('end', { job, outcome }), weight: 3 },
    { arbitrary: step('look-as-stranger', { job }), weight: 1 },
    { arbitrary: step('wait', { seconds: fc.constantFrom(0.1, 0.5, 3, 60) }), weight: 3 },
    { arbitrary: step('stream', { who, kind, seconds: fc.constantFrom(1, 2.5, 17, 59, 75) }), weight: 2 },
    { arbitrary: step('unused-session', { who, kind }), weight: 1 },
    { arbitrary: step('refused', { who, fault: fc.constantFrom(...faults) }), weight: 1 },
    { arbitrary: step('new-key', { who }), weight: 1 },
    { arbitrary: step('revoke-key', { who }), weight: 1 },
    { arbitrary: step('top-up', { who, usd: fc.constantFrom(0.01, 5, 12.34) }), weight: 1 },
  ),
  { minLength: 3, maxLength: 16 },
);

const [self, cheapest] = [fc.constant<Who>(0), fc.constant<JobEndpoint>('face-swap-image')];

/** Calls that cost little, or nothing. */
const cheapStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: step('submit', { who: self, endpoint: cheapest, key: fc.option(key, { freq: 5 }) }), weight: 3 },
  { arbitrary: step('upload', { who: self, role: fc.constantFrom<UploadRole[]>('image', 'face') }), weight: 1 },
  { arbitrary: step('poll', { job }), weight: 2 },
  { arbitrary: step('wait', { seconds: fc.constantFrom(0.1, 1) }), weight: 1 },
  { arbitrary: step('refused', { who: self, fault: fc.constantFrom(...faults) }), weight: 1 },
);

/** Each of them is set aside at more than it costs: several jobs for a burst that is one, a minute for a stream of seconds. */
const dearStep: fc.Arbitrary<Step> = fc.oneof(
  step('burst', { who: self, endpoint: cheapest, key, count: fc.integer({ min: 2, max: 3 }) }),
  step('stream', {
    who: self,
    kind: fc.constantFrom<StreamKind[]>('voice_changer', 'full_live_swap_standard'),
    seconds: fc.constantFrom(1, 2.5),
  }),
  step('unused-session', { who: self, kind }),
);

/**
 * A few calls, one of them dear, for a target whose money is real and whose time is. No key comes or goes in them: on a deployment that is done in
 * the console, by hand.
 */
export const modestPrograms: fc.Arbitrary<Program> = fc
  .tuple(fc.array(cheapStep, { minLength: 2, maxLength: 4 }), dearStep, fc.nat({ max: 4 }))
  .map(([cheap, dear, place]) => [...cheap.slice(0, place), dear, ...cheap.slice(place)]);
