/** Drift: the same checks against the mock and against a deployment, and whose difference each one is. */
import type { ClauseId } from '../spec/clauses.ts';
import { type GapId, type WireGapId, defaultChoices, wireGaps } from '../spec/gaps.ts';
import type { Outcome } from './judge.ts';
import { isFinding } from './expected.ts';

export type Difference =
  | {
      readonly kind: 'deployment-breaks';
      readonly clause: ClauseId;
      readonly checkId: string;
      readonly message: string;
    }
  | { readonly kind: 'mock-breaks'; readonly clause: ClauseId; readonly checkId: string; readonly message: string }
  | {
      readonly kind: 'gap';
      readonly gap: GapId;
      readonly deployment: readonly string[];
      readonly mock: readonly string[];
    };

export type Observed = ReadonlyMap<GapId, ReadonlySet<string>>;

type Side = { readonly outcomes: readonly Outcome[]; readonly observed: Observed };

export const driftBetween = (mock: Side, deployment: Side): readonly Difference[] => [
  ...breaches(deployment.outcomes, 'deployment-breaks'),
  ...breaches(mock.outcomes, 'mock-breaks'),
  ...[...deployment.observed].flatMap(([gap, seen]): Difference[] => {
    const ours = [...(mock.observed.get(gap) ?? [])];
    const theirs = [...seen];
    const isSame = theirs.length === ours.length && theirs.every((value) => ours.includes(value));
    return isSame ? [] : [{ kind: 'gap', gap, deployment: theirs, mock: ours }];
  }),
];

const breaches = (outcomes: readonly Outcome[], kind: 'deployment-breaks' | 'mock-breaks'): Difference[] =>
  outcomes.flatMap((outcome) =>
    isFinding(outcome) && outcome.clause !== undefined
      ? [{ kind, clause: outcome.clause, checkId: outcome.check.id, message: outcome.message }]
      : [],
  );

/** What a mock can be told, so that it does as the deployment does: one value of the register for each gap that showed one. */
export const choicesOf = (observed: Observed): { readonly [gap: string]: string } =>
  Object.fromEntries(
    (Object.keys(defaultChoices) as WireGapId[]).flatMap((gap) => {
      const named = [...(observed.get(gap) ?? [])].filter((value) => Object.hasOwn(wireGaps[gap].values, value));
      // Of two values neither is the choice.
      return named.length === 1 && named[0] !== undefined ? [[gap, named[0]]] : [];
    }),
  );
