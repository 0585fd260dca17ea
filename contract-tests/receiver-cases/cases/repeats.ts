/** The same delivery again: it is acted on once. */
import { type ReceiverCase, type Step, either, premise, receiverCase, refused, taken } from '../case.ts';
import type { Hand } from '../hand.ts';
import { bytesOf } from '../hand.ts';
import type { Outgoing } from '../outgoing.ts';

const repeated = (id: string, title: string, steps: (hand: Hand) => readonly Step[]): ReceiverCase =>
  receiverCase({
    id: `repeat.${id}`,
    title,
    clauses: ['events.content.delivery-id-deduplicated'],
    needs: 'effects',
    gap: 'repeat-answer',
    advice:
      'Keep every delivery_id that was acted on, in a store with a uniqueness constraint, and answer with a 2xx when it comes again. Not t, not the signature and not the bytes: they are new in every attempt.',
    steps,
  });

const first = (delivery: Outgoing): Step => premise({ ...taken(delivery), acts: 'once' });
const again = (delivery: Outgoing): Step => ({ ...either(delivery), acts: 'never' });

export const repeatCases: readonly ReceiverCase[] = [
  receiverCase({
    id: 'repeat.answer',
    title: 'It takes a delivery that it has taken before',
    clauses: ['events.signature.valid-accepted'],
    gap: 'repeat-answer',
    advice: 'A 2xx ends the retries; a refusal has the service try again for a quarter of an hour.',
    steps: (hand) => {
      const webhook = hand.succeeded();
      return [
        premise(taken(hand.delivery(webhook))),
        { ...either(hand.delivery(webhook, { t: hand.now + 1, what: 'the retry' })), acts: 'any' },
      ];
    },
  }),
  repeated('same-bytes', 'It acts once on a delivery that comes twice, byte for byte', (hand) => {
    const delivery = hand.delivery(hand.succeeded());
    return [first(delivery), again({ ...delivery, what: 'the same again' })];
  }),
  repeated('signed-anew', 'It acts once on a delivery that is sent again with a new t and signature', (hand) => {
    const webhook = hand.succeeded();
    return [first(hand.delivery(webhook)), again(hand.delivery(webhook, { t: hand.now + 29, what: 'the retry' }))];
  }),
  repeated('sent-anew', 'It acts once on a delivery that is sent again with a new sent_at', (hand) => {
    const webhook = hand.succeeded(60);
    const sent_at = new Date(hand.now * 1_000).toISOString();
    return [
      first(hand.delivery(webhook)),
      again(hand.delivery({ ...webhook, sent_at }, { t: hand.now + 1, what: 'the retry' })),
    ];
  }),
  repeated('new-link', 'It acts once on a delivery whose retry has a link that was signed anew', (hand) => {
    const webhook = hand.succeeded();
    const data = { ...webhook.data, output_url: `${webhook.data.output_url ?? ''}0` };
    return [
      first(hand.delivery(webhook)),
      again(hand.delivery({ ...webhook, data }, { t: hand.now + 2, what: 'the retry' })),
    ];
  }),
  repeated('five-retries', 'It acts once on a delivery that comes in all six attempts', (hand) => {
    const webhook = hand.succeeded();
    return [
      first(hand.delivery(webhook)),
      ...[2, 3, 4, 5, 6].map((attempt) =>
        again(hand.delivery(webhook, { t: hand.now + attempt, what: `attempt ${attempt}` })),
      ),
    ];
  }),
  repeated('late', 'It acts once on a delivery whose last retry comes a quarter of an hour later', (hand) => {
    const webhook = hand.succeeded(15 * 60);
    return [
      first(hand.delivery(webhook, { t: hand.now - 250 })),
      again(hand.delivery(webhook, { what: 'the last retry' })),
    ];
  }),
  repeated('after-others', 'It acts once on a delivery that comes again after thirty others', (hand) => {
    const webhook = hand.succeeded();
    const others = Array.from({ length: 30 }, () =>
      hand.delivery(hand.succeeded(), { what: 'another job in between' }),
    );
    return [
      first(hand.delivery(webhook)),
      premise({ ...taken(...others), acts: 'each' }),
      again(hand.delivery(webhook, { t: hand.now + 1, what: 'the retry' })),
    ];
  }),
  repeated('of-a-failure', 'It acts no second time on the delivery of a failed job', (hand) => {
    const webhook = hand.failed();
    return [
      premise(taken(hand.delivery(webhook))),
      again(hand.delivery(webhook, { t: hand.now + 1, what: 'the retry' })),
    ];
  }),
  repeated('at-a-time', 'It acts once on a delivery that comes five times at a time', (hand) => {
    const webhook = hand.succeeded();
    const copies = Array.from({ length: 5 }, (_, place) =>
      hand.delivery(webhook, { t: hand.now + place, what: `copy ${place + 1} of five` }),
    );
    return [{ ...either(...copies), isTogether: true, acts: 'once' }];
  }),
  repeated('two-jobs', 'It acts on each of two deliveries that are alike but for their ids', (hand) => [
    first(hand.delivery(hand.succeeded())),
    first(hand.delivery(hand.succeeded(), { what: 'the delivery of another job' })),
  ]),
  repeated(
    'ids-alike',
    'It acts on each of two deliveries whose ids differ in their last letter, and only in its case',
    (hand) => {
      const one = hand.succeeded();
      const other = hand.succeeded();
      return [
        first(hand.delivery({ ...one, delivery_id: `${one.delivery_id}_a` })),
        first(
          hand.delivery({ ...other, delivery_id: `${one.delivery_id}_A` }, { what: 'the delivery of another job' }),
        ),
      ];
    },
  ),
  repeated('after-a-refusal', 'It acts once on a delivery whose first attempt it had to reject for its age', (hand) => {
    const body = bytesOf(hand.succeeded());
    return [
      premise(refused(hand.delivery(body, { t: hand.now - 3_600, what: 'the stale attempt' }))),
      first(hand.delivery(body, { what: 'the fresh attempt' })),
      again(hand.delivery(body, { t: hand.now + 1, what: 'the one after it' })),
    ];
  }),
];
