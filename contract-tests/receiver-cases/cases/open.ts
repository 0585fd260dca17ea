/** What the document does not promise and does not exclude: to take it is right, and to refuse it is no finding. */
import type { GapId } from '../../../spec/gaps.ts';
import { type ReceiverCase, either, receiverCase } from '../case.ts';
import type { Hand } from '../hand.ts';
import { bytesOf } from '../hand.ts';
import type { Outgoing } from '../outgoing.ts';

const open = (
  id: string,
  title: string,
  gap: GapId,
  advice: string,
  delivery: (hand: Hand) => Outgoing,
): ReceiverCase =>
  receiverCase({
    id,
    title,
    gap,
    clauses: ['events.signature.valid-accepted'],
    advice,
    steps: (hand) => [either(delivery(hand))],
  });

const later = 'A later version of the service may send it. Take what you do not know, and leave it alone.';

/** With the right signature over whatever stands there. */
const signedAs = (id: string, words: string, content: (hand: Hand) => string | Buffer): ReceiverCase =>
  open(
    `body.${id}`,
    `It answers a signed body ${words}`,
    'webhook-body-other',
    'The service sends JSON objects: any answer will do, as long as the receiver goes on working.',
    (hand) => hand.delivery(content(hand)),
  );

const spelled = (
  id: string,
  words: string,
  header: (made: { readonly t: number; readonly right: string }) => string | readonly string[],
): ReceiverCase =>
  open(
    `spelling.${id}`,
    `It reads a signature header ${words}`,
    'signature-spelling',
    'The document shows one way to write it, and does not exclude this one.',
    (hand) => {
      const body = bytesOf(hand.succeeded());
      return hand.delivery(body, { signature: header({ t: hand.now, right: hand.hex(body) }) });
    },
  );

const rotation = 'While a secret is rotated a delivery may carry a signature by each: one that fits is enough.';

const several = (
  id: string,
  title: string,
  header: (hand: Hand, right: string, other: string) => string,
): ReceiverCase =>
  open(`several.${id}`, title, 'secret-rotation', rotation, (hand) => {
    const body = bytesOf(hand.succeeded());
    return hand.delivery(body, {
      signature: header(hand, hand.hex(body), hand.hex(body, { secret: 'whsec_before_it_was_rotated' })),
    });
  });

export const openCases: readonly ReceiverCase[] = [
  open('unknown.event', 'It takes an event that it does not know', 'change-policy', later, (hand) =>
    hand.delivery(JSON.stringify({ ...hand.succeeded(), event: 'job.cancelled' })),
  ),
  open('unknown.member', 'It takes a member that it does not know', 'change-policy', later, (hand) =>
    hand.delivery(JSON.stringify({ ...hand.succeeded(), attempt: 2, livemode: true })),
  ),
  open('unknown.job-member', 'It takes a member of the job that it does not know', 'change-policy', later, (hand) => {
    const webhook = hand.succeeded();
    return hand.delivery(
      JSON.stringify({ ...webhook, data: { ...webhook.data, duration_sec: 4.2, tags: ['a', { b: null }] } }),
    );
  }),
  open(
    'unknown.error-code',
    'It takes a job that failed with a code that it does not know',
    'change-policy',
    later,
    (hand) => hand.delivery(hand.failed('voice_not_detected', 'No voice was found in the input.')),
  ),
  open(
    'unknown.scheme-beside',
    'It takes a signature beside which one of a later scheme stands',
    'change-policy',
    later,
    (hand) => {
      const body = bytesOf(hand.succeeded());
      return hand.delivery(body, { signature: `${hand.sign(body)},v2=abc` });
    },
  ),
  open('shape.failed-without-link', 'It takes a failed job without output_url', 'failed-output-url', later, (hand) => {
    const webhook = hand.failed();
    return hand.delivery(JSON.stringify({ ...webhook, data: { ...webhook.data, output_url: undefined } }));
  }),
  open(
    'shape.failed-with-charge',
    'It takes a failed job that shows the amount before its refund',
    'failed-job-charge',
    later,
    (hand) => {
      const webhook = hand.failed();
      return hand.delivery({ ...webhook, data: { ...webhook.data, charged_usd: 0.36 } });
    },
  ),
  several(
    'right-first',
    'It takes two signatures of which the first fits',
    ({ now }, right, other) => `t=${now},v1=${right},v1=${other}`,
  ),
  several(
    'right-last',
    'It takes two signatures of which the last fits',
    ({ now }, right, other) => `t=${now},v1=${other},v1=${right}`,
  ),
  several(
    'one-of-ten',
    'It takes ten signatures of which one fits',
    ({ now }, right, other) => `t=${now},${`v1=${other},`.repeat(9)}v1=${right}`,
  ),
  spelled(
    'capital-digits',
    'with hexadecimal digits in capitals',
    ({ t, right }) => `t=${t},v1=${right.toUpperCase()}`,
  ),
  spelled('other-order', 'in which v1 stands before t', ({ t, right }) => `v1=${right},t=${t}`),
  spelled('blank', 'with a blank after the comma', ({ t, right }) => `t=${t}, v1=${right}`),
  spelled('comma-at-end', 'with a comma at its end', ({ t, right }) => `t=${t},v1=${right},`),
  spelled('sent-twice', 'that comes twice', ({ t, right }) => [`t=${t},v1=${right}`, `t=${t},v1=${right}`]),
  spelled('other-header-first', 'before which another one stands that does not fit', ({ t, right }) => [
    `t=${t},v1=${'0'.repeat(64)}`,
    `t=${t},v1=${right}`,
  ]),
  signedAs('empty', 'that is empty', () => ''),
  signedAs('text', 'that is no JSON', () => 'hello'),
  signedAs('array', 'that is an array', () => '[]'),
  signedAs('null', 'that is null', () => 'null'),
  signedAs('no-data', 'without data', ({ succeeded }) => JSON.stringify({ ...succeeded(), data: undefined })),
  signedAs('not-utf8', 'that is no UTF-8', ({ succeeded }) =>
    Buffer.concat([bytesOf(succeeded()).subarray(0, -2), Buffer.from([0xff, 0xfe, 0x7d, 0x7d])]),
  ),
  signedAs('deep', 'that is nested a thousand deep', () => `${'['.repeat(1_000)}${']'.repeat(1_000)}`),
  ...(
    [
      [100, '100 KiB'],
      [1_024, '1 MiB'],
    ] as const
  ).map(([kib, words]) =>
    open(
      `size.${kib}-kib`,
      `It takes a body of ${words}`,
      'webhook-size',
      'The document names no greatest size. Bodies are small; links and messages make them longer.',
      (hand) => hand.delivery(hand.failed('processing_failed', 'x'.repeat(kib * 1_024 - 400))),
    ),
  ),
  open(
    'pace.slow',
    'It takes a body that comes in five pieces over a second',
    'webhook-pace',
    'Networks stall: give a request some seconds.',
    (hand) => hand.delivery(hand.succeeded(), { pace: 'slow' }),
  ),
  open(
    'pace.chunked',
    'It takes a body without a length, in chunks',
    'webhook-pace',
    'HTTP/1.1 has two ways to frame a body, and the document names neither.',
    (hand) => hand.delivery(hand.succeeded(), { pace: 'chunked' }),
  ),
];
