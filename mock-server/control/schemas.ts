/** Bodies of the control API. */
import { Type } from 'typebox';
import { jobOutcomes } from '../../spec/magic.ts';
import { NegotiatedRates, RateLimit } from '../../spec/schemas/provision.ts';

export { CapacityBody } from '../../spec/schemas/provision.ts';

const strict = { additionalProperties: false };

/** Up to a thousand million USD: micro-USD stay whole numbers far beyond it. */
const usd = Type.Number({ minimum: 0, maximum: 1e9 });

export const CreateAccountBody = Type.Object(
  {
    balance_usd: usd,
    rates: Type.Optional(NegotiatedRates),
    rate_limit: Type.Optional(RateLimit),
  },
  strict,
);

export const TopUpBody = Type.Object({ amount_usd: usd }, strict);

export const ClockBody = Type.Object({ mode: Type.String({ maxLength: 20 }) }, strict);

export const AdvanceBody = Type.Object(
  {
    seconds: Type.Optional(Type.Number({ minimum: 0 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
    to_next: Type.Optional(Type.Literal(true)),
  },
  { ...strict, minProperties: 1, maxProperties: 1 },
);

export const ResetBody = Type.Object({ force: Type.Optional(Type.Boolean()) }, strict);

export const FinishJobBody = Type.Object({ outcome: Type.Optional(Type.Enum([...jobOutcomes])) }, strict);
