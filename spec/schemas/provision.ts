/** What a server can be given: capacity, and an account's own rates. It is ours; the control API and stories take it. */
import { Type } from 'typebox';
import { capabilities, features, tiers } from '../vocabulary.ts';

const strict = { additionalProperties: false };

const unitPrice = Type.Number({ minimum: 0, maximum: 1e4 });

const negotiatedRate = Type.Union([
  unitPrice,
  Type.Object({ usd: unitPrice, usd_by_resolution: Type.Optional(Type.Record(Type.String(), unitPrice)) }, strict),
]);

export const NegotiatedRates = Type.Object(
  Object.fromEntries(features.map((name) => [name, Type.Optional(negotiatedRate)])),
  { description: 'Prices of an account’s own, in USD for each unit of the rate card.', ...strict },
);

export const RateLimit = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Enum(['off'])], {
  description: 'Requests a minute for each key, or off.',
});

const flags = (names: readonly string[]) =>
  Type.Optional(Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Boolean())])), strict));

export const CapacityBody = Type.Object(
  {
    tiers: flags(tiers),
    voice: Type.Optional(Type.Enum(['ready', 'warming', 'none'])),
    capabilities: flags(capabilities),
    saturated: Type.Optional(Type.Boolean()),
  },
  {
    description: 'What is available: tiers, voice, capabilities, saturated. What is left out stays as it is.',
    ...strict,
  },
);
