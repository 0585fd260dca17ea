/** Webhooks whose content is wrong: their members, events, times and ids. */
import type { ClauseId } from '../../spec/clauses.ts';
import { isObject } from '../reading/members.ts';
import type { Defect } from './defect.ts';
import { type Members, body, defectOf, resigned, sent, without } from './webhook-wraps.ts';

const defect = defectOf('webhook-content');

const envelope: {
  readonly [name: string]: {
    readonly present: ClauseId;
    readonly typed: ClauseId;
    readonly other: string;
    readonly wrong: (value: unknown) => unknown;
  };
} = {
  event: {
    present: 'events.content.event-present',
    typed: 'events.content.event-enum',
    other: 'type',
    wrong: (value) => ({ name: value }),
  },
  sent_at: {
    present: 'events.content.sent-at-present',
    typed: 'events.content.sent-at-iso-utc',
    other: 'sentAt',
    wrong: (value) => Math.floor(Date.parse(String(value)) / 1_000),
  },
  delivery_id: {
    present: 'events.content.delivery-id-present',
    typed: 'events.content.delivery-id-string',
    other: 'deliveryId',
    wrong: (value) => Buffer.from(String(value)).readUIntBE(String(value).length - 6, 6),
  },
  data: {
    present: 'events.content.data-present',
    typed: 'events.content.data-object',
    other: 'job',
    wrong: (value) => JSON.stringify(value),
  },
};

const members = Object.entries(envelope).flatMap(([name, { present, typed, other, wrong }]): readonly Defect[] => {
  const word = name.replace('_', '-');
  return [
    defect(
      `${word}-missing`,
      `leaves ${name} out of a webhook`,
      present,
      body((told) => without(told, name)),
    ),
    defect(
      `${word}-renamed`,
      `writes ${name} of a webhook as ${other}`,
      present,
      body((told) => ({ ...without(told, name), [other]: told[name] })),
    ),
    defect(
      `${word}-missing-when-failed`,
      `leaves ${name} out of the webhook of a failed job`,
      present,
      body((told, { job }) => (job.state.status === 'failed' ? without(told, name) : told)),
    ),
    defect(
      `${word}-missing-in-retries`,
      `leaves ${name} out of a webhook that is sent again`,
      present,
      body((told, { attempt }) => (attempt > 1 ? without(told, name) : told)),
    ),
    defect(
      `${word}-type`,
      `gives ${name} of a webhook another type`,
      typed,
      body((told) => ({ ...told, [name]: wrong(told[name]) })),
    ),
    defect(
      `${word}-null`,
      `gives null as ${name} of a webhook`,
      typed,
      body((told) => ({ ...told, [name]: null })),
    ),
  ];
});

const events: readonly Defect[] = [
  defect(
    'event-always-succeeded',
    'calls every webhook job.succeeded',
    'events.content.event-matches-status',
    body((told) => ({ ...told, event: 'job.succeeded' })),
  ),
  defect(
    'event-swapped',
    'calls webhooks of failed jobs job.succeeded, and the others job.failed',
    'events.content.event-matches-status',
    body((told, { job }) => ({ ...told, event: job.state.status === 'failed' ? 'job.succeeded' : 'job.failed' })),
  ),
  defect(
    'event-of-rejected',
    'calls the webhook of a rejected input job.succeeded',
    'events.content.event-matches-status',
    body((told, { job: { state } }) =>
      state.status === 'failed' && state.code === 'content_rejected' ? { ...told, event: 'job.succeeded' } : told,
    ),
  ),
  ...[
    ['completed', 'job.completed'],
    ['bare', 'succeeded'],
    ['underscore', 'job_succeeded'],
    ['capitals', 'JOB.SUCCEEDED'],
  ].map(([word = '', event = '']) =>
    defect(
      `event-${word}`,
      `calls the webhook of a succeeded job ${event}`,
      'events.content.event-enum',
      body((told, { job }) => (job.state.status === 'succeeded' ? { ...told, event } : told)),
    ),
  ),
  defect(
    'event-rejected',
    'calls the webhook of a rejected input job.rejected',
    'events.content.event-enum',
    body((told, { job: { state } }) =>
      state.status === 'failed' && state.code === 'content_rejected' ? { ...told, event: 'job.rejected' } : told,
    ),
  ),
  defect(
    'event-of-capability',
    'calls webhooks after their capability',
    'events.content.event-enum',
    body((told, { job }) => ({ ...told, event: `${job.feature}.${job.state.status}` })),
  ),
  defect(
    'event-cancelled',
    'calls the webhook of a cancelled job job.cancelled',
    'events.content.event-enum',
    body((told, { job: { state } }) =>
      state.status === 'failed' && state.reason === 'cancelled' ? { ...told, event: 'job.cancelled' } : told,
    ),
  ),
  defect(
    'event-of-charge',
    'sends an event of its own for what was charged',
    'events.content.jobs-only',
    sent((attempt) => [
      attempt.request,
      resigned(attempt, JSON.stringify({ ...parsed(attempt.request.body), event: 'balance.charged' })),
    ]),
    ['events.content.event-enum', 'events.delivery.any-2xx-succeeds'],
  ),
];

