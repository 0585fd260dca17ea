/** All the mocks that are wrong in one way and have to be caught. */
import { bookCanaries } from './book-canaries.case.ts';
import type { Canary } from './canary.case.ts';
import { deliveryCanaries } from './delivery-canaries.case.ts';
import { serverCanaries } from './server-canaries.case.ts';
import { sessionCanaries } from './session-canaries.case.ts';

export const canaries: readonly Canary[] = [
  ...deliveryCanaries,
  ...sessionCanaries,
  ...serverCanaries,
  ...bookCanaries,
];
