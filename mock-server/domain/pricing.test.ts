import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateCard as fixture } from '../../fixtures/rate-card.ts';
import { limits } from '../../spec/limits.ts';
import { type Feature, features, outputResolutions, resolutions } from '../../spec/vocabulary.ts';
import {
  type Quantity,
  type Rate,
  type RateCard,
  priceOf,
  rateFromUsd,
  rateOf,
  unitPrice,
  usdFromRate,
} from './pricing.ts';

const card = Object.fromEntries(features.map((feature) => [feature, rateFromUsd(fixture[feature])])) as RateCard;
const rate = fc.nat(1_000_000);
const characters = fc.nat(limits.voiceCloneScriptCharsMax);
const roundings = fc.constantFrom(
  { rounding: 'micro', grain: 1 } as const,
  { rounding: 'cent', grain: 10_000 } as const,
);

const seconds = (count: number): Quantity => ({ unit: 'second', ms: count * 1000 });
const text = (count: number): Quantity => ({ unit: '1000_characters', characters: count });

test.each([
  ['a second costs its rate', 20_000, seconds(1), 20_000],
  ['a minute costs sixty of them', 20_000, seconds(60), 1_200_000],
  ['a thousandth of a second counts', 20_000, { unit: 'second', ms: 1 }, 20],
  ['half a micro-USD is rounded up', 500, { unit: 'second', ms: 1 }, 1],
  ['less than half is rounded down', 499, { unit: 'second', ms: 1 }, 0],
  ['no seconds cost nothing', 20_000, seconds(0), 0],
  ['an image costs its rate', 30_000, { unit: 'image', images: 1 }, 30_000],
  ['three images cost three', 30_000, { unit: 'image', images: 3 }, 90_000],
  ['a thousand characters cost their rate', 50_000, text(1_000), 50_000],
  ['one character costs a thousandth: there is no minimum', 50_000, text(1), 50],
  ['the longest script', 50_000, text(45_000), 2_250_000],
  ['half a micro-USD for text is rounded up', 500, text(1), 1],
] as const)('%s', (_, unitMicros, quantity, price) => {
  expect(priceOf(unitMicros, quantity)).toBe(price);
});

test('a price is the exact one, rounded once, half up', () => {
  fc.assert(
    fc.property(rate, fc.nat(240 * 60_000), (unitMicros, ms) => {
      const exact = (2n * BigInt(unitMicros) * BigInt(ms) + 1000n) / 2000n;
      expect(priceOf(unitMicros, { unit: 'second', ms })).toBe(Number(exact));
    }),
  );
});

test('L7: a voice clone costs characters / 1,000 times the rate, rounded once, half up', () => {
  fc.assert(
    fc.property(rate, characters, (unitMicros, count) => {
      const { voiceCloneCharsPerUnit: unit } = limits;
      const exact = (2n * BigInt(unitMicros) * BigInt(count) + BigInt(unit)) / BigInt(2 * unit);
      expect(priceOf(unitMicros, text(count))).toBe(Number(exact));
    }),
  );
});

test('L7: a longer script never costs less', () => {
  fc.assert(
    fc.property(roundings, rate, characters, characters, ({ rounding }, unitMicros, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(priceOf(unitMicros, text(less), rounding)).toBeLessThanOrEqual(priceOf(unitMicros, text(more), rounding));
    }),
  );
});

test('L7: two parts of a script cost what the whole costs, to within one unit of the rounding', () => {
  fc.assert(
    fc.property(roundings, rate, characters, characters, ({ rounding, grain }, unitMicros, one, other) => {
      const apart = priceOf(unitMicros, text(one), rounding) + priceOf(unitMicros, text(other), rounding);
      const whole = priceOf(unitMicros, text(one + other), rounding);
      expect(Math.abs(whole - apart)).toBeLessThanOrEqual(grain);
    }),
  );
});

test('a rate negotiated for one feature leaves every other at its list price, the other tier too', () => {
  fc.assert(
    fc.property(fc.constantFrom(...features), rate, (feature, micros) => {
      const agreed: Rate = { unit: 'second', micros };
      for (const other of features) {
        expect(rateOf(card, { [feature]: agreed }, other)).toBe(other === feature ? agreed : card[other]);
      }
    }),
  );
});

test('the list: Standard costs less than Pro, and a finer picture never less than a coarser one', () => {
  expect(unitPrice(card.full_live_swap_standard)).toBeLessThan(unitPrice(card.full_live_swap));
  for (const feature of ['face_swap', 'avatar', 'lip_sync'] as const) {
    const prices = outputResolutions.map((lines) => unitPrice(card[feature], String(lines)));
    expect(prices).toEqual([...prices].sort((one, other) => one - other));
    expect(new Set(prices).size).toBe(3);
  }
  const [coarse, fine] = resolutions.map((resolution) => unitPrice(card.character_swap, resolution));
  expect(coarse).toBeLessThan(fine ?? 0);
});

test('every list price is a whole and positive number of micro-USD', () => {
  for (const feature of features) {
    const { micros, microsByResolution } = card[feature satisfies Feature];
    for (const price of [micros, ...Object.values(microsByResolution ?? {})]) {
      expect(Number.isSafeInteger(price) && price > 0, feature).toBe(true);
    }
  }
});

test.each([
  ['one with its own price', '1080', 35],
  ['one without', '240', 20],
  ['none', undefined, 20],
])('the price at a resolution: %s', (_, resolution, price) => {
  const byResolution: Rate = { unit: 'second', micros: 20, microsByResolution: { '720': 20, '1080': 35 } };
  expect(unitPrice(byResolution, resolution)).toBe(price);
});

test.each(features)('the rate of %s is told as it was given', (feature) => {
  expect(usdFromRate(rateFromUsd(fixture[feature]))).toEqual(fixture[feature]);
});
