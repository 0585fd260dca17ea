/** What is verified are the bytes that arrived: any JSON, however it is written, and nothing that only means the same. */
import { type ReceiverCase, type Step, premise, receiverCase, refused, taken } from '../case.ts';
import type { Hand } from '../hand.ts';
import type { WebhookBody } from '../webhook-body.ts';

const advice =
  'Keep the raw body, as bytes, before any parser sees it (express.raw, request.get_data(), php://input), and compute the HMAC over it.';

/** JSON that no writer of the receiver's would write so. */
const takes = (
  id: string,
  words: string,
  write: (webhook: WebhookBody) => string,
  before: (hand: Hand) => readonly Step[] = () => [],
): ReceiverCase =>
  receiverCase({
    id: `raw.${id}`,
    title: `It takes a body ${words}`,
    clauses: ['events.signature.raw-bytes', 'events.delivery.answered-in-time'],
    advice,
    steps: (hand) => [...before(hand), taken(hand.delivery(write(hand.succeeded())))],
  });

/** What was signed, and what is sent: other bytes that mean the same, or become the same when they are read as text. */
const rejects = (
  id: string,
  words: string,
  pair: (webhook: WebhookBody, hand: Hand) => { readonly signed: string | Buffer; readonly sent: string | Buffer },
): ReceiverCase =>
  receiverCase({
    id: `raw.${id}`,
    title: `It rejects a body ${words}`,
    clauses: ['events.signature.raw-bytes'],
    isForged: true,
    advice,
    steps: (hand) => {
      const { signed, sent } = pair(hand.succeeded(), hand);
      return [
        refused(
          hand.delivery(Buffer.from(sent), { signature: hand.sign(Buffer.from(signed)), what: 'the changed body' }),
        ),
      ];
    },
  });

const json = (webhook: WebhookBody): string => JSON.stringify(webhook);
const pretty = (webhook: WebhookBody): string => JSON.stringify(webhook, null, 2);
const reversed = ({ event, sent_at, delivery_id, data }: WebhookBody): string =>
  JSON.stringify({ data, delivery_id, sent_at, event });
const withMessage = (webhook: WebhookBody, message: string): WebhookBody => ({
  ...webhook,
  event: 'job.failed',
  data: { ...webhook.data, status: 'failed', output_url: null, error: { code: 'processing_failed', message } },
});

/** Whoever takes no failed job takes none with odd letters, and that says nothing of bytes. */
const aPlainFailure = (hand: Hand): readonly Step[] => [
  premise(taken(hand.delivery(hand.failed('processing_failed')))),
];

export const rawByteCases: readonly ReceiverCase[] = [
  takes('indented', 'that is indented', pretty),
  takes('blanks', 'with blanks after commas and colons', (webhook) => pretty(webhook).replaceAll(/\n */g, ' ')),
  takes('other-order', 'whose members stand in another order', reversed),
  takes('line-break-at-end', 'that ends in a line break', (webhook) => `${json(webhook)}\n`),
  takes('escaped-slashes', 'in which slashes are escaped', (webhook) => json(webhook).replaceAll('/', String.raw`\/`)),
  takes('number-written-longer', 'with a number that is written longer than need be', (webhook) =>
    json(webhook).replace('0.36', '0.360'),
  ),
  takes(
    'other-alphabets',
    'with letters outside ASCII, in UTF-8',
    (webhook) => json(withMessage(webhook, 'Gesicht nicht gefunden: größer, 顔, 🙂')),
    aPlainFailure,
  ),
  takes(
    'escaped-letters',
    'with letters outside ASCII, as escapes',
    (webhook) =>
      json(withMessage(webhook, 'größer')).replaceAll(
        /[\u0080-\uffff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    aPlainFailure,
  ),
  rejects('indentation-added', 'that was indented after it was signed', (webhook) => ({
    signed: json(webhook),
    sent: pretty(webhook),
  })),
  rejects('members-moved', 'whose members were moved after it was signed', (webhook) => ({
    signed: json(webhook),
    sent: reversed(webhook),
  })),
  rejects('member-repeated', 'to which a member was added that a later one hides', (webhook) => ({
    signed: json(webhook),
    sent: json(webhook).replace('{', '{"event":"job.failed",'),
  })),
  rejects('line-break-added', 'to which a line break was added', (webhook) => ({
    signed: json(webhook),
    sent: `${json(webhook)}\n`,
  })),
  rejects('line-ends-changed', 'whose line breaks were changed', (webhook) => ({
    signed: pretty(webhook),
    sent: pretty(webhook).replaceAll('\n', '\r\n'),
  })),
  rejects('mark-added', 'before which a byte order mark was put', (webhook) => ({
    signed: json(webhook),
    sent: `\ufeff${json(webhook)}`,
  })),
  rejects(
    'bytes-that-are-no-text',
    'with bytes that are no UTF-8, which text replaces by those that were signed',
    (webhook) => {
      const signed = Buffer.from(json(withMessage(webhook, 'odd \ufffd bytes')));
      const place = signed.indexOf('\ufffd');
      return {
        signed,
        sent: Buffer.concat([signed.subarray(0, place), Buffer.from([0xff]), signed.subarray(place + 3)]),
      };
    },
  ),
  rejects('decomposed', 'in which a letter was written as two signs', (webhook) => ({
    signed: json(withMessage(webhook, 'gr\u00f6sser')),
    sent: json(withMessage(webhook, 'gro\u0308sser')),
  })),
];
