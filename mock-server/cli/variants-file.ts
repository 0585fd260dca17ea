/** A profile of lawful behaviour, as `test --drift` writes it: gaps with their values, alone or below `variants`. */
import type { GapChoices } from '../../spec/gaps.ts';
import { faultOfChoice } from '../gap-choices.ts';
import type { Located } from '../../scenarios/located-file.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage`, with the place of what is wrong. */
export const readVariantsFile = async (file: string): Promise<Partial<GapChoices>> => {
  const { readLocated } = await import('../../scenarios/located-file.ts');
  const root = await readLocated(file).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new WrongUsage(error.message, { cause: error }) : error;
  });
  if (root === undefined) return {};
  const choices = entriesOf(root).find(([name]) => name.text === 'variants')?.[1] ?? root;
  return Object.fromEntries(
    entriesOf(choices).map(([gap, value]) => {
      if (value.kind !== 'single') throw new WrongUsage(`${value.where}: ${gap.text} must have one value`);
      const fault = faultOfChoice(gap.text, value.text);
      if (fault !== undefined) throw new WrongUsage(`${value.where}: ${fault}`);
      return [gap.text, value.text];
    }),
  );
};

const entriesOf = (value: Located): Extract<Located, { kind: 'map' }>['entries'] => {
  if (value.kind === 'map') return value.entries;
  throw new WrongUsage(`${value.where}: there must be gaps with their values, such as "error-body: flat"`);
};
