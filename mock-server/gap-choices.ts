/** One lawful choice for every gap on the wire: those that were made, and the register's defaults for the others. */
import { type GapChoices, type WireGapId, defaultChoices, wireGaps } from '../spec/gaps.ts';

/** Throws for a gap or a value that is not in the register: a typing mistake would otherwise look like a default. */
export const completeChoices = (chosen: Partial<GapChoices> = {}): GapChoices => {
  for (const [id, value] of Object.entries(chosen)) {
    if (!isGap(id)) throw new TypeError(`choices: there is no gap ${id}`);
    const values = Object.keys(wireGaps[id].values);
    if (!values.includes(value)) {
      throw new TypeError(`choices: ${id} must be one of ${values.join(', ')}, got ${value}`);
    }
  }
  return { ...defaultChoices, ...chosen };
};

const isGap = (id: string): id is WireGapId => Object.hasOwn(wireGaps, id);
