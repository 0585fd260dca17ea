/** What counts as a branch that a test could have taken. */
import { expect, test } from 'vitest';
import { type Counted, uncoveredIn } from './branches.ts';
import { groupOf, groups } from './groups.ts';

/** A branch of two ways: the first is all of the source, the second is not written. */
const onePiece = (source: string, type: string, counts: readonly number[]): [Counted, string] => {
  const lines = source.split('\n');
  const whole = { start: { line: 1, column: 0 }, end: { line: lines.length, column: null } };
  return [{ branchMap: { one: { type, locations: [whole, { start: {}, end: {} }] } }, b: { one: counts } }, source];
};

test.each([
  ['an assertion that never failed', "if (job === undefined) throw new Error('no job');", 'if', [0, 5], 1, []],
  ['an assertion in braces', "if (a(b)) {\n  throw new Error('no');\n}", 'if', [0, 5], 1, []],
  ['an assertion that was never come to', "if (a) throw new Error('no');", 'if', [0, 0], 1, ['if, else']],
  ['an error of the caller', "if (t < 0) throw new RangeError('t');", 'if', [0, 5], 2, ['if']],
  ['a refusal', 'if (a) return refuse(b);', 'if', [0, 5], 2, ['if']],
  ['what is always so', 'if (a) b();', 'if', [5, 0], 2, ['if, else']],
  ['the default of a whole switch', 'default:\n  return choice satisfies never;', 'switch', [0], 0, []],
  ['another default', 'default:\n  return [];', 'switch', [0], 1, ['switch']],
] as const)('%s', (_, source, type, counts, branches, kinds) => {
  const { uncovered, ...rest } = uncoveredIn(...onePiece(source, type, counts));
  expect([rest.branches, uncovered.map(({ kind }) => kind)]).toEqual([branches, kinds]);
});

test('a file belongs to the first group that names it, and one of no group is told of', () => {
  expect(groupOf('mock-server/domain/ledger.ts').name).toBe('the core');
  expect(groupOf('mock-server/domain/explain/job.ts').name).toBe('the rest of the mock');
  expect(groupOf('mock-server/http/app.ts').name).toBe('the rest of the mock');
  expect(() => groupOf('spec/limits.ts')).toThrow('scripts/coverage/groups.ts');
  expect(groups.find(({ name }) => name === 'the core')?.percent).toBe(100);
});
