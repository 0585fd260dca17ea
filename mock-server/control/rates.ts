/** Prices of an account's own, as they are told to the mock. */
import type { Feature } from '../../spec/vocabulary.ts';
import { type NegotiatedRates, type RateCard, type UsdRate, rateFromUsd } from '../domain/pricing.ts';

/** A number is the price of one unit in USD; the object has the form of the rate card. */
export type UsdRates = { readonly [feature in Feature]?: number | Omit<UsdRate, 'unit'> };

/** Each in the unit of the card. */
export const negotiated = (card: RateCard, rates: UsdRates): NegotiatedRates =>
  Object.fromEntries(
    Object.entries(rates).map(([feature, rate]) => {
      const { unit } = card[feature as Feature];
      return [feature, rateFromUsd(typeof rate === 'number' ? { unit, usd: rate } : { unit, ...rate })];
    }),
  );
