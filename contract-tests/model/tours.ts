/** Programs that are not drawn but written, so that no law goes without a case. */
import type { Program } from './program.ts';

/** One that has everything in it. */
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
