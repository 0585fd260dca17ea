/** All the mocks that are wrong in one way and have to be caught. */
import type { Canary } from './canary.case.ts';
import { deliveryCanaries } from './delivery-canaries.case.ts';
import { jobCanaries } from './job-canaries.case.ts';
import { streamCanaries } from './stream-canaries.case.ts';

export const canaries: readonly Canary[] = [...jobCanaries, ...streamCanaries, ...deliveryCanaries];
