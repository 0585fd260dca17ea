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

/** A few cheap calls, for a target whose money is real and whose time is. */
export const modestPrograms: fc.Arbitrary<Program> = fc.array(
  fc.oneof(
    {
      arbitrary: step('submit', {
        who: fc.constant<Who>(0),
        endpoint: fc.constant<JobEndpoint>('face-swap-image'),
        key: fc.option(key, { freq: 5 }),
      }),
      weight: 3,
    },
    {
      arbitrary: step('upload', {
        who: fc.constant<Who>(0),
        role: fc.constantFrom<UploadRole[]>('image', 'face'),
      }),
      weight: 1,
    },
    { arbitrary: step('poll', { job }), weight: 2 },
    { arbitrary: step('wait', { seconds: fc.constantFrom(0.1, 1) }), weight: 1 },
    { arbitrary: step('refused', { who: fc.constant<Who>(0), fault: fc.constantFrom(...faults) }), weight: 1 },
  ),
  { minLength: 3, maxLength: 5 },
);

/** One that has everything in it, so that no law goes without a case. */
export const tour: Program = [
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'order-1' },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'Order-1' },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'order-10' },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'order-1-' },
  { do: 'submit', who: 1, endpoint: 'face-swap-image', key: 'order-1' },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'order-1' },
  { do: 'look-as-stranger', job: 0 },
  { do: 'submit', who: 0, endpoint: 'voice-clone', key: null },
  { do: 'end', job: 5, outcome: 'content_rejected' },
  { do: 'burst', who: 0, endpoint: 'avatar', key: 'order-2', count: 6 },
  { do: 'poll', job: 6 },
  { do: 'wait', seconds: 0.3 },
  { do: 'poll', job: 6 },
  { do: 'submit', who: 0, endpoint: 'avatar', key: null },
  { do: 'end', job: 7, outcome: 'processing_failed' },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: null },
  { do: 'end', job: 8, outcome: 'face_not_detected' },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: null },
  { do: 'end', job: 9, outcome: 'cancelled' },
  { do: 'other-body', who: 0, key: 'order-1' },
  { do: 'wait', seconds: 3 },
  { do: 'submit', who: 0, endpoint: 'avatar', key: 'order-2' },
  { do: 'submit', who: 0, endpoint: 'avatar', key: 'order-2' },
  { do: 'poll', job: 0 },
  { do: 'refused', who: 0, fault: 'missing-field' },
  { do: 'stream', who: 0, kind: 'full_live_swap_standard', seconds: 17 },
  { do: 'stream', who: 0, kind: 'full_live_swap', seconds: 2.5 },
  { do: 'stream', who: 0, kind: 'voice_changer', seconds: 75 },
  { do: 'unused-session', who: 0, kind: 'full_live_swap' },
  { do: 'top-up', who: 0, usd: 5 },
  { do: 'submit-with-callback', who: 0, endpoint: 'face-swap-image', key: 'order-3' },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'order-3' },
  { do: 'end', job: 10, outcome: 'succeeded' },
  { do: 'wait', seconds: 0.1 },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'order-3' },
  { do: 'submit-with-callback', who: 0, endpoint: 'face-swap-image', key: null },
  { do: 'end', job: 11, outcome: 'content_rejected' },
  { do: 'new-key', who: 0 },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: null },
  { do: 'upload', who: 0, role: 'face' },
  { do: 'revoke-key', who: 0 },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: null },
];

/** Streams to their hard stop and nothing else: what is gone then is theirs, one kind an account. */
export const streamsAlone: Program = [
  { do: 'stream', who: 0, kind: 'voice_changer', seconds: 75 },
  { do: 'stream', who: 1, kind: 'full_live_swap', seconds: 75 },
  { do: 'stream', who: 1, kind: 'full_live_swap_standard', seconds: 75 },
];

/** One of each kind: enough for a brief look. */
export const oneStreamEach: Program = streamsAlone.slice(0, 2);

/** One account is used and the other is not: nothing of it may be gone. */
export const oneAlone: Program = [{ do: 'submit', who: 0, endpoint: 'face-swap-image', key: null }];

export const modestTour: Program = [
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'order-1' },
  { do: 'upload', who: 0, role: 'face' },
  { do: 'submit-with-callback', who: 0, endpoint: 'face-swap-image', key: null },
  { do: 'submit', who: 0, endpoint: 'face-swap-image', key: 'order-1' },
  { do: 'refused', who: 0, fault: 'missing-field' },
  { do: 'poll', job: 0 },
  { do: 'burst', who: 0, endpoint: 'face-swap-image', key: 'order-2', count: 3 },
  { do: 'submit-failing', who: 0, outcome: 'face_not_detected' },
  { do: 'submit-failing', who: 0, outcome: 'content_rejected' },
  { do: 'submit-failing', who: 0, outcome: 'processing_failed' },
];

/** Streams of a few seconds, one kind in each: what is gone then is its. */
export const modestStreams: readonly Program[] = (['voice_changer', 'full_live_swap_standard'] as const).map(
  (streamed) => [{ do: 'stream', who: 0, kind: streamed, seconds: 2.5 }],
);
