/** How old a signature may be, and how far ahead: 300 seconds, by the receiver's own clock. */
import type { ClauseId } from '../../../spec/clauses.ts';
import { limits } from '../../../spec/limits.ts';
import { type ReceiverCase, receiverCase, refused, taken } from '../case.ts';
import type { Hand } from '../hand.ts';

const tolerance = limits.signatureToleranceSeconds;
const sides = [
  { side: 'past', words: 'old', sign: -1, rejects: 'events.signature.old-rejected' },
  { side: 'future', words: 'ahead', sign: 1, rejects: 'events.signature.future-rejected' },
] as const;

const fresh = [60, 200, 290, 299] as const;
const stale = [301, 310, 400, 900, 3_600, 86_400] as const;

/** Near the edge a second of rounding explains either answer; these are told apart by the clock of the receiver. */
const edge = (seconds: number): { readonly secondsFromEdge?: number } =>
  Math.abs(seconds - tolerance) <= 20 ? { secondsFromEdge: Math.abs(seconds - tolerance) } : {};

const rejecting = (
  id: string,
  title: string,
  clause: ClauseId,
  t: (hand: Hand) => number | string,
  more: { readonly secondsFromEdge?: number } = {},
): ReceiverCase =>
  receiverCase({
    id,
    title,
    clauses: [clause],
    isForged: true,
    ...more,
    advice: `Compare t with your clock, both in seconds, and refuse what is more than ${tolerance} off to either side: else whoever has caught a delivery can send it again.`,
    // What the body says is fresh: t alone counts.
    steps: (hand) => [refused(hand.delivery(hand.succeeded(), { t: t(hand), what: 'the stale delivery' }))],
  });

export const ageCases: readonly ReceiverCase[] = [
  ...sides.flatMap(({ side, words, sign, rejects }) => [
    ...fresh.map((seconds) =>
      receiverCase({
        id: `age.${side}-${seconds}`,
        title: `It takes a t that is ${seconds} seconds ${words}`,
        clauses: ['limits.webhook-signature-age', 'events.delivery.answered-in-time'],
        ...edge(seconds),
        advice: `Tolerate ${tolerance} seconds to either side: clocks differ, and a delivery may be on its way for a while. Is your clock right?`,
        steps: (hand) => [taken(hand.delivery(hand.succeeded(), { t: hand.now + sign * seconds }))],
      }),
    ),
    ...stale.map((seconds) =>
      rejecting(
        `age.${side}-${seconds}`,
        `It rejects a t that is ${seconds.toLocaleString('en')} seconds ${words}, though it is signed`,
        rejects,
        ({ now }) => now + sign * seconds,
        edge(seconds),
      ),
    ),
  ]),
  rejecting('age.zero', 'It rejects a t of zero', 'events.signature.old-rejected', () => 0),
  rejecting(
    'age.milliseconds',
    'It rejects a t in milliseconds, which lies in a far future',
    'events.signature.future-rejected',
    ({ now }) => (now - 5) * 1_000,
  ),
  rejecting(
    'age.not-a-number',
    'It rejects a t that is no number, which no comparison finds too old',
    'events.signature.old-rejected',
    () => 'NaN',
  ),
  rejecting(
    'age.a-date',
    'It rejects a t that is written as a date of long ago',
    'events.signature.old-rejected',
    () => '2020-01-01T00:00:00Z',
  ),
  receiverCase({
    id: 'age.second-t',
    title: 'It rejects an old delivery to whose header a fresh t was added',
    clauses: ['events.signature.old-rejected'],
    isForged: true,
    advice: 'Refuse a header with two t: the age has to be that of the t which was signed.',
    steps: (hand) => {
      const body = Buffer.from(JSON.stringify(hand.succeeded()));
      const old = hand.now - 3_600;
      const v1 = hand.hex(body, { t: old });
      return [
        refused(
          hand.delivery(body, {
            signature: `t=${old},t=${hand.now},v1=${v1}`,
            what: 'the old delivery with a fresh t behind',
          }),
          hand.delivery(body, {
            signature: `t=${hand.now},t=${old},v1=${v1}`,
            what: 'the old delivery with a fresh t before',
          }),
        ),
      ];
    },
  }),
];
