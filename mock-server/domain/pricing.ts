/** What things cost: list prices, negotiated rates, and the price of a quantity. */
import type { Feature } from '../../spec/vocabulary.ts';
import { type Micros, microsFromUsd, roundHalfUp } from './money.ts';

export type RateUnit = 'second' | 'image' | '1000_characters';

/** The price of one unit of a feature, by resolution where it depends on it. */
export type Rate = {
  readonly unit: RateUnit;
  readonly micros: Micros;
  readonly microsByResolution?: { readonly [resolution: string]: Micros };
};

export type RateCard = { readonly [feature in Feature]: Rate };

/** Rates agreed with one account. A rate for one tier says nothing about the other: each is its own feature. */
export type NegotiatedRates = { readonly [feature in Feature]?: Rate };

export const rateOf = (card: RateCard, negotiated: NegotiatedRates, feature: Feature): Rate =>
  negotiated[feature] ?? card[feature];

/** The price of one unit at a resolution; at none, or at one without a price of its own, the plain one. */
export const unitPrice = (rate: Rate, resolution?: string): Micros =>
  (resolution === undefined ? undefined : rate.microsByResolution?.[resolution]) ?? rate.micros;

/** How much is sold: milliseconds of media or stream, images, or characters of text. */
export type Quantity =
  | { readonly unit: 'second'; readonly ms: number }
  | { readonly unit: 'image'; readonly images: number }
  | { readonly unit: '1000_characters'; readonly characters: number };

/** The price of a quantity, rounded once, half up to a micro-USD. There is no minimum charge (service.no-minimum). */
export const priceOf = (unitMicros: Micros, quantity: Quantity): Micros => {
  switch (quantity.unit) {
    case 'second':
      return roundHalfUp((unitMicros * quantity.ms) / 1000);
    case 'image':
      return unitMicros * quantity.images;
    case '1000_characters':
      return roundHalfUp((unitMicros * quantity.characters) / 1000);
    default:
      return quantity satisfies never;
  }
};

/** The wire form of a rate, as `GET /pricing` and the control API's `rates` have it, in USD. */
export type UsdRate = {
  readonly unit: RateUnit;
  readonly usd: number;
  readonly usd_by_resolution?: { readonly [resolution: string]: number };
};

export const rateFromUsd = ({ unit, usd, usd_by_resolution }: UsdRate): Rate => ({
  unit,
  micros: microsFromUsd(usd),
  ...(usd_by_resolution && {
    microsByResolution: Object.fromEntries(
      Object.entries(usd_by_resolution).map(([resolution, price]) => [resolution, microsFromUsd(price)]),
    ),
  }),
});
