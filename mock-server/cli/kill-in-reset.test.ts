/** Whether the judge of replaced worlds sees anything: worlds that are half of each. */
import { expect, test } from 'vitest';
import { type Found, expectOneWorld } from './kill-in-reset.case.ts';

const old: Found = {
  replacing: 'load',
  acknowledged: false,
  isOld: true,
  status: 200,
  known: [false, false],
  good: [true],
};
const loaded: Found = { ...old, acknowledged: true, isOld: false, known: [true, true], good: [true, true] };
const fresh: Found = { ...old, replacing: 'reset', isOld: false, good: [] };

test.each([
  ['the old one', old],
  ['the loaded one', loaded],
  ['a fresh one', fresh],
])('a whole world, %s, is as it should be', (_name, found) => {
  expectOneWorld(found, 2);
});

test.each<[is: string, found: Found, breaks: RegExp]>([
  ['cannot be called', { ...old, status: 401 }, /default account/],
  ['is the old one, and was said to be the new one', { ...old, acknowledged: true }, /acknowledged/],
  ['is the old one without its files', { ...old, good: [] }, /files of the old world/],
  ['is the old one with an account of the new one', { ...old, known: [true, false] }, /an account of the loaded world/],
  [
    'has lost an account of those that were loaded',
    { ...loaded, known: [true, false] },
    /an account of the loaded world/,
  ],
  ['has lost a file of those that were loaded', { ...loaded, good: [true] }, /files of the new world/],
  ['has a file with other bytes', { ...loaded, good: [true, false] }, /other bytes/],
  ['is a fresh one with a file of the old one', { ...fresh, good: [true] }, /files of the new world/],
])('a world that %s is caught', (_is, found, breaks) => {
  expect(() => expectOneWorld(found, 2)).toThrow(breaks);
});
