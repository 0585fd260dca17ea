/** Prices are read where the rate card names one unit for them; else the user is asked, for a guess might set too little aside. */
import { expect, test } from 'vitest';
import { type GapChoices, gaps } from '../../spec/gaps.ts';
import { openMockTarget } from '../targets/mock.ts';
import { type Rate, readRates } from './rates.ts';

const avatar = (entry: unknown): Rate | undefined => readRates({ avatar: entry }).avatar;

test.each<[entry: object, rate: Rate]>([
  [
    { unit: 'second', usd: 0.05 },
    { unit: 'second', usd: 0.05 },
  ],
  [
    { rate: 0.05, unit: 's' },
    { unit: 'second', usd: 0.05 },
  ],
  [
    { rate: 0.05, unit: 'sec' },
    { unit: 'second', usd: 0.05 },
  ],
  [
    { rate: 0.05, unit: 'per second' },
    { unit: 'second', usd: 0.05 },
  ],
  [
    { rate: 0.05, unit: 'USD/second' },
    { unit: 'second', usd: 0.05 },
  ],
  [
    { price: 0.05, text: 'per second' },
    { unit: 'second', usd: 0.05 },
  ],
  [{ usd_per_second: 0.05 }, { unit: 'second', usd: 0.05 }],
  [{ usdPerSecond: 0.05 }, { unit: 'second', usd: 0.05 }],
  [
    { usd_per_second: 0.05, usd_per_second_by_resolution: { 720: 0.07 } },
    { unit: 'second', usd: 0.07 },
  ],
  [
    { rate: 0.05, unit: 'min' },
    { unit: 'minute', usd: 0.05 },
  ],
  [
    { rate: 0.05, unit: 'Minutes' },
    { unit: 'minute', usd: 0.05 },
  ],
  [
    { rate: 0.05, unit: 'request' },
    { unit: 'call', usd: 0.05 },
  ],
  [{ usd_per_call: 0.05 }, { unit: 'call', usd: 0.05 }],
  [
    { rate: 0.05, unit: 'image' },
    { unit: 'image', usd: 0.05 },
  ],
  [
    { rate: 0.05, billed_per: '1,000 characters' },
    { unit: '1000_characters', usd: 0.05 },
  ],
  [{ usd_per_1k_chars: 0.05 }, { unit: '1000_characters', usd: 0.05 }],
])('%j is a price', (entry, rate) => {
  expect(avatar(entry)).toEqual(rate);
});

test.each<[says: string, entry: unknown]>([
  ['no unit', { price: 0.05 }],
  ['a number alone', 0.05],
  ['a unit that is not known', { unit: 'hour', usd: 0.05 }],
  ['a single character', { unit: 'character', usd: 0.000_05 }],
  ['two units', { usd_per_second: 0.05, usd_per_call: 0.01 }],
  ['a least price, which is none of a minute', { price: 0.05, min_price: 0.01 }],
  ['a kind of input, which is no unit', { type: 'image', price: 0.05 }],
  ['a span of several seconds', { usd_per_10_seconds: 0.05 }],
  ['no number', { unit: 'second', usd: '0.05' }],
])('%s is no price that can be read', (_, entry) => {
  expect(avatar(entry)).toBeUndefined();
});

test('the rate card is read alike in every layout that the register of gaps has', async () => {
  const read = [];
  for (const body of valuesOf('pricing-body')) {
    for (const fields of valuesOf('rate-card-fields')) {
      const { mock, close } = await openMockTarget({ choices: { 'pricing-body': body, 'rate-card-fields': fields } });
      read.push(readRates(await (await fetch(`${mock.url}/pricing`)).json()));
      await close();
    }
  }
  expect(read).toHaveLength(6);
  for (const rates of read) expect(rates).toEqual(read[0]);
  expect(Object.keys(read[0] ?? {}).length).toBeGreaterThan(8);
});

const valuesOf = <Id extends 'pricing-body' | 'rate-card-fields'>(id: Id): readonly GapChoices[Id][] =>
  Object.keys(gaps[id].values) as GapChoices[Id][];
