/** A step in words, as near to the file as a line can be. */
import { type OneStep, verbOf } from '../../scenarios/steps.ts';

export const labelOf = (step: OneStep): string => {
  const verb = verbOf(step);
  const { expect: _, as, [verb as keyof OneStep]: about, ...rest } = step;
  const parts = Object.entries(rest).map(([name, value]) => `${name} ${shown(value)}`);
  const told = about === true ? verb.replaceAll('_', ' ') : `${verb.replaceAll('_', ' ')} ${shown(about)}`;
  return `${told}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}${as === undefined ? '' : ` as ${as}`}`;
};

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value.length > 40 ? `${value.slice(0, 39)}…` : value;
  const json = JSON.stringify(value) ?? '';
  const plain = Array.isArray(value)
    ? `[${value.map(shown).join(', ')}]`
    : json.replaceAll('"', '').replaceAll(/([:,])/g, '$1 ');
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
};
