/** docs/conduct.md lists every rule as it is, and every clause that no journal shows. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clauses } from '../../spec/clauses.ts';
import { notObservable } from './not-observable.ts';
import { conductRules } from './rules.ts';

const lines = readFileSync(new URL('../../docs/conduct.md', import.meta.url), 'utf8').split('\n');

/** Rows whose first cell is code, with so many cells. */
const rowsOf = (cells: number): string[] =>
  lines.filter((line) => /^\| \[?`[a-z-]+\./.test(line) && line.split('|').length === cells + 2);

const linkTo = (clause: string): string => `[\`${clause}\`](clauses.md#${clause})`;

test('the page has every rule with its title, its clause and its level, in order', () => {
  expect(rowsOf(4)).toEqual(
    conductRules.map(
      ({ id, title, clauses: [clause], level }) => `| \`${id}\` | ${title} | ${linkTo(clause)} | ${level} |`,
    ),
  );
});

test('the page has every clause that no journal shows, with the reason', () => {
  expect(rowsOf(2)).toEqual(Object.entries(notObservable).map(([clause, why]) => `| ${linkTo(clause)} | ${why} |`));
});

test('no rule has the id of another, and none is stricter than the clause that it blames', () => {
  expect(new Set(conductRules.map(({ id }) => id)).size).toBe(conductRules.length);
  const strict = conductRules.filter(
    ({ level, clauses: [clause] }) => level === 'must' && clauses[clause].level === 'should',
  );
  expect(strict.map(({ id }) => id)).toEqual([]);
});

test('only clauses of the client are failed: those of the service are advice', () => {
  const failed = conductRules.filter(
    ({ level, clauses: [clause] }) => level === 'must' && clauses[clause].side !== 'client',
  );
  expect(failed.map(({ id }) => id)).toEqual([]);
});

test('every rule says what it wants, and what to change', () => {
  for (const { title, advice, wants } of conductRules) {
    expect(title).toMatch(/^[a-z].*[^.]$/);
    expect(advice).toMatch(/^[A-Z].*\.$/);
    expect(wants).toMatch(/^[a-zA-Z].*[^.]$/);
  }
});
