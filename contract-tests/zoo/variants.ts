/** Lawful servers: each alternative of each gap alone, and seeded combinations of all. No check may find fault with any of them. */
import { type WireGapId, defaultChoices, wireGaps } from '../../spec/gaps.ts';
import type { MockOptions } from '../targets/mock.ts';

export type Variant = {
  readonly name: string;
  readonly options: MockOptions;
  /** Judged as a deployment is: without control. */
  readonly isDeployment: boolean;
};

/** @param full with more combinations */
export const allVariants = (full = false): readonly Variant[] => [
  ...alternatives(),
  ...combinations(full ? 200 : 26, false),
  ...combinations(full ? 100 : 10, true),
];

function alternatives(): Variant[] {
  return (Object.keys(wireGaps) as WireGapId[]).flatMap((gap) =>
    Object.keys(wireGaps[gap].values)
      .filter((value) => value !== defaultChoices[gap])
      .map((value) => ({
        name: `${gap}=${value}`,
        options: { choices: { [gap]: value } },
        isDeployment: false,
      })),
  );
}

function combinations(count: number, isDeployment: boolean): Variant[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `shuffle of seed ${index + 1}${isDeployment ? ', without control' : ''}`,
    options: { variants: 'shuffle', seed: index + 1 } as const,
    isDeployment,
  }));
}
