/** Query parameters as texts, from the schema of a query: those that fit, and those that break one rule, the boundary first. */
import * as fc from 'fast-check';
import type { Breaks } from '../lawful/requests.ts';
import type { Field } from './field.ts';

/** A text, or several that are sent under one name. */
export type BrokenText = { readonly text: string | readonly string[]; readonly breaks: Breaks };

export const fittingTexts = ({ minimum = 1, maximum = 1 }: Field): readonly number[] => [
  minimum,
  maximum,
  minimum + 1,
  maximum - 1,
  Math.ceil(maximum / 3),
  99,
  101,
];

export const fittingNumber = ({ minimum = 1, maximum = 1 }: Field): fc.Arbitrary<number> =>
  fc.integer({ min: minimum, max: maximum });

/** Of a whole number between two bounds. */
export const brokenTexts = (field: Field): readonly BrokenText[] => {
  const { minimum = 1, maximum = 1 } = field;
  const beyond = [maximum + 1, maximum * 2, 2 ** 31, 2 ** 32 + 1, 10 ** 20];
  return [
    ...beyond.map((number) => of(field, number.toLocaleString('en', { useGrouping: false }))),
    ...[minimum - 1, minimum - 2, -maximum, -(2 ** 31)].map((number) => of(field, String(number))),
    ...unreadable(field).map((text) => of(field, text)),
    ...[
      [String(minimum), String(maximum)],
      [String(maximum), String(minimum)],
    ].map((text) => ({ text, breaks: 'gap:duplicate-parameters' as const })),
  ];
};

/** No whole number, though a lenient reader may make one of it. */
const unreadable = ({ maximum = 1 }: Field): readonly string[] => [
  'many',
  '',
  '1.5',
  `${maximum}.5`,
  `${maximum * 2}.5`,
  `${maximum * 2 + 1}e0`,
  '1e3',
  '0x3e8',
  `${maximum * 2},0`,
  `[${maximum * 2}]`,
  'null',
  'NaN',
  'Infinity',
  'true',
  'all',
];

export const brokenText = (field: Field): fc.Arbitrary<BrokenText> => {
  const { minimum = 1, maximum = 1 } = field;
  return fc
    .oneof(
      fc.integer({ min: maximum + 1 }).map(String),
      fc.integer({ max: minimum - 1 }).map(String),
      fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).filter((text) => !/\d|^\s*$/.test(text)),
      fc.double({ min: minimum, max: maximum * 4, noInteger: true }).map((number) => number.toFixed(3)),
    )
    .filter((text) => !text.endsWith('.000'))
    .map((text) => of(field, text));
};

const of = ({ name, minimum = 1, maximum = 1 }: Field, text: string): BrokenText => {
  const isWhole = /^-?\d+$/.test(text);
  if (isWhole && Number(text) > maximum) return { text, breaks: `gap:usage-${name}-over` as Breaks };
  if (isWhole && Number(text) === 0 && minimum === 1) return { text, breaks: `gap:usage-${name}-zero` as Breaks };
  return { text, breaks: `field:${name}` };
};

/** What is a time in no format (gap `date-filter-unreadable`). */
export const unreadableTimes = ['yesterday', '', 'null', '2026-13-45', 'T', '-'] as const;

export const unreadableTime: fc.Arbitrary<string> = fc
  .string({ unit: 'grapheme-ascii', maxLength: 20 })
  .filter((text) => !/\d/.test(text));
