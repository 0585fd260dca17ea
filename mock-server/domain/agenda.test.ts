import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Agenda } from './agenda.ts';

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l');
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('set' as const), key, at: fc.integer({ min: 0, max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), key }) },
);

test('an agenda always says what a sorted list would say, whatever is set, moved and dropped', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const agenda = new Agenda();
      let list: { key: string; at: number }[] = [];
      for (const { do: what, ...date } of steps) {
        list = list.filter((entry) => entry.key !== date.key);
        if ('at' in date) {
          agenda.set(date.key, date.at);
          // A stable sort: equal dates stay in the order in which they were set.
          list = [...list, { key: date.key, at: date.at }].sort((one, other) => one.at - other.at);
        } else {
          agenda.drop(date.key);
        }
        expect(agenda.size, what).toBe(list.length);
        expect(earliest(agenda), what).toEqual(list[0]);
      }
      expect(emptied(agenda)).toEqual(list);
    }),
  );
});

test('equal dates come in the order in which they were set, and a date that is set again goes to the end', () => {
  const agenda = new Agenda();
  for (const name of ['one', 'two', 'three', 'four', 'five']) agenda.set(name, 7);
  agenda.set('two', 7);
  expect(emptied(agenda).map((entry) => entry.key)).toEqual(['one', 'three', 'four', 'five', 'two']);
});

test('what is not there can be dropped, and an empty agenda has no date', () => {
  const agenda = new Agenda();
  agenda.drop('nothing');
  expect(agenda.next()).toBeUndefined();
  expect(agenda.size).toBe(0);
});

const earliest = (agenda: Agenda): { key: string; at: number } | undefined => {
  const next = agenda.next();
  return next && { key: next.key, at: next.at };
};

const emptied = (agenda: Agenda): { key: string; at: number }[] => {
  const entries = [];
  for (let next = earliest(agenda); next !== undefined; next = earliest(agenda)) {
    entries.push(next);
    agenda.drop(next.key);
  }
  return entries;
};
