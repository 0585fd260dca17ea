/**
 * Why something is as it is: the chain from a request over faults and the clock to postings and attempts, for one job, session, delivery
 * or charge. It is ours, not the service's: `GET /__understudy/explain/{id}` and `understudy explain` give it.
 */
import { Type, type Static, type TSchema } from 'typebox';

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const instant = (description: string) => Type.String({ format: 'date-time', description });
const entryNumber = Type.Integer({ minimum: 1, description: 'The number of its entry in the journal.' });

export const explainedKinds = ['job', 'session', 'delivery', 'charge'] as const;

const ExplainedRequest = Type.Object({
  seq: entryNumber,
  at: instant('When it came.'),
  method: Type.String(),
  path: Type.String(),
  status: orNull(Type.Integer(), 'What was answered; null where no answer was sent.'),
  idempotency_key: orNull(Type.String(), 'The key it was sent with.'),
  repeats: Type.Array(Type.Object({ seq: entryNumber, at: instant('When it came again.') }), {
    description: 'Later submits with the same key: they made nothing and cost nothing.',
  }),
});

const ExplainedFault = Type.Object({
  name: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  source: Type.String({ description: 'Where it came from: a header, a rule with its id, or a magic word.' }),
});
export type ExplainedFault = Static<typeof ExplainedFault>;

const ExplainedStep = Type.Object({
  at: instant('By the clock of the mock.'),
  what: Type.String(),
  because: orNull(Type.String(), 'What made it happen then.'),
  seq: orNull(entryNumber, 'Where the journal tells more.'),
  details: Type.Array(Type.String()),
  ahead: Type.Boolean({ description: 'Whether it has not happened yet.' }),
});
export type ExplainedStep = Static<typeof ExplainedStep>;

const ExplainedPosting = Type.Object({
  at: instant('When it was booked.'),
  kind: Type.Enum(['top-up', 'hold', 'release', 'charge', 'refund']),
  amount_usd: Type.Number(),
  available_usd: Type.Number({ description: 'What may be spent after it.' }),
  held_usd: Type.Number({ description: 'What is set aside after it, for all that runs.' }),
  balance_usd: Type.Number({ description: 'Top-ups less charges plus refunds, after it.' }),
});
export type ExplainedPosting = Static<typeof ExplainedPosting>;

const ExplainedCharge = Type.Object({
  id: Type.String({ description: 'Of the usage record.' }),
  status: Type.String(),
  charged_usd: Type.Number(),
  reason: orNull(Type.String(), 'As the usage record has it.'),
});
export type ExplainedCharge = Static<typeof ExplainedCharge>;

export const Explanation = Type.Object(
  {
    id: Type.String({ description: 'What was asked for.' }),
    kind: Type.Enum([...explainedKinds]),
    about: Type.String({ description: 'The job or session that it belongs to.' }),
    account_id: Type.String(),
    summary: Type.String({ description: 'The answer in a sentence or two.' }),
    request: orNull(ExplainedRequest, 'What made it; null where the journal has it no longer.'),
    faults: Type.Array(ExplainedFault),
    drawn: Type.Array(Type.String(), { description: 'What was fixed from the start, and by what.' }),
    price: Type.String({ description: 'How the price was computed.' }),
    timeline: Type.Array(ExplainedStep, { description: 'In order; what is still ahead comes last.' }),
    postings: Type.Array(ExplainedPosting),
    charge: orNull(ExplainedCharge, 'Its usage record; null as long as there is none.'),
  },
  { title: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;
