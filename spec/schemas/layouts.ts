/** Bodies that the document does not show, in each layout that a gap names: the OpenAPI document has our default of each. */
import { Type, type TSchema } from 'typebox';
import type { GapChoices } from '../gaps.ts';
import { Rate, RateCard, UsageSummary, totals } from './money.ts';

const feature = Type.String({ description: 'Feature identifier.' });

/** `GET /usage/summary` (gap `summary-body`). */
export const usageSummaries = {
  'with-features': UsageSummary,
  'totals-only': Type.Object(totals),
  list: Type.Array(Type.Object({ feature, ...totals })),
} as const satisfies Record<GapChoices['summary-body'], TSchema>;

const price = Type.Optional(Type.Number());
const pricesByResolution = Type.Optional(Type.Record(Type.String(), Type.Number()));

const RatePerUnit = Type.Object(
  {
    usd_per_second: price,
    usd_per_second_by_resolution: pricesByResolution,
    usd_per_image: price,
    usd_per_image_by_resolution: pricesByResolution,
    usd_per_1000_characters: price,
    usd_per_1000_characters_by_resolution: pricesByResolution,
  },
  { minProperties: 1 },
);

const rates = { 'unit-and-usd': Rate, 'usd-per-unit': RatePerUnit } as const satisfies Record<
  GapChoices['rate-card-fields'],
  TSchema
>;

/** `GET /pricing` (gaps `pricing-body` and `rate-card-fields`). */
export const rateCardLayout = ({
  'pricing-body': body,
  'rate-card-fields': fields,
}: Pick<GapChoices, 'pricing-body' | 'rate-card-fields'>): TSchema => {
  const rate = rates[fields];
  const keyed = fields === 'unit-and-usd' ? RateCard : Type.Record(Type.String(), rate);
  switch (body) {
    case 'keyed':
      return keyed;
    case 'list':
      return Type.Array(Type.Intersect([Type.Object({ feature }), rate]));
    case 'wrapped':
      return Type.Object({ currency: Type.String(), rates: keyed });
    default:
      return body satisfies never;
  }
};
