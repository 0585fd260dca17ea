/** Values that break one rule of a field and no other: the boundary first, then what servers are known to take for right, then anything. */
import * as fc from 'fast-check';
import type { Field, Rule } from './field.ts';
import { lettersOf, signsOf, wordsOf } from './text.ts';

/** `undefined` leaves the field out. */
export type Broken = { readonly value: unknown; readonly says: string };

export const brokenValues = (field: Field, rule: Rule): readonly Broken[] => {
  switch (rule) {
    case 'required':
      return [{ value: undefined, says: 'left out' }];
    case 'type':
      return wrongTypes(field).map((value) => ({ value, says: JSON.stringify(value) }));
    case 'enum':
      return unlisted(field).map((value) => ({ value, says: JSON.stringify(value) }));
    case 'minimum':
      return below(field.minimum ?? 0).map((value) => ({ value, says: String(value) }));
    case 'maximum':
      return above(field.maximum ?? 0).map((value) => ({ value, says: String(value) }));
    case 'maxLength':
      return tooLong(field.maxLength ?? 0);
    default:
      return rule satisfies never;
  }
};

/** What a lenient parser would take for the right type comes first. A null is no wrong type of an optional field: the gap `null-fields`. */
const wrongTypes = ({ type, isRequired, values, minimum = 1 }: Field): readonly unknown[] => [
  ...(type === 'integer'
    ? [String(values?.[0] ?? minimum), Number(values?.[0] ?? minimum) + 0.5, true]
    : [7, true, 1.5]),
  ...(type === 'integer' ? ['many', [values?.[0] ?? minimum]] : [['a', 'b'], []]),
  {},
  ...(isRequired ? [null] : []),
];

const unlisted = ({ values = [], type }: Field): readonly unknown[] =>
  type === 'integer'
    ? [...values.flatMap((value) => [Number(value) - 1, Number(value) + 1]), 0, -Number(values[0]), 360, 2_160]
    : [
        ...values.flatMap((value) => [String(value).toUpperCase(), `${value} `, ` ${value}`, `${value}2`]),
        '',
        'default',
        'max',
        7,
        true,
        [values[0]],
        {},
      ];

const below = (minimum: number): readonly number[] => [minimum - 1, minimum - 2, -60, -(2 ** 31)];

const above = (maximum: number): readonly number[] => [maximum + 1, maximum + 2, maximum * 60, 2 ** 31, 2 ** 40];

const tooLong = (most: number): readonly Broken[] => [
  { value: wordsOf(most + 1), says: `${most + 1} characters` },
  { value: lettersOf(most + 1), says: `${most + 1} letters of two bytes` },
  { value: signsOf(most + 1), says: `${most + 1} emoji` },
  { value: wordsOf(most * 2), says: `${most * 2} characters` },
];

export const brokenArbitrary = (field: Field, rule: Rule): fc.Arbitrary<Broken> | undefined =>
  valueArbitrary(field, rule)?.map((value) => ({ value, says: saysOf(value) }));

const valueArbitrary = (field: Field, rule: Rule): fc.Arbitrary<unknown> | undefined => {
  const { type, values = [], minimum = 0, maximum = 0, maxLength = 0 } = field;
  switch (rule) {
    case 'required':
      return undefined;
    case 'type':
      return type === 'integer' ? noInteger : noText;
    case 'enum':
      return type === 'integer'
        ? fc.integer({ min: -10_000, max: 10_000 }).filter((value) => !values.includes(value))
        : fc.string({ maxLength: 12 }).filter((value) => !values.includes(value));
    case 'minimum':
      return fc.integer({ max: minimum - 1 });
    case 'maximum':
      return fc.integer({ min: maximum + 1 });
    case 'maxLength':
      return fc
        .tuple(fc.integer({ min: 1, max: 400 }), fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }))
        .map(([more, unit]) => unit.repeat(Math.ceil((maxLength + more) / unit.length)).slice(0, maxLength + more));
    default:
      return rule satisfies never;
  }
};

const structures = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(fc.string(), fc.integer(), { maxKeys: 3 }),
  );

const noText = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), structures());

const noInteger = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
  fc.string({ maxLength: 12 }),
  structures(),
);

const saysOf = (value: unknown): string =>
  typeof value === 'string' && value.length > 40 ? `${value.length} characters` : JSON.stringify(value);
