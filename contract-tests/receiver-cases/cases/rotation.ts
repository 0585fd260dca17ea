/** Two secrets at a time, where the receiver is configured with both. */
import { type ReceiverCase, either, receiverCase, taken } from '../case.ts';
import { bytesOf } from '../hand.ts';

const advice =
  'While a secret is rotated, try each secret that is still good on each v1, and take the delivery if one fits.';

export const rotationCases: readonly ReceiverCase[] = [
  receiverCase({
    id: 'rotation.second-secret',
    title: 'It takes a delivery that is signed with the second secret, and then one with the first',
    clauses: ['events.signature.valid-accepted', 'events.delivery.answered-in-time'],
    needs: 'second-secret',
    advice,
    steps: (hand) => [
      taken(
        hand.delivery(hand.succeeded(), { secret: hand.secondSecret, what: 'the delivery with the second secret' }),
        hand.delivery(hand.succeeded(), { what: 'the delivery with the first secret' }),
      ),
    ],
  }),
  receiverCase({
    id: 'rotation.both',
    title: 'It takes a delivery that is signed with both secrets, in either order',
    clauses: ['events.signature.valid-accepted'],
    needs: 'second-secret',
    gap: 'secret-rotation',
    advice,
    steps: (hand) => {
      const body = bytesOf(hand.succeeded());
      const [first, second] = [hand.hex(body), hand.hex(body, { secret: hand.secondSecret })];
      return [
        either(hand.delivery(body, { signature: `t=${hand.now},v1=${first},v1=${second}` })),
        either(hand.delivery(hand.succeeded(), { what: 'the next one', secret: hand.secondSecret })),
      ];
    },
  }),
  receiverCase({
    id: 'rotation.mixed',
    title: 'It rejects a signature of which half fits each secret',
    clauses: ['events.signature.mismatch-rejected'],
    needs: 'second-secret',
    isForged: true,
    advice,
    steps: (hand) => {
      const body = bytesOf(hand.succeeded());
      const mixed = hand.hex(body).slice(0, 32) + hand.hex(body, { secret: hand.secondSecret }).slice(32);
      return [
        {
          send: [hand.delivery(body, { signature: `t=${hand.now},v1=${mixed}`, what: 'the forgery' })],
          expects: 'refused',
          acts: 'never',
        },
      ];
    },
  }),
];
