/** Numbers in the summary of usage, whose layout is open (gap `summary-body`): each by its place, and sums over entries that are alike. */
import { isObject } from './members.ts';

/** By place: `charged_usd`, `features.*.count` for a sum over the entries of `features`, `*.count` over those of a list. */
export const totalsIn = (body: unknown): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  collect(body, '', found);
  return found;
};

const collect = (value: unknown, place: string, found: Map<string, number>): void => {
  if (typeof value === 'number') return void found.set(place, value);
  const entries = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  const sums = new Map<string, number>();
  for (const [name, entry] of entries) {
    if (!Array.isArray(value)) collect(entry, join(place, String(name)), found);
    for (const [member, number] of numbersIn(entry)) sums.set(member, (sums.get(member) ?? 0) + number);
  }
  for (const [member, sum] of sums) found.set(join(place, `*.${member}`), sum);
};

const numbersIn = (entry: unknown): readonly (readonly [string, number])[] =>
  isObject(entry) ? Object.entries(entry).filter((pair): pair is [string, number] => typeof pair[1] === 'number') : [];

const join = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);

/** The places at which every one of some bodies has the number that belongs to it. @param tolerance of a difference */
export const placesOf = (
  bodies: readonly { readonly body: unknown; readonly wanted: number }[],
  tolerance: number,
): readonly string[] => {
  const all = bodies.map(({ body, wanted }) => ({ totals: totalsIn(body), wanted }));
  const [first] = all;
  if (first === undefined) return [];
  // Where there is no entry yet, a sum over entries is zero.
  const isAt = (place: string): boolean =>
    all.every(
      ({ totals, wanted }) =>
        Math.abs((totals.get(place) ?? (place.includes('*') ? 0 : Number.NaN)) - wanted) <= tolerance,
    );
  return [...new Set(all.flatMap(({ totals }) => [...totals.keys()]))].filter(isAt);
};
