/** Which of several true refusals answers a request (gap `refusal-order`). What comes before these steps is the same in every order but one. */
import type { GapChoices } from '../../spec/gaps.ts';
import type { Refused } from './refusal.ts';

type Step = 'inputs' | 'funds' | 'capacity';

/** Where funds come first they come again once the inputs are known: only then is every price. */
const orders = {
  plain: ['inputs', 'funds', 'capacity'],
  'replay-before-body': ['inputs', 'funds', 'capacity'],
  'funds-before-inputs': ['funds', 'inputs', 'funds', 'capacity'],
  'capacity-before-funds': ['inputs', 'capacity', 'funds'],
} as const satisfies Record<GapChoices['refusal-order'], readonly Step[]>;

export const firstRefusal = (
  { 'refusal-order': order }: GapChoices,
  steps: { readonly [step in Step]: () => Refused | undefined },
): Refused | undefined => {
  for (const step of orders[order]) {
    const refused = steps[step]();
    if (refused !== undefined) return refused;
  }
  return undefined;
};
