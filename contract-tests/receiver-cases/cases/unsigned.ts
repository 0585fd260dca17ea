/** Deliveries that carry no signature at all, or nothing that could be read as one. */
import { type ReceiverCase, receiverCase, refused } from '../case.ts';
import { bytesOf } from '../hand.ts';
import type { Hand } from '../hand.ts';

const unsigned = (id: string, words: string, header: (hand: Hand, right: string) => string | null): ReceiverCase =>
  receiverCase({
    id: `unsigned.${id}`,
    title: `It rejects a delivery ${words}`,
    clauses: ['authentication.webhook-verified'],
    isForged: true,
    advice:
      'Refuse what has no signature that can be read, before the body is looked at: a header that is missing is no reason to leave out the check.',
    steps: (hand) => {
      const body = bytesOf(hand.succeeded());
      return [refused(hand.delivery(body, { signature: header(hand, hand.hex(body)), what: 'the unsigned delivery' }))];
    },
  });

export const unsignedCases: readonly ReceiverCase[] = [
  unsigned('no-header', 'without the signature header', () => null),
  unsigned('empty-header', 'whose signature header is empty', () => ''),
  unsigned('no-v1', 'whose header has no v1', ({ now }) => `t=${now}`),
  unsigned('bare-v1', 'whose header names v1 and gives none', ({ now }) => `t=${now},v1`),
  unsigned('no-t', 'whose header has no t', (_, right) => `v1=${right}`),
  unsigned('bare-digits', 'whose header is the digits alone', (_, right) => right),
  unsigned('words', 'whose header is some words', () => 'it is me, honestly'),
  unsigned('comma', 'whose header is a comma', () => ','),
  unsigned('bearer', 'that shows the secret’s name instead of a signature', () => 'Bearer whsec'),
];
