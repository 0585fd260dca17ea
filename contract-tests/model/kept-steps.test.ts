/** Parts of a program. */
import { expect, test } from 'vitest';
import { type Kept, fewestOf, readKept, writeKept } from './kept-steps.ts';

test.each<[text: string, kept: Kept]>([
  ['0', [0]],
  ['0-2.5', [0, 1, 2, 5]],
  ['1.3.5-6', [1, 3, 5, 6]],
])('%s is a part of a program, and is written so', (text, kept) => {
  expect(readKept(text, 7)).toEqual(kept);
  expect(writeKept(kept)).toBe(text);
});

test.each(['', '7', '0-7', '2.1', '1.1', '3-2', '0..1', '0-', 'x', '0:1'])('%j is no part of seven steps', (text) => {
  expect(readKept(text, 7)).toBeUndefined();
});

test('the fewest steps are those without which it is not good', async () => {
  const needed = [3, 11, 12];
  const kept = await fewestOf(20, async (some) => needed.every((place) => some.includes(place)));
  expect(kept).toEqual(needed);
});

test('where nothing can be left out, all is kept', async () => {
  expect(await fewestOf(3, async () => false)).toEqual([0, 1, 2]);
});
