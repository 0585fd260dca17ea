/**
 * Finds out by trying which point of the register a difference belongs to: each lawful alternative is given to a mock, and one that differs from
 * the plain mock in the same way is what the deployment does.
 */
import { type GapChoices, type WireGapId, defaultChoices, wireGaps } from '../../spec/gaps.ts';
import type { Check } from '../check.ts';
import { contrastsBetween } from './compare.ts';
import { type Contrast, keyOf } from './contrast.ts';
import type { Recording } from './recording.ts';
import { topicOf } from './topics.ts';

/** Runs checks on a mock with these choices. */
export type TryOut = (checks: readonly Check[], choices: Partial<GapChoices>) => Promise<Recording>;

/** Without `tryOut` nothing is tried; the choices are those of the mock that is compared. */
export type Trying = {
  readonly tryOut?: TryOut;
  readonly choices: Partial<GapChoices>;
  /** Told before each mock that is tried; of the most that there may be. */
  readonly onTry?: (done: number, total: number) => void;
};

export type Alternative = { readonly gap: WireGapId; readonly value: string };

/** More differences than these checks show are left as they are: each check is run once for each alternative. */
const checksMax = 12;

/** @returns for differences by their keys the alternative that makes them, of several the one that makes most of them */
export const tried = async (
  contrasts: readonly Contrast[],
  alternatives: readonly Alternative[],
  { tryOut, choices, onTry }: Trying,
): Promise<ReadonlyMap<string, Alternative>> => {
  const checks = checksShowing(contrasts);
  const wanted = new Set(contrasts.map(keyOf));
  const makers: { readonly alternative: Alternative; readonly makes: readonly string[] }[] = [];
  if (tryOut === undefined || checks.length === 0 || alternatives.length === 0) return new Map();
  onTry?.(0, alternatives.length + 1);
  const plain = await tryOut(checks, choices);
  const isMade = (key: string): boolean => makers.some(({ makes }) => makes.includes(key));
  const near = new Set(contrasts.flatMap(topicOf));
  const nearFirst = alternatives.toSorted((one, other) => Number(near.has(other.gap)) - Number(near.has(one.gap)));
  for (const [done, alternative] of nearFirst.entries()) {
    // Those near are all tried; the rest only while something is open.
    if (!near.has(alternative.gap) && [...wanted].every(isMade)) break;
    onTry?.(done + 1, alternatives.length + 1);
    const other = await tryOut(checks, { ...choices, [alternative.gap]: alternative.value });
    const makes = contrastsBetween(plain, other)
      .map(keyOf)
      .filter((key) => wanted.has(key));
    if (makes.length > 0) makers.push({ alternative, makes });
  }
  const best = makers.toSorted((one, other) => other.makes.length - one.makes.length);
  return new Map(
    [...wanted].flatMap((key) => {
      const maker = best.find(({ makes }) => makes.includes(key));
      return maker === undefined ? [] : [[key, maker.alternative] as const];
    }),
  );
};

/** Few checks that show as many of the differences as can be. */
const checksShowing = (contrasts: readonly Contrast[]): readonly Check[] => {
  const chosen: Check[] = [];
  let left = contrasts;
  while (left.length > 0 && chosen.length < checksMax) {
    const counts = new Map<Check, number>();
    for (const { seen } of left) {
      for (const check of new Set(seen.map((one) => one.check))) counts.set(check, (counts.get(check) ?? 0) + 1);
    }
    const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
    if (best === undefined) break;
    chosen.push(best[0]);
    left = left.filter(({ seen }) => !seen.some(({ check }) => check === best[0]));
  }
  return chosen;
};

/** What a mock with these choices could do otherwise. */
export const alternativesOf = (gap: WireGapId, choices: Partial<GapChoices>): readonly Alternative[] =>
  Object.keys(wireGaps[gap].values)
    .filter((value) => value !== (choices[gap] ?? defaultChoices[gap]))
    .map((value) => ({ gap, value }));
