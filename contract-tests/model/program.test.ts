/** What is drawn for a target whose money is real. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Step, modestPrograms } from './program.ts';

const drawn = fc.sample(modestPrograms, { seed: 1, numRuns: 300 });
const kinds = (steps: readonly Step[]): readonly string[] => steps.map((step) => step.do);

test('bursts, streams and sessions that nobody connects to are drawn, one of them in each program', () => {
  const dear = drawn.map((program) => kinds(program).filter((kind) => /burst|stream|unused-session/.test(kind)));
  expect(new Set(dear.map(({ length }) => length))).toEqual(new Set([1]));
  expect(new Set(dear.flat())).toEqual(new Set(['burst', 'stream', 'unused-session']));
  // Before other calls, between them and after them.
  expect(new Set(drawn.map((program) => kinds(program).findIndex((kind) => kind === 'burst')))).toEqual(
    new Set([-1, 0, 1, 2, 3, 4]),
  );
});

test('nothing is drawn that only a mock can do, or that takes long', () => {
  expect(new Set(drawn.flatMap(kinds))).toEqual(
    new Set(['submit', 'upload', 'poll', 'wait', 'refused', 'burst', 'stream', 'unused-session']),
  );
  expect(Math.max(...drawn.map(({ length }) => length))).toBe(5);
  const seconds = drawn.flat().flatMap((step) => ('seconds' in step ? [step.seconds] : []));
  expect(Math.max(...seconds)).toBe(2.5);
});
