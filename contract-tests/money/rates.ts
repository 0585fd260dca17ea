/** What calls cost, read from `GET /pricing` in whatever lawful layout it has, or given by hand. Upper bounds: the judge reserves them. */
import { features, type Feature } from '../../spec/vocabulary.ts';

export const rateUnits = ['second', 'minute', 'image', '1000_characters', 'call'] as const;
export type RateUnit = (typeof rateUnits)[number];

/** The dearest price of one unit, whatever the resolution. */
export type Rate = { readonly unit: RateUnit; readonly usd: number };
export type Rates = { readonly [feature in Feature]?: Rate };

/** The rates that can be made out in an answer; those that cannot are left out. */
export const readRates = (body: unknown): Rates => {
  const found: { [feature in Feature]?: Rate } = {};
  for (const feature of features) {
    const entry = entryOf(body, feature);
    const rate = entry === undefined ? undefined : rateIn(entry);
    if (rate !== undefined) found[feature] = rate;
  }
  return found;
};

/** The entry of a feature: a member of that name, or an object whose `feature` it is, at any depth. */
export const entryOf = (body: unknown, feature: string): unknown => {
  if (typeof body !== 'object' || body === null) return undefined;
  if (feature in body) return (body as { readonly [name: string]: unknown })[feature];
  if (Object.values(body).includes(feature)) return body;
  for (const value of Object.values(body)) {
    const found = entryOf(value, feature);
    if (found !== undefined) return found;
  }
  return undefined;
};

const units: readonly (readonly [RateUnit, RegExp])[] = [
  ['1000_characters', /1[_,]?000|character/i],
  ['second', /second|_sec/i],
  ['minute', /minute|_min\b/i],
  ['image', /image/i],
];

const rateIn = (entry: unknown): Rate | undefined => {
  const told = JSON.stringify(entry);
  const unit = units.find(([, words]) => words.test(told))?.[0] ?? 'call';
  const prices = numbersIn(entry);
  return prices.length === 0 ? undefined : { unit, usd: Math.max(...prices) };
};

const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};
