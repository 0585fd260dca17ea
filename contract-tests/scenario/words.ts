/** What stands in a story in words, as near to the file as a line can be: a step, and what happens without one. */
import type { Scenario } from '../../scenarios/schema.ts';
import type { OneStep } from '../../scenarios/steps.ts';
import { verbOf } from '../../scenarios/verbs.ts';
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';

export const labelOf = (step: OneStep): string => {
  const verb = verbOf(step);
  const { expect: _, as, [verb as keyof OneStep]: about, ...rest } = step;
  const parts = Object.entries(rest).map(([name, value]) => `${name} ${shown(value)}`);
  const told = about === true ? verb.replaceAll('_', ' ') : `${verb.replaceAll('_', ' ')} ${shown(about)}`;
  return `${told}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}${as === undefined ? '' : ` as ${as}`}`;
};

/** What the mock is given, the faults that it meets, and what happens by itself: a line each, for who reads the steps alone would wonder. */
export const setting = ({ given = {}, faults = [], timeline = [] }: Scenario): readonly string[] => {
  // How its clock goes is said where it is played.
  const { clock: _, ...rest } = given;
  return [
    ...(Object.keys(rest).length === 0 ? [] : [`given ${membersOf(rest)}`]),
    ...faults.map(faultOf),
    ...timeline.map(({ at, after = {}, later, fault, ...act }) => {
      const moment = at === undefined ? `after ${membersOf(after)}` : `at ${shown(at)}`;
      const acts = [...(fault === undefined ? [] : [faultOf(fault)]), membersOf(act)].filter(Boolean).join(', ');
      return `by itself ${moment}${later === undefined ? '' : `, ${shown(later)} later`}: ${acts}`;
    }),
  ];
};

const faultOf = ({ when, then: { fault, ...told } }: FaultRuleBody): string => {
  const [how, where] = [membersOf(told), membersOf(when)];
  return `fault ${fault}${how === '' ? '' : ` (${how})`}${where === '' ? '' : ` when ${where}`}`;
};

const membersOf = (about: object): string =>
  Object.entries(about)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}${value === true ? '' : ` ${shown(value)}`}`)
    .join(', ');

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value.length > 40 ? `${value.slice(0, 39)}…` : value;
  const json = JSON.stringify(value) ?? '';
  const plain = Array.isArray(value)
    ? `[${value.map(shown).join(', ')}]`
    : json.replaceAll('"', '').replaceAll(/([:,])/g, '$1 ');
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
};
