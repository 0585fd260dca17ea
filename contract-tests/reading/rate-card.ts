/** The price of one feature on the rate card, whatever its layout is (gaps `pricing-body`, `rate-card-fields` and `feature-names`). */
import { type Feature, features } from '../../spec/vocabulary.ts';
import { isObject } from './members.ts';

export type Price = { readonly unit: 'second' | 'minute' | 'image' | '1000_characters'; readonly usd: number };

/** The plain price, without those by resolution; undefined where it cannot be told for sure. */
export const priceIn = (body: unknown, feature: Feature): Price | undefined => {
  const entry = entryOf(body, feature);
  if (!isObject(entry)) return undefined;
  const prices = Object.entries(entry).filter(([, value]) => typeof value === 'number');
  const [only, ...others] = prices;
  if (only === undefined || others.length > 0) return undefined;
  const [name, usd] = only;
  // Either the name of the price says for what it is, or another member does.
  const told = [name, ...Object.values(entry).filter((value) => typeof value === 'string' && value !== feature)];
  const found = units.filter(([, words]) => told.some((text) => words.test(String(text))));
  const unit = found[0]?.[0];
  return unit === undefined || found.length > 1 ? undefined : { unit, usd: Number(usd) };
};

const units: readonly (readonly [Price['unit'], RegExp])[] = [
  ['1000_characters', /(1[_,. ]?000|1k|thousand)[_ ]?char/i],
  ['second', /(^|[^a-z])sec(ond)?s?([^a-z]|$)/i],
  ['minute', /(^|[^a-z])min(ute)?s?([^a-z]|$)/i],
  ['image', /(^|[^a-z])image([^a-z]|$)/i],
];

/** The entry that is named after a feature, or whose `feature` it is; a name may go on behind it, but not to that of another one. */
const entryOf = (body: unknown, feature: Feature): unknown => {
  if (Array.isArray(body)) {
    return body.find((entry) => isObject(entry) && Object.values(entry).some((name) => isNameOf(name, feature)));
  }
  if (!isObject(body)) return undefined;
  const own = Object.keys(body).find((name) => isNameOf(name, feature));
  if (own !== undefined) return body[own];
  for (const value of Object.values(body)) {
    const found = entryOf(value, feature);
    if (found !== undefined) return found;
  }
  return undefined;
};

const isNameOf = (name: unknown, feature: Feature): boolean =>
  typeof name === 'string' &&
  (name === feature ||
    (name.startsWith(`${feature}_`) &&
      !features.some((other) => other.length > feature.length && (name === other || name.startsWith(`${other}_`)))));
