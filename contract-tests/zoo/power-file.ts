/** The measured power of the judge, by clause, as the file that reports are made with: contract-tests/power/power.ts. */
import { type ClauseId, clauseList } from '../../spec/clauses.ts';
import type { Defect } from '../defects/defect.ts';
import type { Groups, Measured, Power } from '../power/measured.ts';
import type { DefectTrial } from './try-defect.ts';

type Caught = Pick<DefectTrial, 'id' | 'caughtBy' | 'caughtBySmoke'>;

export const powerOf = (defects: readonly Defect[], trials: readonly Caught[]): Power => {
  const trialOf = new Map(trials.map((trial) => [trial.id, trial]));
  const measured = clauseList.flatMap(({ id }): [ClauseId, Measured][] => {
    const own = defects.filter(({ clause }) => clause === id);
    if (own.length === 0) return [];
    const shown = own.flatMap((defect) => trialOf.get(defect.id) ?? []);
    const bySmoke = groupsOf(shown.map(({ caughtBySmoke }) => caughtBySmoke));
    return [
      [
        id,
        {
          known: own.length,
          caught: groupsOf(shown.map(({ caughtBy }) => caughtBy)),
          ...(Object.keys(bySmoke).length > 0 && { bySmoke }),
        },
      ],
    ];
  });
  return Object.fromEntries(measured);
};

const groupsOf = (caught: readonly (readonly string[])[]): Groups => {
  const groups = new Map<string, number>();
  for (const checks of caught) {
    const name = [...new Set(checks)].toSorted().join(' ');
    if (name !== '') groups.set(name, (groups.get(name) ?? 0) + 1);
  }
  return Object.fromEntries([...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** As the formatter leaves it. */
export const powerFile = (
  power: Power,
): string => `/** Written by \`npm run zoo -- --write\`: the deliberate defects of each clause, and which checks caught how many of them. */
import type { Power } from './measured.ts';

export const power: Power = {
${Object.entries(power)
  .map(([clause, measured]) => `  ${member(clause, measured, '  ')},`)
  .join('\n')}
};
`;

const member = (name: string, value: number | object, indent: string): string => {
  const key = /^[a-z]+$/i.test(name) ? name : `'${name}'`;
  const flat = `${key}: ${flatly(value)}`;
  if (typeof value === 'number' || `${indent}${flat},`.length <= widthMax) return flat;
  const inner = Object.entries(value).map(
    ([one, of]) => `${indent}  ${member(one, of as number | object, `${indent}  `)},`,
  );
  return `${key}: {\n${inner.join('\n')}\n${indent}}`;
};

const flatly = (value: number | object): string => {
  if (typeof value === 'number') return String(value);
  const members = Object.entries(value).map(([name, of]) => member(name, of as number | object, ''));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
};

const widthMax = 120;
