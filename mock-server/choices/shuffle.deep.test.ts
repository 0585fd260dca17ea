/** Two hundred combinations of lawful choices, none of them among those of the shallow test. */
import { test } from 'vitest';
import { driveShuffled } from './shuffle.case.ts';

test.each(Array.from({ length: 200 }, (_, seed) => 1_000 + seed))('what seed %i draws', (seed) => driveShuffled(seed));
