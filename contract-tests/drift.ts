/** Drift: the same checks against the mock and against a deployment, and whose difference each one is. */
import { type ClauseId, clauses } from '../spec/clauses.ts';
import { type GapChoices, type GapId, type WireGapId, defaultChoices, wireGaps } from '../spec/gaps.ts';
import { type Causes, causesOf, findOut, governed } from './drift/causes.ts';
import { contrastsBetween } from './drift/compare.ts';
import type { Contrast } from './drift/contrast.ts';
import { groupBy } from './drift/group-by.ts';
import type { Recording } from './drift/recording.ts';
import type { Trying } from './drift/trials.ts';
import { seenInLog } from './drift/usage-log.ts';
import type { Outcome } from './judge.ts';
import { isFinding } from './verdict.ts';

/** With what of the exchanges shows it: as it was seen, or as reports show it. */
export type Difference<Shown = Contrast> = { readonly contrasts: readonly Shown[] } & (
  | {
      readonly kind: 'deployment-breaks' | 'mock-breaks';
      readonly clause: ClauseId;
      readonly checkId: string;
      readonly message: string;
    }
  | {
      readonly kind: 'gap';
      readonly gap: GapId;
      /** By the names of the register, where they could be told. */
      readonly deployment: readonly string[];
      readonly mock: readonly string[];
    }
  /**
   * Truly nothing can be said of it: no answer came, an error that lawful servers give now and then, or something that no clause and no gap
   * speaks of, so that one or the other may be missing.
   */
  | { readonly kind: 'unexplained' }
);

export type Observed = ReadonlyMap<GapId, ReadonlySet<string>>;

export type Side = {
  readonly outcomes: readonly Outcome[];
  readonly observed: Observed;
  readonly recording: Recording;
};

export type Drift = {
  readonly differences: readonly Difference[];
  /** What the deployment was seen to do in the gaps, and what was found out about it by comparing. */
  readonly observed: Observed;
};

/** @param ours of the mock @param theirs of the deployment @param trying another mock, on which it is found out what else a difference may be */
export const driftBetween = async (ours: Side, theirs: Side, trying: Trying = { choices: {} }): Promise<Drift> => {
  const [mock, deployment] = [withLog(ours), withLog(theirs)];
  const contrasts = contrastsBetween(mock.recording, deployment.recording);
  const plain = causesOf(contrasts, mock.outcomes, deployment.outcomes);
  const tried = await findOut(contrasts, plain, deployment.observed, trying);
  const causes = governed(contrasts, tried, mock.outcomes, deployment.outcomes);
  const observed = observedWith(deployment.observed, causes);
  return {
    observed,
    differences: [
      ...breaches(deployment.outcomes, 'deployment-breaks', causes),
      ...breaches(mock.outcomes, 'mock-breaks', causes),
      ...shownBreaches(causes),
      ...openPoints({ ...mock, choices: trying.choices }, observed, causes),
      ...contrasts
        .filter((contrast) => !causes.has(contrast))
        .map((contrast): Difference => ({ kind: 'unexplained', contrasts: [contrast] })),
    ],
  };
};

/** With what its usage log tells by itself; what a check has seen goes before. */
const withLog = (side: Side): Side => ({
  ...side,
  observed: new Map([...seenInLog(side.recording), ...side.observed]),
});

const breaches = (
  outcomes: readonly Outcome[],
  kind: 'deployment-breaks' | 'mock-breaks',
  causes: Causes,
): readonly Difference[] =>
  outcomes.flatMap((outcome) => {
    if (!isFinding(outcome) || outcome.clause === undefined) return [];
    const contrasts = [...causes].flatMap(([contrast, cause]) =>
      cause.kind === 'finding' && cause.outcome === outcome ? [contrast] : [],
    );
    return [{ kind, clause: outcome.clause, checkId: outcome.check.id, message: outcome.message, contrasts }];
  });

/** Those that no check found. */
const shownBreaches = (causes: Causes): readonly Difference[] => {
  const all = [...causes].flatMap(([contrast, cause]) => (cause.kind === 'breach' ? [{ contrast, ...cause }] : []));
  return [...groupBy(all, ({ side, clause }) => `${side} ${clause}`).values()].flatMap((those): Difference[] => {
    const [first] = those;
    if (first === undefined) return [];
    const { side, clause, contrast } = first;
    const { operation, what, mock, deployment } = contrast;
    return [
      {
        kind: `${side}-breaks`,
        clause,
        checkId: contrast.seen[0]?.check.id ?? '',
        message: `${clauses[clause].text} No check found it: ${operation}, ${what}: the mock ${mock}, the deployment ${deployment}.`,
        contrasts: those.map((one) => one.contrast),
      },
    ];
  });
};

const openPoints = (
  mock: Pick<Side, 'observed'> & { readonly choices: Partial<GapChoices> },
  observed: Observed,
  causes: Causes,
): readonly Difference[] => {
  const shown = [...causes].flatMap(([contrast, cause]) =>
    cause.kind === 'gap' ? [{ contrast, gap: cause.gap }] : [],
  );
  return [...new Set([...observed.keys(), ...shown.map(({ gap }) => gap)])].flatMap((gap): Difference[] => {
    const theirs = [...(observed.get(gap) ?? [])];
    // What the mock did not come to show is what it was told.
    const ours = [
      ...(mock.observed.get(gap) ??
        (theirs.length > 0 && isWire(gap) ? [mock.choices[gap] ?? defaultChoices[gap]] : [])),
    ];
    const contrasts = shown.flatMap((one) => (one.gap === gap ? [one.contrast] : []));
    const isSame = theirs.length === ours.length && theirs.every((value) => ours.includes(value));
    return isSame && contrasts.length === 0 ? [] : [{ kind: 'gap', gap, deployment: theirs, mock: ours, contrasts }];
  });
};

/** What was seen goes before what was found out. */
const observedWith = (observed: Observed, causes: Causes): Observed => {
  const all = new Map([...observed].map(([gap, values]) => [gap, new Set(values)]));
  for (const cause of causes.values()) {
    if (cause.kind !== 'gap' || cause.value === undefined || observed.has(cause.gap)) continue;
    all.set(cause.gap, (all.get(cause.gap) ?? new Set()).add(cause.value));
  }
  return all;
};

const isWire = (gap: GapId): gap is WireGapId => Object.hasOwn(wireGaps, gap);

/**
 * What a mock can be told, so that it does as the deployment does: one value of the register for each gap that showed one.
 * @param differences of a comparison with a mock that was told `choices`; what it was told and nothing speaks against is told again
 */
export const choicesOf = (
  observed: Observed,
  choices: Partial<GapChoices> = {},
  differences: readonly Difference[] = [],
): { readonly [gap: string]: string } => {
  const drifted = new Set(differences.flatMap((one) => (one.kind === 'gap' ? [one.gap as string] : [])));
  const kept = Object.entries(choices).filter(([gap]) => !drifted.has(gap));
  const seen = (Object.keys(defaultChoices) as WireGapId[]).flatMap((gap) => {
    const named = [...(observed.get(gap) ?? [])].filter((value) => Object.hasOwn(wireGaps[gap].values, value));
    // Of two values neither is the choice.
    return named.length === 1 && named[0] !== undefined ? [[gap, named[0]] as const] : [];
  });
  return Object.fromEntries([...kept, ...seen]);
};
