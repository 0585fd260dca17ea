/**
 * What happens by itself while a story goes on: what somebody does in the console, what becomes of the platform, and faults that begin and
 * end. Nobody's steps are needed for it, so it happens to a client of the user's own just as to ours.
 */
import { type Static, Type } from 'typebox';
import { journalSocketEvents } from '../spec/schemas/journal.ts';
import { FaultRuleBody } from '../spec/schemas/faults.ts';
import { CapacityBody, NegotiatedRates } from '../spec/schemas/provision.ts';
import { Which } from './claims.ts';
import { Duration, nameForm } from './steps.ts';

const strict = { additionalProperties: false };

const account = (description: string) => Type.Optional(Type.String({ description, pattern: nameForm }));
const time = (description: string) => Type.Optional(Type.Unsafe<number | string>({ ...Duration, description }));

/** Something that was seen of an account's client, jobs, webhooks or sockets. */
export const Occasion = Type.Object(
  {
    ...Which.properties,
    job: Type.Optional(
      Type.Enum(['queued', 'processing', 'succeeded', 'failed'] as const, {
        description: 'A job came to this status.',
      }),
    ),
    attempt: Type.Optional(
      Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.String({ pattern: '^([1-5]xx|[a-z]{1,20})$' })], {
        description: 'What came of an attempt of a webhook: a status, 2xx, 5xx, timeout, dropped.',
      }),
    ),
    socket: Type.Optional(
      Type.Enum([...journalSocketEvents], { description: 'A step in the life of a real-time socket.' }),
    ),
    nth: Type.Optional(
      Type.Integer({
        description: 'Only the occasion with this number, from 1, of this account. By default the first.',
        minimum: 1,
        maximum: 1_000_000_000,
      }),
    ),
    by: account('The account that it is seen of: by default the one that the entry is about.'),
  },
  { ...strict, minProperties: 1 },
);
export type Occasion = Static<typeof Occasion>;

export const TimelineEntry = Type.Object(
  {
    // When.
    at: time('This long after the beginning, by the clock.'),
    after: Type.Optional(
      Type.Unsafe<Occasion>({
        ...Occasion,
        description: 'After a request was answered so, or after something that came of one.',
      }),
    ),
    later: time('So long after that; without it at once, before an answer goes out.'),

    // What.
    revoke_key: account('Revokes the first key of this account. The next one is good from the beginning.'),
    rotate_secret: account('Gives this account its next webhook secret.'),
    top_up: Type.Optional(Type.Number({ description: 'Tops up the balance, in USD.', minimum: 0, maximum: 1e9 })),
    rates: Type.Optional(
      Type.Unsafe<Static<typeof NegotiatedRates>>({
        ...NegotiatedRates,
        description: 'Changes prices of the account, in USD. What is left out stays as it is.',
      }),
    ),
    capacity: Type.Optional(
      Type.Unsafe<Static<typeof CapacityBody>>({
        ...CapacityBody,
        description: 'Changes what is available to everyone. What is left out stays as it is.',
      }),
    ),

    fault: Type.Optional(
      Type.Unsafe<FaultRuleBody>({
        ...FaultRuleBody,
        description:
          'Adds a rule, as those in faults: from then on things go wrong. Its occasions are counted from there.',
      }),
    ),
    clear_faults: Type.Optional(Type.Literal(true, { description: 'Removes all rules, also those of the story.' })),
    restart: Type.Optional(
      Type.Literal(true, {
        description:
          'The service breaks off and comes back: no answer goes out, not even that of the request that it comes after, streams break, and all that was taken goes on.',
      }),
    ),

    by: account('Of top_up, rates and fault: the account, by default main; a fault without it meets all accounts.'),
  },
  { description: 'When, and what happens then.', ...strict },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

/** What an entry may do. */
export const acts = [
  'revoke_key',
  'rotate_secret',
  'top_up',
  'rates',
  'capacity',
  'fault',
  'clear_faults',
  'restart',
] as const;

/** The account that an entry is about. */
export const accountOf = ({ revoke_key: key, rotate_secret: secret, by }: TimelineEntry): string =>
  key ?? secret ?? by ?? 'main';

/** Whether it is a request that was answered so. */
export const isOfRequests = ({ endpoint, status, code }: Occasion): boolean =>
  [endpoint, status, code].some((one) => one !== undefined);
