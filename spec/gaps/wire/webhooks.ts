/** Webhooks: when attempts are made, and what differs between them. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const webhooks = {
  'webhook-ladder': wireGap({
    kind: 'silent',
    section: 'events',
    question: 'How long are the five waits between the six attempts?',
    accept: '10 to 20 minutes in all, waits that grow within 25 % of jitter.',
    default: 'doubling',
    values: {
      doubling: '29, 58, 116, 232 and 464 seconds.',
      'half-again': '68, 102, 153, 230 and 345 seconds.',
      tripling: '8, 23, 67, 200 and 600 seconds.',
    },
  }),
  'webhook-wait-from': wireGap({
    kind: 'silent',
    section: 'events',
    question: 'Does a wait begin when the attempt before it began, or when it ended?',
    accept: 'Either; they differ by at most the response wait.',
    default: 'end',
    values: { end: 'From the end of the attempt.', start: 'From its start.' },
  }),
  'webhook-jitter': wireGap({
    kind: 'silent',
    section: 'events',
    question: 'Are the waits made uneven on purpose?',
    accept: 'Up to 25 % either way.',
    default: 'none',
    values: { none: 'No.', '10-percent': 'By up to 10 % either way.' },
  }),
  'sent-at': wireGap({
    kind: 'silent',
    section: 'events',
    question: 'Is `sent_at` the time of this attempt or of the first?',
    accept: 'Any time from the end of the job to this attempt.',
    default: 'this-attempt',
    values: { 'this-attempt': 'Of this attempt.', 'first-attempt': 'Of the first attempt.' },
  }),
  'delivery-link': wireGap({
    kind: 'contradiction',
    section: 'events',
    question: '`data` is the polled job, whose link may be signed anew at each poll: is it signed anew in a retry?',
    accept: 'Equal in all fields; links are compared by what is behind them.',
    default: 'each-attempt',
    values: { 'each-attempt': 'Signed for each attempt.', 'first-attempt': 'As in the first attempt.' },
  }),
  'secret-rotation': wireGap({
    kind: 'silent',
    section: 'authentication',
    question: 'From when on is the new secret used after a rotation, and is the old one used beside it?',
    accept: 'The new secret from the next attempt on, with or without a second signature by the old one.',
    default: 'next-attempt',
    values: {
      'next-attempt': 'The new one alone, from the next attempt on.',
      both: 'For 24 hours a second `v1` by the old one follows.',
    },
  }),
  'webhook-media-type': wireGap({
    kind: 'silent',
    section: 'events',
    question: 'Which content type does a delivery have?',
    accept: 'application/json with or without parameters.',
    default: 'plain',
    values: { plain: 'application/json alone.', charset: 'application/json; charset=utf-8.' },
  }),
  'webhook-headers': wireGap({
    kind: 'silent',
    section: 'events',
    question: 'Which headers does a delivery carry beside the signature, and in which case is its name?',
    accept: 'Any; names of headers have no case.',
    default: 'least',
    values: {
      least: 'Content type, length, host and a user agent.',
      named: 'The event and the delivery_id too, as Service-Event and Service-Delivery.',
    },
  }),
} as const satisfies WireGapTable;
