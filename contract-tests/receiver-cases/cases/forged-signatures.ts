/** Signatures that are none: made with another key, by another digest, over something else, or only alike. */
import { type ReceiverCase, receiverCase, refused } from '../case.ts';
import type { Hand } from '../hand.ts';
import { bytesOf } from '../hand.ts';

type Made = { readonly t: number; readonly body: Buffer; readonly right: string; readonly hand: Hand };

/** @param v1 in the place of the right digits */
const forged = (id: string, words: string, v1: (made: Made) => string): ReceiverCase =>
  withHeader(id, words, (made) => `t=${made.t},v1=${v1(made)}`);

/** Another header's value in the place of the right one. */
const withHeader = (id: string, words: string, header: (made: Made) => string): ReceiverCase =>
  receiverCase({
    id: `signature.${id}`,
    title: `It rejects a signature ${words}`,
    clauses: ['events.signature.mismatch-rejected'],
    isForged: true,
    advice:
      'Compute the HMAC-SHA256 of t, a full stop and the raw body with the whole secret, and compare all 64 digits of it with v1, in constant time.',
    steps: (hand) => {
      const body = bytesOf(hand.succeeded());
      const made = { t: hand.now, body, right: hand.hex(body), hand };
      return [refused(hand.delivery(body, { signature: header(made), what: 'the forgery' }))];
    },
  });

/** Another digit, whatever it is. */
const otherAt = (hex: string, place: number): string =>
  hex.slice(0, place) + ((Number.parseInt(hex.charAt(place), 16) + 1) % 16).toString(16) + hex.slice(place + 1);

const others = (hex: string): string => Array.from(hex, (_, place) => otherAt(hex, place).charAt(place)).join('');

export const forgedSignatureCases: readonly ReceiverCase[] = [
  forged('zeros', 'of zeros', () => '0'.repeat(64)),
  forged('first-digit', 'whose first digit is another', ({ right }) => otherAt(right, 0)),
  forged('middle-digit', 'with another digit in the middle', ({ right }) => otherAt(right, 32)),
  forged('last-digit', 'whose last digit is another', ({ right }) => otherAt(right, 63)),
  forged(
    'first-eight',
    'of which only the first eight digits are right',
    ({ right }) => right.slice(0, 8) + others(right).slice(8),
  ),
  forged(
    'first-half',
    'of which only the first half is right',
    ({ right }) => right.slice(0, 32) + others(right).slice(32),
  ),
  forged(
    'last-half',
    'of which only the last half is right',
    ({ right }) => others(right).slice(0, 32) + right.slice(32),
  ),
  forged('cut-to-eight', 'that was cut to eight digits', ({ right }) => right.slice(0, 8)),
  forged('cut-by-two', 'that was cut by its last two digits', ({ right }) => right.slice(0, 62)),
  forged('two-more', 'with two digits more', ({ right }) => `${right}00`),
  forged('empty', 'that is empty', () => ''),
  forged('no-digits', 'of letters that are no digits', () => 'g'.repeat(64)),
  forged('not-ascii', 'of letters outside ASCII', () => 'é'.repeat(32)),
  forged('ends-in-letters', 'that ends in a letter that is no digit', ({ right }) => `${right.slice(0, 63)}g`),
  forged('base64', 'in base64', ({ right }) => Buffer.from(right, 'hex').toString('base64')),
  forged('other-secret', 'made with another secret', ({ body, hand }) =>
    hand.hex(body, { secret: 'whsec_of_somebody_else' }),
  ),
  forged('empty-secret', 'made with an empty secret', ({ body, hand }) => hand.hex(body, { secret: '' })),
  forged('undefined-secret', 'made with the word undefined as secret', ({ body, hand }) =>
    hand.hex(body, { secret: 'undefined' }),
  ),
  forged('cut-secret', 'made with the secret less its last character', ({ body, hand }) =>
    hand.hex(body, { secret: hand.secret.slice(0, -1) }),
  ),
  forged('body-alone', 'over the body alone', ({ body, hand }) =>
    hand.hmac('sha256', hand.secret, body).toString('hex'),
  ),
  forged('no-full-stop', 'over t and the body without the full stop', ({ t, body, hand }) =>
    hand.hmac('sha256', hand.secret, Buffer.concat([Buffer.from(String(t)), body])).toString('hex'),
  ),
  forged('t-alone', 'over t alone', ({ t, hand }) => hand.hmac('sha256', hand.secret, `${t}.`).toString('hex')),
  forged('sha-1', 'made with SHA-1', ({ t, body, hand }) =>
    hand.hmac('sha1', hand.secret, Buffer.concat([Buffer.from(`${t}.`), body])).toString('hex'),
  ),
  forged('sha-512', 'made with SHA-512', ({ t, body, hand }) =>
    hand.hmac('sha512', hand.secret, Buffer.concat([Buffer.from(`${t}.`), body])).toString('hex'),
  ),
  withHeader(
    'fresh-t-old-signature',
    'of a delivery that was caught an hour ago, with a fresh t',
    ({ t, body, hand }) => `t=${t},v1=${hand.hex(body, { t: t - 3_600 })}`,
  ),
  withHeader(
    't-one-second-off',
    'whose t is one second later than the one that was signed',
    ({ t, body, hand }) => `t=${t},v1=${hand.hex(body, { t: t - 1 })}`,
  ),
  withHeader('v0', 'that stands under v0 alone', ({ t, right }) => `t=${t},v0=${right}`),
  withHeader('v11', 'that stands under v11 alone', ({ t, right }) => `t=${t},v11=${right}`),
  withHeader(
    'none-of-several',
    'of which several came and none fits',
    ({ t, body, hand }) => `t=${t},v1=${'0'.repeat(64)},v1=${hand.hex(body, { secret: 'another' })}`,
  ),
  withHeader(
    'two-halves',
    'that came in two halves',
    ({ t, right }) => `t=${t},v1=${right.slice(0, 32)},v1=${right.slice(32)}`,
  ),
];
