/** What the verdicts of a run are worth, in words: how many of the mocks that are wrong on purpose are found out by the checks that judged. */
import { plural } from './figures.ts';
import type { ReportedClause } from './reported-clause.ts';

/** Of one clause; empty where nothing judged it. */
export const worthOf = ({ defects: { known, caught } }: ReportedClause): string => {
  if (caught === null) return '';
  return known === 0
    ? 'no defect of this clause is known: not measured'
    : `its checks caught ${ratio(caught, known)} of it`;
};

/** Of all; empty where nothing was judged. */
export const worthOfAll = (clauses: readonly ReportedClause[]): string => {
  const { count, known, caught } = sumOf(clauses);
  if (count === 0) return '';
  return known === 0
    ? 'no defect of the clauses that were judged is known: not measured'
    : `on mocks, the checks that judged here caught ${ratio(caught, known)} of these clauses`;
};

/** Of some, in a cell of a table; empty where nothing was judged. */
export const caughtOf = (clauses: readonly ReportedClause[]): string => {
  const { known, caught } = sumOf(clauses);
  return known === 0 ? '' : `${caught.toLocaleString('en')} of ${known.toLocaleString('en')}`;
};

/** Its pass says less than others do: there is a defect that its checks miss, or none by which they were tried. */
export const isUnsure = ({ verdict, defects: { known, caught } }: ReportedClause): boolean =>
  verdict === 'pass' && caught !== null && (known === 0 || caught < known);

const sumOf = (
  clauses: readonly ReportedClause[],
): { readonly count: number; readonly known: number; readonly caught: number } => {
  const judged = clauses.flatMap(({ defects: { known, caught } }) => (caught === null ? [] : [{ known, caught }]));
  return {
    count: judged.length,
    known: judged.reduce((sum, one) => sum + one.known, 0),
    caught: judged.reduce((sum, one) => sum + one.caught, 0),
  };
};

const ratio = (caught: number, known: number): string =>
  `${caught.toLocaleString('en')} of ${plural(known, 'deliberate defect')}`;
