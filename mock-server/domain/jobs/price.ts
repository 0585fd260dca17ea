/** What a job costs: its feature's rate, for the length of its result, for an image, or for the characters of its text. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { JobFeature } from '../../../spec/vocabulary.ts';
import type { Micros } from '../money.ts';
import { type NegotiatedRates, type Quantity, type Rate, rateOf } from '../pricing.ts';
import { countIn } from '../text.ts';
import type { Settings } from '../world.ts';
import { type Body, resolutionOf, scriptOf } from './body.ts';
import { type ResultShape, linesOf, speakingSeconds } from './result.ts';

export const priceOfJob = (
  { rateCard, choices, rules }: Settings,
  negotiated: NegotiatedRates,
  feature: JobFeature,
  body: Body,
  { durationSeconds = 0 }: Pick<ResultShape, 'durationSeconds'>,
): Micros => {
  const rate = rateOf(rateCard, negotiated, feature);
  const resolution = feature === 'character_swap' ? resolutionOf(body) : String(linesOf(body, choices));
  return rules.price({
    of: 'job',
    feature,
    rate,
    listRate: rateCard[feature],
    resolution,
    quantity: quantityOf(rate, body, durationSeconds, choices),
    rounding: choices['usd-rounding'],
  });
};

/** What it costs at the least, as far as that is known before its files are looked up. */
export const leastPriceOfJob = (
  settings: Settings,
  negotiated: NegotiatedRates,
  feature: JobFeature,
  body: Body,
): Micros => priceOfJob(settings, negotiated, feature, body, { durationSeconds: speakingSeconds(body) });

const quantityOf = (rate: Rate, body: Body, durationSeconds: number, choices: GapChoices): Quantity => {
  switch (rate.unit) {
    case 'second':
      return { unit: 'second', ms: Math.round(durationSeconds * 1000) };
    case 'image':
      return { unit: 'image', images: 1 };
    case '1000_characters':
      return { unit: '1000_characters', characters: countIn(choices['text-unit'], scriptOf(body)) };
    default:
      return rate.unit satisfies never;
  }
};
