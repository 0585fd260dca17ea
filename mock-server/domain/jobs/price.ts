/** What a job costs: its feature's rate, for the length of its result, for an image, or for the characters of its text. */
import type { JobFeature } from '../../../spec/vocabulary.ts';
import type { Micros } from '../money.ts';
import { type NegotiatedRates, type Quantity, type Rate, priceOf, rateOf, unitPrice } from '../pricing.ts';
import { countCharacters } from '../text.ts';
import type { Settings } from '../world.ts';
import { type Body, resolutionOf, scriptOf } from './body.ts';
import { type ResultShape, linesOf } from './result.ts';

export const priceOfJob = (
  { rateCard, choices }: Settings,
  negotiated: NegotiatedRates,
  feature: JobFeature,
  body: Body,
  result: ResultShape,
): Micros => {
  const rate = rateOf(rateCard, negotiated, feature);
  const resolution = feature === 'character_swap' ? resolutionOf(body) : String(linesOf(body, choices));
  return priceOf(unitPrice(rate, resolution), quantityOf(rate, body, result));
};

const quantityOf = (rate: Rate, body: Body, result: ResultShape): Quantity => {
  switch (rate.unit) {
    case 'second':
      return { unit: 'second', ms: Math.round((result.durationSeconds ?? 0) * 1000) };
    case 'image':
      return { unit: 'image', images: 1 };
    case '1000_characters':
      return { unit: '1000_characters', characters: countCharacters(scriptOf(body)) };
    default:
      return rate.unit satisfies never;
  }
};
