/**
 * What must hold when a story is over, whoever was the client: how many jobs, sessions, deliveries, requests and sockets of which kind there
 * were, what they cost, and in which order requests came. One claim is one map: what it is about, and what narrows it.
 */
import { type Static, Type } from 'typebox';
import { usageReasons } from '../spec/vocabulary.ts';
import { journalSocketEvents } from '../spec/schemas/journal.ts';
import { operations } from '../spec/operations.ts';
import { errorCodes } from './codes.ts';
import { Duration, nameForm } from './steps.ts';

const strict = { additionalProperties: false };

const bounds = (kind: 'integer' | 'number') => {
  const number = kind === 'integer' ? Type.Integer({ minimum: 0 }) : Type.Number({ minimum: 0 });
  return Type.Object(
    { at_least: Type.Optional(number), at_most: Type.Optional(number) },
    { ...strict, minProperties: 1 },
  );
};

const Count = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1e6 }),
  Type.Enum(['none', 'all'] as const),
  bounds('integer'),
]);
const Whole = Type.Union([Type.Integer({ minimum: 0, maximum: 1e6 }), bounds('integer')]);
const Amount = Type.Union([Type.Number({ minimum: 0, maximum: 1e9 }), bounds('number')]);

const count = (what: string) =>
  Type.Optional(
    Type.Unsafe<Static<typeof Count>>({
      ...Count,
      description: `How many ${what}: a number, none, all (every one is such, and there is one), or at_least and at_most.`,
    }),
  );
const amount = (description: string) => Type.Optional(Type.Unsafe<Static<typeof Amount>>({ ...Amount, description }));
const spent = Type.Union([Amount, Type.Enum(['as_told'] as const)]);

/** Names of endpoints as their paths have them, and `submit` for any that returns a job. */
export const endpointNames: readonly string[] = [
  'submit',
  ...new Set(Object.values(operations).map(({ path }) => path.slice(1).replace('/{job_id}', ''))),
];

const status = Type.Union(
  [Type.Integer({ minimum: 100, maximum: 599 }), Type.String({ pattern: '^[a-z0-9]{1,20}$' })],
  {
    description:
      'Of jobs: queued, processing, succeeded, failed. Of deliveries: scheduled, running, delivered, abandoned. Of sessions: created, streaming, closing, ended. Of requests: 429, or 2xx, 4xx, 5xx.',
  },
);
const code = Type.Union([Type.Integer({ minimum: 1000, maximum: 4999 }), Type.Enum([...errorCodes])], {
  description: 'Of requests and failed jobs: a code of the document. Of sockets: the close code.',
});
const endpoint = Type.Enum([...endpointNames], {
  description: 'By the name of its path, such as face-swap, or submit for any that returns a job.',
});

/** Which requests are meant, in an order or before others. */
export const Which = Type.Object(
  { endpoint: Type.Optional(endpoint), status: Type.Optional(status), code: Type.Optional(code) },
  { ...strict, minProperties: 1 },
);
export type Which = Static<typeof Which>;

export const Claim = Type.Object(
  {
    // What it is about.
    jobs: count('jobs'),
    sessions: count('sessions'),
    deliveries: count('webhooks, each by its delivery_id'),
    requests: count('requests'),
    sockets: count('steps in the life of a socket'),
    order: Type.Optional(
      Type.Array(Which, {
        description: 'These requests came, in this order; others may stand between them.',
        minItems: 2,
        maxItems: 20,
      }),
    ),
    balance_usd: amount('What is left on the account. Of a job or session: see charged_usd.'),
    charged_usd: amount('All charges of the account. Beside jobs or sessions: what each of them cost.'),
    refunded_usd: amount('All refunds of the account.'),
    spent_usd: Type.Optional(
      Type.Unsafe<Static<typeof spent>>({
        ...spent,
        description: 'Charges less refunds: an amount, or as_told, which is what jobs and sessions say that they cost.',
      }),
    ),
    nets_to_zero: Type.Optional(Type.Literal(true, { description: 'Every charge was refunded, and nothing is held.' })),

    // What narrows it.
    by: Type.Optional(
      Type.String({
        description: 'The account; without it all of them are counted, and money is that of main.',
        pattern: nameForm,
      }),
    ),
    endpoint: Type.Optional(endpoint),
    status: Type.Optional(status),
    code: Type.Optional(code),
    members: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
        description: 'Of requests: what the answer holds, by the path of each member, such as status or error.code.',
        minProperties: 1,
        maxProperties: 20,
      }),
    ),
    keys: Type.Optional(
      Type.Unsafe<Static<typeof Whole>>({
        ...Whole,
        description: 'Of requests: how many different Idempotency-Keys they have together.',
      }),
    ),
    fault: Type.Optional(
      Type.String({ description: 'Of requests: the injected fault that met them.', maxLength: 100 }),
    ),
    after: Type.Optional(
      Type.Unsafe<Which>({ ...Which, description: 'Of requests: those that came after such a one.' }),
    ),
    within: Type.Optional(
      Type.Unsafe<number | string>({ ...Duration, description: 'No longer after it than so long, by the clock.' }),
    ),
    attempts: Type.Optional(
      Type.Unsafe<Static<typeof Whole>>({ ...Whole, description: 'Of deliveries: how many times each was tried.' }),
    ),
    outcomes: Type.Optional(
      Type.Array(
        Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.String({ pattern: '^([1-5]xx|[a-z]{1,20})$' })]),
        {
          description: 'Of deliveries: what came of each attempt, such as [500, timeout, 2xx].',
          maxItems: 50,
        },
      ),
    ),
    seconds: amount('Of sessions: the seconds that are billed.'),
    reason: Type.Optional(
      Type.Enum([...usageReasons, 'none'] as const, { description: 'Of sessions: the reason in the usage record.' }),
    ),
    event: Type.Optional(Type.Enum([...journalSocketEvents], { description: 'Of sockets: which step.' })),

    why: Type.Optional(
      Type.String({ description: 'What is at stake, in a short sentence.', pattern: '\\S', maxLength: 300 }),
    ),
  },
  { description: 'What must hold: one thing that it is about, and what narrows it.', ...strict, minProperties: 1 },
);
export type Claim = Static<typeof Claim>;

export type Subject = keyof typeof subjects;
type Narrowing = Exclude<keyof Claim, 'why' | 'by'>;

/** What a claim may be about, and what may narrow it. What counts things goes before what they cost. */
export const subjects = {
  jobs: ['endpoint', 'status', 'code', 'charged_usd'],
  sessions: ['endpoint', 'status', 'seconds', 'reason', 'charged_usd'],
  deliveries: ['status', 'attempts', 'outcomes'],
  requests: ['endpoint', 'status', 'code', 'members', 'keys', 'fault', 'after', 'within'],
  sockets: ['event', 'code'],
  order: [],
  balance_usd: [],
  charged_usd: [],
  refunded_usd: [],
  spent_usd: [],
  nets_to_zero: [],
} as const satisfies { readonly [subject: string]: readonly Narrowing[] };

export const subjectOf = (claim: Claim): Subject | undefined =>
  (Object.keys(subjects) as Subject[]).find((subject) => claim[subject] !== undefined);
