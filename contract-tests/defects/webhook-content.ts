/** Webhooks whose members are missing, renamed or of another type, and times that are written otherwise. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Defect } from './defect.ts';
import { body, defectOf, without } from './webhook-wraps.ts';

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

export const webhookContentDefects: readonly Defect[] = [...members, ...times];
