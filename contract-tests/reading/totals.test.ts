import { expect, test } from 'vitest';
import { placesOf, totalsIn } from './totals.ts';

test('numbers are found by their place, and summed over entries that are alike', () => {
  const body = { count: 3, features: { a: { count: 1 }, b: { count: 2 } } };
  expect(Object.fromEntries(totalsIn(body))).toEqual({
    count: 3,
    'features.a.count': 1,
    'features.b.count': 2,
    'features.*.count': 3,
  });
  expect(Object.fromEntries(totalsIn([{ charged_usd: 1 }, { charged_usd: 0.5 }]))).toEqual({ '*.charged_usd': 1.5 });
});

test.each([null, undefined, 'text', 7, [], {}, [null, 3, 'x']])('a body of %j breaks nothing', (body) => {
  expect(() => totalsIn(body)).not.toThrow();
});

test('a place is one that is right in every body', () => {
  const bodies = [
    { body: { count: 1, all: 1, other: 1 }, wanted: 1 },
    { body: { count: 2, all: 1, other: 2 }, wanted: 2 },
  ];
  expect(placesOf(bodies, 0)).toEqual(['count', 'other']);
});

test('a list that is empty at first has its sums at zero', () => {
  expect(
    placesOf(
      [
        { body: [], wanted: 0 },
        { body: [{ charged_usd: 0.1 }, { charged_usd: 0.2 }], wanted: 0.3 },
      ],
      1e-9,
    ),
  ).toEqual(['*.charged_usd']);
});