function parsed(bytes: Uint8Array | string): Members {
  const json: unknown = JSON.parse(Buffer.from(bytes).toString());
  return isObject(json) ? json : {};
}

const hours = (text: unknown, offset: number): Date => new Date(Date.parse(String(text)) + offset * 3_600_000);

const times = (
  [
    [
      'local-with-offset',
      'with the offset of another zone',
      (text) => `${hours(text, 2).toISOString().slice(0, -1)}+02:00`,
    ],
    ['local-as-utc', 'in the time of another zone, and calls it UTC', (text) => hours(text, -7).toISOString()],
    [
      'local-ahead-as-utc',
      'in the time of a zone further east, and calls it UTC',
      (text) => hours(text, 1).toISOString(),
    ],
    ['without-zone', 'without a zone', (text) => hours(text, 0).toISOString().slice(0, -1)],
    ['with-space', 'with a space between date and time', (text) => hours(text, 0).toISOString().replace('T', ' ')],
    ['date-alone', 'as a date alone', (text) => hours(text, 0).toISOString().slice(0, 10)],
    ['as-http-date', 'as HTTP writes dates', (text) => hours(text, 0).toUTCString()],
    ['seconds-as-text', 'as Unix seconds in a text', (text) => String(Math.floor(hours(text, 0).getTime() / 1_000))],
    ['milliseconds', 'as a number of milliseconds', (text) => hours(text, 0).getTime()],
    ['epoch', 'as the beginning of 1970', () => new Date(0).toISOString()],
    ['impossible', 'as a day that there is not', (text) => `2026-02-31${hours(text, 0).toISOString().slice(10)}`],
  ] as readonly (readonly [string, string, (text: unknown) => unknown])[]
).map(([word, says, write]) =>
  defect(
    `sent-at-${word}`,
    `writes sent_at ${says}`,
    'events.content.sent-at-iso-utc',
    body((told) => ({ ...told, sent_at: write(told['sent_at']) })),
  ),
);

