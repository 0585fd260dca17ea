/** A rule that injects faults: when it hits, and with what. */
import { Type, type Static } from 'typebox';
import { faultNames } from '../faults.ts';
import { type OperationId, operations } from '../operations.ts';
import { jobFeatures } from '../vocabulary.ts';

const strict = { additionalProperties: false };

const count = (description: string) => Type.Optional(Type.Integer({ description, minimum: 1, maximum: 1_000_000_000 }));
const instant = (description: string) => Type.Optional(Type.String({ description, maxLength: 40 }));

/** Everything that is said must hold. A rule with an empty `when` hits always. */
export const FaultWhen = Type.Object(
  {
    on: Type.Optional(
      Type.Enum(['request', 'delivery', 'connect'], {
        description:
          'What is an occasion of the rule. By default the request: faults of jobs and webhooks then stay with the job, those of sockets with the session. `delivery` makes each attempt of a webhook one, `connect` each connection of a socket.',
        default: 'request',
      }),
    ),
    operation: Type.Optional(Type.Enum(Object.keys(operations) as OperationId[])),
    account_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    feature: Type.Optional(
      Type.Enum([...jobFeatures, 'full_live_swap', 'voice_changer'], { description: 'Of the job or the session.' }),
    ),
    nth: count('Only the occasion with this number, from 1. Occasions are counted for each account by itself.'),
    every: count('One of every so many occasions.'),
    chance: Type.Optional(
      Type.Number({ description: 'Drawn from the seed for each occasion of an account.', minimum: 0, maximum: 1 }),
    ),
    match: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description:
          'Fields of the body, the query or the path that have exactly these values: no part of a text, no pattern, no fields of fields.',
        maxProperties: 20,
      }),
    ),
    from: instant('Not before this instant of the mock’s clock, ISO 8601.'),
    to: instant('Before this instant of the mock’s clock, ISO 8601.'),
    times: count('At most so many hits in each account.'),
  },
  strict,
);
export type FaultWhen = Static<typeof FaultWhen>;

/** The fault, and beside its name what it is told. */
export const FaultThen = Type.Object(
  { fault: Type.Enum(faultNames) },
  { additionalProperties: Type.Union([Type.String(), Type.Number()]) },
);

export const FaultRuleBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({ description: 'A rule of the same id is replaced.', pattern: '^[A-Za-z0-9_.-]{1,64}$' }),
    ),
    when: FaultWhen,
    then: FaultThen,
  },
  { title: 'FaultRuleBody', ...strict },
);
export type FaultRuleBody = Omit<Static<typeof FaultRuleBody>, 'then'> & {
  readonly then: { readonly fault: (typeof faultNames)[number]; readonly [told: string]: string | number };
};
