/** Any combination of lawful choices that a seed draws keeps the document's promises. Two hundred of them are drawn in the deep test. */
import { test } from 'vitest';
import { driveShuffled } from './shuffle.case.ts';

test.each(Array.from({ length: 20 }, (_, seed) => seed))('what seed %i draws', (seed) => driveShuffled(seed));
