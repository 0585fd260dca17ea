/** How many cases are tried where, and that other seeds try others. */
import { expect, test } from 'vitest';
import type { Profile } from './check.ts';
import { Run } from './run.ts';
import { casesOf, few, isAtLarge } from './sample.ts';
import { deploymentTarget } from './targets/deployment.ts';

const there = await deploymentTarget({ baseUrl: 'http://127.0.0.1:9/api/v1', key: 'k', requestsPerMinute: 60 });
const runOf = (profile: Profile, seed = 1): Run => new Run(there, { seed, profile });

test.each<[profile: Profile, isAll: boolean]>([
  ['smoke', false],
  ['standard', false],
  ['deep', true],
])('of a deployment, the profile %s tries all cases: %s', (profile, isAll) => {
  const run = runOf(profile);
  expect(isAtLarge(run)).toBe(isAll);
  expect(casesOf(run, [1, 2, 3], 'any')).toHaveLength(isAll ? 3 : 1);
});

test('of a limit the boundary is taken, whatever the seed', () => {
  expect([1, 2, 3].map((seed) => casesOf(runOf('standard', seed), ['boundary', 'beyond', 'far']))).toEqual([
    ['boundary'],
    ['boundary'],
    ['boundary'],
  ]);
});

test('else the seed and the name draw one, the same each time, and all in the end', () => {
  const cases = ['a', 'b', 'c', 'd'];
  const drawn = Array.from({ length: 40 }, (_, seed) => casesOf(runOf('standard', seed), cases, 'field')[0]);
  expect(new Set(drawn)).toEqual(new Set(cases));
  expect(casesOf(runOf('standard', 7), cases, 'field')).toEqual([drawn[7]]);
  const names = Array.from({ length: 40 }, (_, name) => casesOf(runOf('standard'), cases, `field ${name}`)[0]);
  expect(new Set(names)).toEqual(new Set(cases));
});

test('where there are no cases, none is drawn', () => {
  expect(casesOf(runOf('standard'), [], 'field')).toEqual([]);
});

test('only the smoke profile makes do with a few', () => {
  expect(few(runOf('smoke'), [1, 2, 3], 2)).toEqual([1, 2]);
  expect(few(runOf('standard'), [1, 2, 3], 2)).toEqual([1, 2, 3]);
});
