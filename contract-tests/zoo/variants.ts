/** Lawful servers: each alternative of each gap alone, and seeded combinations of all. No check may find fault with any of them. */
import { type WireGapId, defaultChoices, wireGaps } from '../../spec/gaps.ts';
import type { MockOptions } from '../targets/mock.ts';

export type Variant = { readonly name: string; readonly options: MockOptions };

const shuffles = 100;

export const allVariants: readonly Variant[] = [...alternatives(), ...combinations()];

function alternatives(): Variant[] {
  return (Object.keys(wireGaps) as WireGapId[]).flatMap((gap) =>
    Object.keys(wireGaps[gap].values)
      .filter((value) => value !== defaultChoices[gap])
      .map((value) => ({
        name: `${gap}=${value}`,
        options: { choices: { [gap]: value } },
      })),
  );
}

function combinations(): Variant[] {
  return Array.from({ length: shuffles }, (_, index) => ({
    name: `shuffle of seed ${index + 1}`,
    options: { variants: 'shuffle', seed: index + 1 } as const,
  }));
}
