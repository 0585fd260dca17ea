/**
 * The journal: what came to the mock and what it sent, one entry each, for people, for judges of clients and receivers, and for HAR.
 * It is ours, not the service's. Secrets never stand in it: where one was, it says `[redacted]`, and in the query of a `callback_url`
 * `[redacted:…]`, with the same letters for the same query.
 */
import { Type, type Static, type TSchema } from 'typebox';

export const journalKinds = ['request', 'delivery', 'socket'] as const;
export type JournalKind = (typeof journalKinds)[number];

/** How many characters of a body are shown. */
export const journalBodyCharsMax = 8_192;

/** Of a connection's messages: how many are kept from its beginning and from its end, and how much of each is shown. */
export const journalSocketMessagesFirst = 100;
export const journalSocketMessagesLast = 20;
export const journalSocketTextMax = 1_024;
export const journalSocketBytesMax = 32;

/** How notes begin that a judge of clients looks for. */
export const voiceSampleNote = 'the voice sample lasts';
export const unknownFieldNote = 'ignored, for this endpoint has no such field';
export const repeatNote = 'a repeat of the submit that made';
export const usageCutNote = 'more usage records than were listed';
/** Of a call that was made in the console, and is nobody's conduct. */
export const consoleNote = 'tried out in the console';
/** Of a socket that was opened, or tried, with a key in the query. */
export const keyInAddressNote = 'its address holds a key';
/** Why a socket was turned away: the detail that a judge of clients looks for. */
export const tokenMissingDetail = 'its address does not have one session_token';
/** Why the mock closed a socket by itself: details that the same judge looks for. */
export const stopDetails = {
  hardStop: 'max_duration_sec is reached',
  funds: 'the balance is used up',
  shutdown: 'the mock stops',
  over: 'the session is over',
} as const;

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const JournalHeader = Type.Object(
  { name: Type.String(), value: Type.String() },
  { title: 'JournalHeader', description: 'One header line, with the name as it was written.' },
);
export type JournalHeader = Static<typeof JournalHeader>;

export const JournalBody = Type.Object(
  {
    bytes: orNull(Type.Integer({ minimum: 0 }), 'Length as it was sent; null where it was not read and not declared.'),
    text: orNull(Type.String(), 'The text, or its beginning; null where it was not read, or is not kept, as of files.'),
    truncated: Type.Boolean({ description: 'Whether the text goes on.' }),
  },
  { title: 'JournalBody' },
);
export type JournalBody = Static<typeof JournalBody>;

const headers = Type.Array(JournalHeader);
const message = Type.Object({ headers, body: JournalBody });

const common = {
  seq: Type.Integer({ minimum: 1, description: 'Its number: entries are written when what they tell of has ended.' }),
  at: Type.String({ format: 'date-time', description: 'When it began, by the clock of the mock.' }),
  account_id: orNull(Type.String(), 'Whose key, link or job it was; null where that is not known.'),
  faults: Type.Array(Type.String(), { description: 'Names of the injected faults that met it.' }),
};

const durationMs = Type.Integer({ minimum: 0, description: 'By the clock of the mock: 0 while that stands still.' });

export const RequestEntry = Type.Object(
  {
    kind: Type.Literal('request'),
    ...common,
    key_id: orNull(Type.String(), 'Which key of the account it was.'),
    operation: orNull(Type.String(), 'Id of the operation; null for files, and for what the service does not have.'),
    method: Type.String(),
    path: Type.String({ description: 'Path and query.' }),
    request: message,
    response: orNull(
      Type.Object({ status: Type.Integer(), headers, body: JournalBody }),
      'The answer, as it was before a fault spoilt it on its way; null where none was sent.',
    ),
    duration_ms: durationMs,
    notes: Type.Array(Type.String(), { description: 'What was let pass, and may not have been meant.' }),
  },
  { title: 'RequestEntry', description: 'A request of a client, and its answer.' },
);
export type RequestEntry = Static<typeof RequestEntry>;

export const DeliveryEntry = Type.Object(
  {
    kind: Type.Literal('delivery'),
    ...common,
    delivery_id: Type.String(),
    job_id: Type.String(),
    attempt: Type.Integer({ minimum: 1 }),
    url: Type.String(),
    request: message,
    status: orNull(Type.Integer(), 'What the receiver answered; null where no answer came.'),
    failure: orNull(Type.String(), 'Why none came.'),
    duration_ms: durationMs,
    next_at: orNull(Type.String({ format: 'date-time' }), 'When the next attempt is due; null if there is none.'),
  },
  { title: 'DeliveryEntry', description: 'One attempt to deliver a webhook.' },
);
export type DeliveryEntry = Static<typeof DeliveryEntry>;

/** `lost` is an end without a closing handshake. */
export const journalSocketEvents = ['connected', 'refused', 'first-frame', 'closed', 'lost'] as const;
export type JournalSocketEvent = (typeof journalSocketEvents)[number];

const ofMessage = {
  at: Type.String({ format: 'date-time', description: 'By the clock of the mock.' }),
  from: Type.Enum(['client', 'server']),
  bytes: Type.Integer({ minimum: 0, description: 'Its length as it was sent.' }),
  truncated: Type.Boolean({ description: 'Whether it goes on.' }),
};

export const SocketMessage = Type.Union(
  [
    Type.Object({
      type: Type.Literal('text'),
      ...ofMessage,
      text: orNull(
        Type.String(),
        `Its first ${journalSocketTextMax} characters at the most; null where there was no room.`,
      ),
    }),
    Type.Object({
      type: Type.Literal('binary'),
      ...ofMessage,
      base64: orNull(
        Type.String(),
        `Its first ${journalSocketBytesMax} bytes; null where there was no room, or where a secret may begin in them.`,
      ),
    }),
  ],
  { title: 'SocketMessage', description: 'One message of a real-time socket, or its beginning.' },
);
export type SocketMessage = Static<typeof SocketMessage>;

const traffic = (description: string) =>
  Type.Object({ frames: Type.Integer({ minimum: 0 }), bytes: Type.Integer({ minimum: 0 }) }, { description });

export const SocketEntry = Type.Object(
  {
    kind: Type.Literal('socket'),
    ...common,
    session_id: orNull(Type.String(), 'Null where the address named no session.'),
    connection: orNull(Type.Integer({ minimum: 1 }), 'Number of the connection in its session.'),
    event: Type.Enum([...journalSocketEvents]),
    code: orNull(Type.Integer(), 'HTTP status of a refusal, close code of an end.'),
    detail: orNull(Type.String(), 'In words: why.'),
    notes: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Of an opening: what was let pass, and may not have been meant; where there is something.',
      }),
    ),
    received: traffic('From the client, until then.'),
    sent: traffic('To the client, until then.'),
    messages: Type.Optional(
      Type.Array(SocketMessage, {
        description: `Where the connection has ended: its first ${journalSocketMessagesFirst} and its last ${journalSocketMessagesLast} messages.`,
      }),
    ),
    messages_left_out: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How many there were beside them, between the two.' }),
    ),
  },
  { title: 'SocketEntry', description: 'A step in the life of a real-time socket.' },
);
export type SocketEntry = Static<typeof SocketEntry>;

export const JournalEntry = Type.Union([RequestEntry, DeliveryEntry, SocketEntry], {
  title: 'JournalEntry',
  description: 'One entry of the journal; `kind` tells which.',
});
export type JournalEntry = Static<typeof JournalEntry>;
