/** Which lawful behaviour is in force for each gap of the document: it is chosen when a mock is made, and stays. */
import { type GapChoices, defaultChoices } from '../../spec/gaps.ts';

export type ChoicesState = {
  /** By gap, in the order of the register. */
  readonly choices: GapChoices;
  /** The gaps whose value is not the register's default. */
  readonly changed: readonly string[];
};

export type ChoicesControl = { readonly choices: () => ChoicesState };

export const choicesControl = (choices: GapChoices): ChoicesControl => ({
  choices: () => ({
    choices,
    changed: Object.entries(choices).flatMap(([gap, value]) => (usual[gap] === value ? [] : [gap])),
  }),
});

const usual: { readonly [gap: string]: string } = defaultChoices;
