/**
 * How many cases are tried where each of them costs time and perhaps money: of a mock all of them, of a deployment one of each kind, and
 * the rest with the profile `deep`.
 */
import type { Run } from './run.ts';

/** In the smoke profile everything is read off a handful of exchanges: so many of the cases, the telling ones first. */
export const few = <T>(run: Pick<Run, 'profile'>, cases: readonly T[], count: number): readonly T[] =>
  run.profile === 'smoke' ? cases.slice(0, count) : cases;

/** Whether all cases are tried, random ones too. */
export const isAtLarge = ({ target, profile, effort }: Pick<Run, 'target' | 'profile' | 'effort'>): boolean =>
  profile === 'deep' || (profile === 'standard' && target.control !== undefined && effort > 0.1);

/** A look at a server that others look at too, as the zoo takes it: few of what is alike. */
export const isBrief = ({ effort }: Pick<Run, 'effort'>): boolean => effort <= 0.1;

/**
 * Of things that are alike, all; at a brief look so many of them, in order, beginning at one that the seed and the name draw.
 */
export const someOf = <T>(
  run: Pick<Run, 'effort' | 'seed'>,
  all: readonly T[],
  count: number,
  name: string,
): readonly T[] => {
  if (!isBrief(run) || all.length <= count) return all;
  const from = numberOf(`${run.seed} ${name}`) % all.length;
  return [...all.slice(from), ...all.slice(0, from)].slice(0, count);
};

/**
 * Of one kind of mistake, all cases or one of them, drawn by the seed and the name, so that other seeds and other names try others.
 * @param name undefined where the first one, a boundary, is the one to take
 */
export const casesOf = <T>(run: Run, cases: readonly T[], name?: string): readonly T[] => {
  if (isAtLarge(run)) return cases;
  const one = cases[name === undefined ? 0 : numberOf(`${run.seed} ${name}`) % Math.max(1, cases.length)];
  return one === undefined ? [] : [one];
};

/** The same for the same text. */
const numberOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
};
