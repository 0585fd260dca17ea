/** One lawful choice for every gap on the wire: those that were made, and for the others the register's defaults or a draw. */
import { didYouMean } from '../scenarios/nearest.ts';
import { type GapChoices, type WireGapId, defaultChoices, proseGaps, wireGaps } from '../spec/gaps.ts';
import { createChance } from './engine/random.ts';

/**
 * @param shuffledBy a seed: what was not chosen is then drawn, each gap by itself, so that a gap that is added changes no other
 * Throws for a gap or a value that is not in the register: a typing mistake would otherwise look like a default.
 */
export const completeChoices = (chosen: Partial<GapChoices> = {}, shuffledBy?: number): GapChoices => {
  for (const [id, value] of Object.entries(chosen)) {
    const fault = faultOfChoice(id, value);
    if (fault !== undefined) throw new TypeError(`choices: ${fault}`);
  }
  return { ...(shuffledBy === undefined ? defaultChoices : drawChoices(shuffledBy)), ...chosen };
};

/** What is wrong with the choice of a value for a gap, and what there is instead; undefined if nothing is. */
export const faultOfChoice = (id: string, value: string): string | undefined => {
  if (Object.hasOwn(proseGaps, id)) return `the gap ${id} has no values to choose from`;
  if (!isGap(id)) return `there is no gap ${id}${didYouMean(id, Object.keys(wireGaps))}`;
  const values = Object.keys(wireGaps[id].values);
  return values.includes(value) ? undefined : `the gap ${id} must be one of ${values.join(', ')}, got ${value}`;
};

/** The choices that are not the register's defaults, in its order. */
export const changedChoices = (choices: GapChoices): Partial<GapChoices> =>
  Object.fromEntries(Object.entries(choices).filter(([id, value]) => defaultChoices[id as WireGapId] !== value));

const drawChoices = (seed: number): GapChoices => {
  const { draw } = createChance(seed, 'seed').moment('variants', 0, 0);
  return Object.fromEntries(
    Object.entries(wireGaps).map(([id, { values }]) => {
      const names = Object.keys(values);
      return [id, names[Math.floor(draw(id) * names.length)]];
    }),
  ) as GapChoices;
};

const isGap = (id: string): id is WireGapId => Object.hasOwn(wireGaps, id);
