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

/** The price and its unit; undefined unless the entry names one unit, and one only: what is guessed might be too little. */
const rateIn = (entry: unknown): Rate | undefined => {
  const named = new Set(unitsIn(entry));
  const [unit] = named;
  const prices = numbersIn(entry);
  return unit === undefined || named.size > 1 || prices.length === 0 ? undefined : { unit, usd: Math.max(...prices) };
};

/** All that an entry names: `usd_per_second` by a member's name, `per second` by a text, `unit: 'second'` by both. */
const unitsIn = (entry: unknown): readonly RateUnit[] => {
  if (typeof entry !== 'object' || entry === null) return [];
  return Object.entries(entry).flatMap(([name, value]) => {
    if (typeof value === 'string') return unitOf(value, saysUnit.test(name) ? 'a unit' : 'any text');
    return [...unitOf(name, 'a name'), ...unitsIn(value)];
  });
};

/** Plain words for the units. A single character or an hour is none of them: whoever charges so is asked for the price by hand. */
const words = {
  '1000_characters': String.raw`(?:1[ ,._]?000|1_?k|thousand)[ _-]?char(?:acter)?s?`,
  second: 's|secs?|seconds?',
  minute: 'mins?|minutes?',
  image: 'images?|pictures?',
  call: 'calls?|requests?|jobs?',
} as const satisfies Record<RateUnit, string>;

/** A member whose text is a unit, such as `unit` or `billed_per`. */
const saysUnit = /unit|basis|billed|billing|per$/i;

/** How a unit stands there: `per second` is one in any text, `min` in that of `unit` alone, for it may be the least price elsewhere. */
const forms = {
  'a unit': (word: string) => new RegExp(String.raw`^(?:(?:usd|\$)? ?(?:\/|per|a|an)[ _]?)?(?:${word})$`, 'i'),
  'any text': (word: string) => new RegExp(String.raw`^(?:usd|\$)? ?(?:\/|per)[ _]?(?:${word})$`, 'i'),
  'a name': (word: string) => new RegExp(String.raw`(?:^|_)per_?(?:${word})(?:_|$)`, 'i'),
} as const;

const unitOf = (text: string, form: keyof typeof forms): readonly RateUnit[] =>
  rateUnits.filter((unit) => forms[form](words[unit]).test(inWords(text)));

/** `usdPerSecond` as `usd_Per_Second`. */
const inWords = (text: string): string => text.trim().replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2');

const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};
