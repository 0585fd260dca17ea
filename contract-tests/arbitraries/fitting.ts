/** Values that a field must take: every listed one, the ends of a range, the greatest length, and others in between. */
import * as fc from 'fast-check';
import type { Field } from './field.ts';
import { lettersOf, signsOf, wordsOf } from './text.ts';

export type Fitting = { readonly value: string | number; readonly says: string };

/** Those of lists, ranges and lengths; a field that is any text has none. */
export const fittingValues = ({ values, minimum, maximum, maxLength }: Field): readonly Fitting[] => {
  if (values !== undefined) return values.map((value) => ({ value, says: JSON.stringify(value) }));
  if (maxLength !== undefined) {
    return [
      { value: wordsOf(maxLength), says: `${maxLength} characters` },
      { value: lettersOf(maxLength), says: `${maxLength} letters of two bytes` },
      { value: signsOf(maxLength / 2), says: `${maxLength / 2} emoji, which are ${maxLength} UTF-16 units` },
      { value: wordsOf(maxLength - 1), says: `${maxLength - 1} characters` },
      { value: 'A', says: 'one character' },
    ];
  }
  return [minimum, maximum].filter((value) => value !== undefined).map((value) => ({ value, says: String(value) }));
};

/** Undefined for a field of which only some texts are known to be taken. */
export const fittingArbitrary = ({ values, minimum, maximum, maxLength }: Field): fc.Arbitrary<Fitting> | undefined => {
  if (values !== undefined) return fc.constantFrom(...values).map((value) => ({ value, says: JSON.stringify(value) }));
  if (minimum !== undefined && maximum !== undefined) {
    return fc.integer({ min: minimum, max: maximum }).map((value) => ({ value, says: String(value) }));
  }
  if (maxLength === undefined) return undefined;
  // A text must have something to say (gap `empty-script`), and is as long as all units have it.
  return fc
    .tuple(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 1, max: maxLength - 2_000 > 0 ? maxLength - 2_000 : 200 }),
    )
    .map(([text, length]) => ({ value: `a${text}${wordsOf(length)}`.slice(0, maxLength), says: 'a text of any kind' }));
};