const ids: readonly Defect[] = [
  defect(
    'delivery-id-per-attempt',
    'gives every attempt a delivery_id of its own',
    'events.content.delivery-id-stable',
    body((told, { deliveryId, attempt }) => ({ ...told, delivery_id: `${deliveryId}-${attempt}` })),
  ),
  defect(
    'delivery-id-of-retries',
    'gives retries another delivery_id than the first attempt',
    'events.content.delivery-id-stable',
    body((told, { deliveryId, attempt }) => ({ ...told, delivery_id: attempt > 1 ? `${deliveryId}-r` : deliveryId })),
  ),
  defect(
    'delivery-id-of-last',
    'gives the sixth attempt another delivery_id',
    'events.content.delivery-id-stable',
    body((told, { deliveryId, attempt }) => ({
      ...told,
      delivery_id: attempt === 6 ? `${deliveryId}-last` : deliveryId,
    })),
  ),
  defect(
    'delivery-id-after-refusal',
    'gives an attempt after a 404 another delivery_id',
    'events.content.delivery-id-stable',
    body((told, { deliveryId, attempt, sentAt }) => ({
      ...told,
      delivery_id: attempt > 3 ? `${deliveryId}-${sentAt}` : deliveryId,
    })),
  ),
  defect(
    'delivery-id-shared',
    'gives all webhooks one delivery_id',
    'events.content.delivery-id-distinct',
    body((told) => ({ ...told, delivery_id: 'dlv_1' })),
  ),
  defect(
    'delivery-id-empty',
    'gives all webhooks an empty delivery_id',
    'events.content.delivery-id-distinct',
    body((told) => ({ ...told, delivery_id: '' })),
  ),
  defect(
    'delivery-id-of-capability',
    'gives webhooks of one capability one delivery_id',
    'events.content.delivery-id-distinct',
    body((told, { job }) => ({ ...told, delivery_id: `dlv_${job.feature}` })),
  ),
  defect(
    'delivery-id-of-failures',
    'gives webhooks of failed jobs one delivery_id',
    'events.content.delivery-id-distinct',
    body((told, { job }) => (job.state.status === 'failed' ? { ...told, delivery_id: 'dlv_failed' } : told)),
  ),
  defect(
    'delivery-id-of-event',
    'gives webhooks the name of their event as delivery_id',
    'events.content.delivery-id-distinct',
    body((told) => ({ ...told, delivery_id: told['event'] })),
  ),
  {
    ...defect(
      'delivery-id-counts-for-account',
      'counts delivery_id from 1 for each account',
      'events.content.delivery-id-distinct',
      () => {
        const numbers = new Map<string, number>();
        const counts = new Map<string, number>();
        return {
          presentWebhook: (next) => (told, facts) => {
            // The account's id is the middle of an id, or the end of a UUID.
            const account = facts.deliveryId.split(/[_-]/).at(facts.deliveryId.includes('_') ? 1 : -1) ?? '';
            if (!numbers.has(facts.deliveryId)) {
              counts.set(account, (counts.get(account) ?? 0) + 1);
              numbers.set(facts.deliveryId, counts.get(account) ?? 0);
            }
            return next({ ...told, delivery_id: `dlv_${numbers.get(facts.deliveryId) ?? 0}` }, facts);
          },
        };
      },
    ),
  },
];

const writings: readonly Defect[] = (
  [
    [
      'form',
      'writes the body of a webhook as a form',
      (json) => new URLSearchParams({ event: String(json['event']), data: JSON.stringify(json['data']) }).toString(),
      'application/x-www-form-urlencoded',
    ],
    ['list', 'puts the body of a webhook into a list', (json) => JSON.stringify([json]), 'application/json'],
    [
      'json-in-text',
      'writes the body of a webhook as a JSON text that holds JSON',
      (json) => JSON.stringify(JSON.stringify(json)),
      'application/json',
    ],
    [
      'single-quotes',
      'writes the body of a webhook with single quotes',
      (json) => JSON.stringify(json).replaceAll('"', "'"),
      'application/json',
    ],
    [
      'two-lines',
      'writes two lines of JSON into a webhook',
      (json) => `${JSON.stringify(json)}\n${JSON.stringify(json)}`,
      'application/json',
    ],
    ['empty', 'sends webhooks without a body', () => '', 'application/json'],
    [
      'xml',
      'writes the body of a webhook in XML',
      (json) => `<event>${String(json['event'])}</event>`,
      'application/xml',
    ],
    ['plain-type', 'calls the body of a webhook plain text', (json) => JSON.stringify(json), 'text/plain'],
  ] as readonly (readonly [string, string, (json: Members) => string, string])[]
).map(([word, does, write, type]) =>
  defect(
    `body-${word}`,
    does,
    'events.content.body-json',
    sent((attempt) => [resigned(attempt, write(parsed(attempt.request.body)), { 'content-type': type })]),
  ),
);

export const webhookContentDefects: readonly Defect[] = [...members, ...events, ...times, ...ids, ...writings];
