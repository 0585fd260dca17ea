/** The catalogue of checks against the catalogue of clauses. */
import { expect, test } from 'vitest';
import { clauseList, clauses } from '../spec/clauses.ts';
import { allChecks } from './checks.ts';
import { costs } from './costs/costs.ts';
import { allDefects } from './defects.ts';
import { reasons } from './reasons.ts';

test('every clause on the side of the server has a check, or a reason for none, and not both', () => {
  const checked = new Set(allChecks.flatMap((check) => check.clauses));
  const ids = clauseList.filter(({ side }) => side === 'server').map(({ id }) => id);
  expect(ids.filter((id) => !checked.has(id) && reasons[id] === undefined)).toEqual([]);
  expect(ids.filter((id) => checked.has(id) && reasons[id] !== undefined)).toEqual([]);
});

test('checks judge clauses of the server only', () => {
  const others = allChecks.flatMap((check) => check.clauses).filter((id) => clauses[id].side !== 'server');
  expect(others).toEqual([]);
});

test.each([
  ['checks', allChecks.map(({ id }) => id)],
  ['titles of checks', allChecks.map(({ title }) => title)],
  ['defects', allDefects.map(({ id }) => id)],
])('no two %s are the same', (_, names) => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('what checks cost is written down for each of them, and for nothing else (`npm run costs`)', () => {
  expect(Object.keys(costs).toSorted()).toEqual(allChecks.map(({ id }) => id).toSorted());
});

test('every clause that a check judges is broken by a defect of its own', () => {
  const broken = new Set(allDefects.map(({ clause }) => clause));
  const judged = new Set(allChecks.flatMap((check) => check.clauses));
  expect([...judged].filter((clause) => !broken.has(clause))).toEqual([]);
});

test('every defect breaks a clause that a check judges', () => {
  const checked = new Set(allChecks.flatMap((check) => check.clauses));
  expect(allDefects.filter(({ clause }) => !checked.has(clause)).map(({ id, clause }) => `${id}: ${clause}`)).toEqual(
    [],
  );
});
