/** Why two servers differ: a clause that one of them breaks, or a point that the document leaves open; what it says nothing about stays unexplained. */
import { type GapId, type WireGapId, wireGaps } from '../../spec/gaps.ts';
import type { Outcome } from '../judge.ts';
import { isFinding } from '../verdict.ts';
import { findingBehind, findingNear } from './blame.ts';
import { type Contrast, keyOf } from './contrast.ts';
import { gapOf, valueIn } from './gap-rules.ts';
import { type Breach, governing } from './governing.ts';
import { type Trying, alternativesOf, tried } from './trials.ts';

export type Cause =
  | { readonly kind: 'finding'; readonly outcome: Outcome }
  /** With the register's name for what the deployment does, where it could be told. */
  | { readonly kind: 'gap'; readonly gap: GapId; readonly value: string | undefined }
  /** No check found it: comparing shows it. */
  | ({ readonly kind: 'breach' } & Breach);

export type Causes = ReadonlyMap<Contrast, Cause>;

export const causesOf = (
  contrasts: readonly Contrast[],
  mock: readonly Outcome[],
  deployment: readonly Outcome[],
): Causes => {
  const blamed = (outcome: Outcome | undefined): Cause | undefined => outcome && { kind: 'finding', outcome };
  const open = (contrast: Contrast): Cause | undefined => {
    const gap = gapOf(contrast, contrasts);
    return gap && { kind: 'gap', gap, value: valueIn(gap, contrast.deployment) };
  };
  return new Map(
    contrasts.flatMap((contrast) => {
      const cause =
        blamed(findingBehind(contrast, deployment, 'deployment')) ??
        blamed(findingBehind(contrast, mock, 'mock')) ??
        open(contrast) ??
        blamed(findingNear(contrast, deployment, 'deployment')) ??
        blamed(findingNear(contrast, mock, 'mock'));
      return cause === undefined ? [] : [[contrast, cause] as const];
    }),
  );
};

/**
 * The same with what can be found out by trying: gaps of what has no cause, and names for what is done in gaps.
 * @param seen what the deployment was seen to do in gaps: it does nothing else there
 */
export const findOut = async (
  contrasts: readonly Contrast[],
  causes: Causes,
  seen: ReadonlyMap<GapId, ReadonlySet<string>>,
  trying: Trying,
): Promise<Causes> => {
  const gapsOf = (fits: (cause: Cause & { readonly kind: 'gap' }) => boolean): ReadonlySet<GapId> =>
    new Set([...causes.values()].flatMap((cause) => (cause.kind === 'gap' && fits(cause) ? [cause.gap] : [])));
  const named = gapsOf(({ value }) => value !== undefined);
  const nameless = [...gapsOf(({ gap }) => !seen.has(gap) && !named.has(gap))].filter(isWire);
  const unexplained = contrasts.filter((contrast) => !causes.has(contrast));
  const open = [...causes].flatMap(([contrast, cause]) =>
    cause.kind === 'gap' && nameless.some((gap) => gap === cause.gap) ? [contrast] : [],
  );
  const among = unexplained.length === 0 ? nameless : wireGapIds;
  const alternatives = among
    .flatMap((gap) => alternativesOf(gap, trying.choices))
    .filter(({ gap, value }) => seen.get(gap)?.has(value) ?? true);
  const found = await tried([...open, ...unexplained], alternatives, trying);
  return new Map(
    contrasts.flatMap((contrast) => {
      const cause = causes.get(contrast);
      const alternative = found.get(keyOf(contrast));
      const isNews = cause === undefined || (cause.kind === 'gap' && cause.gap === alternative?.gap);
      if (alternative !== undefined && isNews) return [[contrast, { kind: 'gap', ...alternative }] as const];
      return cause === undefined ? [] : [[contrast, cause] as const];
    }),
  );
};

/** The same with the clauses and gaps that govern what has no cause yet. */
export const governed = (
  contrasts: readonly Contrast[],
  causes: Causes,
  mock: readonly Outcome[],
  deployment: readonly Outcome[],
): Causes => {
  const causeOf = (contrast: Contrast): Cause | undefined => {
    const found = governing(contrast);
    if (found === undefined) return undefined;
    if ('gap' in found) return { kind: 'gap', gap: found.gap, value: undefined };
    const outcomes = found.side === 'mock' ? mock : deployment;
    const outcome = outcomes.find((one) => isFinding(one) && one.clause === found.clause);
    return outcome === undefined ? { kind: 'breach', ...found } : { kind: 'finding', outcome };
  };
  return new Map(
    contrasts.flatMap((contrast) => {
      const cause = causes.get(contrast) ?? causeOf(contrast);
      return cause === undefined ? [] : [[contrast, cause] as const];
    }),
  );
};

const wireGapIds = Object.keys(wireGaps) as WireGapId[];

const isWire = (gap: GapId): gap is WireGapId => Object.hasOwn(wireGaps, gap);
