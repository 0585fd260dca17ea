import { expect, test } from 'vitest';
import { readRange } from './range.ts';

test.each([
  [null, 10, undefined],
  ['bytes=0-3', 10, [0, 3]],
  ['bytes=4-', 10, [4, 9]],
  ['bytes=-3', 10, [7, 9]],
  ['bytes=-30', 10, [0, 9]],
  ['bytes=9-9', 10, [9, 9]],
  ['bytes=0-99', 10, [0, 9]],
  ['BYTES=0-0', 10, [0, 0]],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=3-2', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['lines=0-1', 10, undefined],
  ['bytes=0x1-2', 10, undefined],
  ['bytes=99999999999999999999-', 10, 'unsatisfiable'],
  ['bytes=0-99999999999999999999', 10, [0, 9]],
] as const)('%s of %i bytes', (header, bytes, expected) => {
  const range = readRange(header, bytes);
  expect(typeof range === 'object' ? [range.start, range.end] : range).toEqual(expected);
});
