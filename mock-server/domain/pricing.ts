/** What things cost: list prices, negotiated rates, and the price of a quantity. */
import type { GapChoices } from '../../spec/gaps.ts';
import type { Feature } from '../../spec/vocabulary.ts';
import { type Micros, microsFromUsd, microsPerUsd, roundHalfUp, usdFromMicros } from './money.ts';

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

/** The price of a quantity, rounded once, half up. There is no minimum charge (service.no-minimum). */
export const priceOf = (unitMicros: Micros, quantity: Quantity, rounding: Rounding = 'micro'): Micros => {
  // A whole number, so that the division is the only place where anything is lost.
  const thousandths = unitMicros * thousandthsOf(quantity);
  const grain = rounding === 'cent' ? microsPerCent : 1;
  return roundHalfUp(thousandths / (1000 * grain)) * grain;
};

/** To a micro-USD or to a cent (gap `usd-rounding`). */
export type Rounding = GapChoices['usd-rounding'];

/** What is sold, and for how much each. */
export type Sale = {
  /** A job; a session, which is the most that its stream may cost; or the stream, as far as it went. */
  readonly of: 'job' | 'session' | 'stream';
  readonly feature: Feature;
  /** The account's own where one was agreed, else the list's; of a stream what it was when its session was created. */
  readonly rate: Rate;
  readonly listRate: Rate;
  /** Of a job: the name of its resolution, which a rate may have a price for. */
  readonly resolution?: string;
  readonly quantity: Quantity;
  readonly rounding: Rounding;
};

/** A port: callers may wrap it, to show a judge a mock that charges wrongly. */
export type Price = (sale: Sale) => Micros;

export const price: Price = ({ rate, resolution, quantity, rounding }) =>
  priceOf(unitPrice(rate, resolution), quantity, rounding);

const microsPerCent = microsPerUsd / 100;

const thousandthsOf = (quantity: Quantity): number => {
  switch (quantity.unit) {
    case 'second':
      return quantity.ms;
    case 'image':
      return 1000 * quantity.images;
    case '1000_characters':
      return quantity.characters;
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

export const usdFromRate = ({ unit, micros, microsByResolution }: Rate): UsdRate => ({
  unit,
  usd: usdFromMicros(micros),
  ...(microsByResolution && {
    usd_by_resolution: Object.fromEntries(
      Object.entries(microsByResolution).map(([resolution, price]) => [resolution, usdFromMicros(price)]),
    ),
  }),
});
