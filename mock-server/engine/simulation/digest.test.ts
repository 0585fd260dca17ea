/** Whether the digest sees anything: it is another one where one byte of one log is. */
import { expect, test } from 'vitest';
import { digestOf, digestPrograms } from './digest.case.ts';

const few = digestPrograms.slice(0, 4);

test('the same programs have the same digest, and one that runs on another seed has another', async () => {
  const [first, ...rest] = few;
  if (first === undefined) throw new Error('no program was drawn');
  const digest = await digestOf(few);
  expect(await digestOf(few)).toBe(digest);
  expect(await digestOf([{ ...first, seed: first.seed + 1 }, ...rest])).not.toBe(digest);
});
