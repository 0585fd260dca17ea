/** Bodies of the control API. */
import { Type } from 'typebox';
import { jobOutcomes } from '../../spec/magic.ts';
import { features } from '../../spec/vocabulary.ts';
import { capabilities } from '../domain/world.ts';

const strict = { additionalProperties: false };

/** Up to a thousand million USD: micro-USD stay whole numbers far beyond it. */
const usd = Type.Number({ minimum: 0, maximum: 1e9 });

const unitPrice = Type.Number({ minimum: 0, maximum: 1e4 });

const negotiatedRate = Type.Union([
  unitPrice,
  Type.Object({ usd: unitPrice, usd_by_resolution: Type.Optional(Type.Record(Type.String(), unitPrice)) }, strict),
]);

export const CreateAccountBody = Type.Object(
  {
    balance_usd: usd,
    rates: Type.Optional(
      Type.Object(Object.fromEntries(features.map((name) => [name, Type.Optional(negotiatedRate)])), strict),
    ),
    rate_limit: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Enum(['off'])])),
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

const flags = (names: readonly string[]) =>
  Type.Optional(Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Boolean())])), strict));

export const CapacityBody = Type.Object(
  {
    tiers: flags(['pro', 'standard']),
    voice: Type.Optional(Type.Enum(['ready', 'warming', 'none'])),
    capabilities: flags(capabilities),
    saturated: Type.Optional(Type.Boolean()),
  },
  strict,
);

export const FinishJobBody = Type.Object({ outcome: Type.Optional(Type.Enum([...jobOutcomes])) }, strict);
