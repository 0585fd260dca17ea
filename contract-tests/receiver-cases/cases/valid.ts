/** What the service may send any day: a receiver takes it, and says so in time. */
import type { ClauseId } from '../../../spec/clauses.ts';
import { jobErrors } from '../../../spec/errors.ts';
import { type ReceiverCase, type Step, premise, receiverCase, refused, taken } from '../case.ts';
import type { Hand } from '../hand.ts';

const takes: readonly [ClauseId, ClauseId] = ['events.signature.valid-accepted', 'events.delivery.answered-in-time'];

const valid = (
  id: string,
  title: string,
  steps: (hand: Hand) => readonly Step[],
  advice = 'Verify the signature over the raw body, and answer with a 2xx at once: do what takes long afterwards.',
): ReceiverCase => receiverCase({ id, title, clauses: takes, advice, steps });

/** All other cases are read by what becomes of this one. */
export const plainCase: ReceiverCase = valid(
  'valid.succeeded',
  'It takes the webhook of a job that has succeeded',
  (hand) => [{ ...taken(hand.delivery(hand.succeeded(), { what: 'the plain delivery' })), acts: 'once' }],
  'Is it the secret of this account, as it is written, with its prefix? Is the header named as --signature-header says? Does the address take a POST without any other credentials?',
);

export const validCases: readonly ReceiverCase[] = [
  plainCase,
  ...Object.keys(jobErrors).map((code) =>
    valid(
      `valid.failed-${code.replaceAll('_', '-')}`,
      `It takes the webhook of a job that has failed with ${code}`,
      (hand) => [taken(hand.delivery(hand.failed(code, 'The job could not be done.')))],
    ),
  ),
  valid('valid.amount-with-places', 'It takes an amount of six places', (hand) => {
    const { data, ...rest } = hand.succeeded();
    return [taken(hand.delivery({ ...rest, data: { ...data, charged_usd: 12.345678 } }))];
  }),
  valid('valid.nothing-charged', 'It takes a job that was charged nothing', (hand) => {
    const { data, ...rest } = hand.succeeded();
    return [taken(hand.delivery({ ...rest, data: { ...data, charged_usd: 0 } }))];
  }),
  valid('valid.long-link', 'It takes a link of 2,000 characters', (hand) => {
    const { data, ...rest } = hand.succeeded();
    const output_url = `${data.output_url ?? ''}&token=${'a1b2c3d4'.repeat(240)}`;
    return [taken(hand.delivery({ ...rest, data: { ...data, output_url } }))];
  }),
  valid(
    'valid.8-kib',
    'It takes a body of 8 KiB',
    (hand) => [taken(hand.delivery(hand.failed('processing_failed', 'It broke off. '.repeat(560))))],
    'Raise the limit of the body: links and messages have no greatest length.',
  ),
  valid('valid.sent-at-whole-seconds', 'It takes a sent_at without a fraction of a second', (hand) => {
    const webhook = hand.succeeded();
    return [taken(hand.delivery({ ...webhook, sent_at: webhook.sent_at.replace(/\.\d+Z$/, 'Z') }))];
  }),
  valid(
    'late.retry-with-first-sent-at',
    'It takes the last retry, whose sent_at is a quarter of an hour old and whose t is fresh',
    (hand) => [taken(hand.delivery(hand.succeeded(15 * 60)))],
    'Judge the age by t of the signature header, and not by sent_at: that may be the time of the first attempt.',
  ),
  valid(
    'late.failed-retry',
    'It takes a late retry of a failed job, too',
    (hand) => [taken(hand.delivery(hand.failed('processing_failed', 'The render broke off.', 14 * 60)))],
    'Judge the age by t of the signature header, and not by sent_at.',
  ),
  valid(
    'order.older-after-newer',
    'It takes a delivery whose sent_at is older than that of the one before',
    (hand) => [
      taken(hand.delivery(hand.succeeded())),
      taken(hand.delivery(hand.succeeded(300), { what: 'the older one' })),
    ],
    'Deliveries come in any order: leave out whatever compares them with the one before.',
  ),
  valid('order.failed-between', 'It takes deliveries of failed and succeeded jobs in turn', (hand) => [
    taken(hand.delivery(hand.failed())),
    taken(hand.delivery(hand.succeeded(), { what: 'the second one' })),
    taken(hand.delivery(hand.failed('content_rejected'), { what: 'the third one' })),
  ]),
  valid(
    'order.ten-at-a-time',
    'It takes ten deliveries of ten jobs at a time',
    (hand) => [
      {
        ...taken(
          ...Array.from({ length: 10 }, (_, place) =>
            hand.delivery(hand.succeeded(), { what: `delivery ${place + 1} of ten` }),
          ),
        ),
        isTogether: true,
      },
    ],
    'Jobs end at the same time, and each delivery comes by itself: answer before the work is done.',
  ),
  valid(
    'order.after-a-forgery',
    'It takes a delivery although a forged one with its delivery_id came before',
    (hand) => {
      const webhook = hand.succeeded();
      const forged = hand.delivery(webhook, { signature: `t=${hand.now},v1=${'0'.repeat(64)}`, what: 'the forgery' });
      return [
        premise(refused(forged)),
        { ...taken(hand.delivery(webhook, { what: 'the true delivery after it' })), acts: 'once' },
      ];
    },
    'Note a delivery_id only once the signature was verified: else anyone who guesses one makes you miss a webhook.',
  ),
  ...(
    [
      ['lower', 'small letters', (name: string) => name.toLowerCase()],
      ['upper', 'capitals', (name: string) => name.toUpperCase()],
      [
        'mixed',
        'letters of both cases',
        (name: string) =>
          Array.from(name, (sign, place) => (place % 2 === 0 ? sign.toLowerCase() : sign.toUpperCase())).join(''),
      ],
    ] as const
  ).map(([id, words, headerName]) =>
    valid(
      `name.${id}-case`,
      `It finds the signature header when its name comes in ${words}`,
      (hand) => [taken(hand.delivery(hand.succeeded(), { headerName }))],
      'Names of headers have no case: look them up without it.',
    ),
  ),
  valid('headers.charset', 'It takes a content type with a charset', (hand) => [
    taken(hand.delivery(hand.succeeded(), { contentType: 'application/json; charset=utf-8' })),
  ]),
  valid('headers.more', 'It takes further headers', (hand) => [
    taken(
      hand.delivery(hand.succeeded(), {
        headers: [
          ['Service-Event', 'job.succeeded'],
          ['Service-Delivery', 'dlv_1'],
          ['X-Request-Id', '1'],
          ['Accept', '*/*'],
        ],
      }),
    ),
  ]),
  valid(
    'pace.split',
    'It takes a body that comes in a packet of its own, and in two',
    (hand) => [taken(hand.delivery(hand.succeeded(), { pace: 'split' }))],
    'Read the body to its end: it comes in as many pieces as the network makes of it.',
  ),
];
