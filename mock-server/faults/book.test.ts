/** When a rule hits: every word of `when` alone and together, counted for each account by itself, and the same again for the same seed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FaultRule } from '../domain/fault-rule.ts';
import { createChance } from '../engine/random.ts';
import { type FaultBook, type Occasion, createFaultBook } from './book.ts';

type When = FaultRule['when'];

const rule = (when: When, id = 'r', name: FaultRule['fault']['name'] = 'request-delay'): FaultRule => ({
  id,
  when,
  fault: { name },
});

const bookOf = (rules: readonly FaultRule[], seed = 1): FaultBook => {
  const chance = createChance(seed, 'seed');
  return createFaultBook(
    () => rules,
    (accountId, purpose) => chance.moment(accountId, 0, 0).draw(purpose),
  );
};

const occasion = (changed: Partial<Occasion> = {}): Occasion => ({
  family: 'request',
  operation: 'submitAvatar',
  accountId: 'a1',
  feature: 'avatar',
  fields: { script: 'Hello', output_resolution_p: 480 },
  now: 1_000,
  ...changed,
});

/** Which of so many equal occasions are hit, from 1. */
const hitsOf = (book: FaultBook, count: number, changed: Partial<Occasion> = {}): number[] =>
  Array.from({ length: count }, (_, index) => index + 1).filter(() => book.meet(occasion(changed)).length > 0);

test.each<[string, When, number[]]>([
  ['nothing is asked for', {}, [1, 2, 3, 4, 5, 6]],
  ['nth', { nth: 2 }, [2]],
  ['every', { every: 3 }, [3, 6]],
  ['times', { times: 2 }, [1, 2]],
  ['every and times', { every: 2, times: 2 }, [2, 4]],
  ['nth and every that do not agree', { nth: 3, every: 2 }, []],
  ['chance 1', { chance: 1 }, [1, 2, 3, 4, 5, 6]],
  ['chance 0', { chance: 0 }, []],
])('of six occasions, where %s', (_, when, expected) => {
  expect(hitsOf(bookOf([rule(when)]), 6)).toEqual(expected);
});

test.each<[string, When, Partial<Occasion>, boolean]>([
  ['the operation', { operation: 'submitAvatar' }, {}, true],
  ['another operation', { operation: 'getBalance' }, {}, false],
  ['the account', { account_id: 'a1' }, {}, true],
  ['another account', { account_id: 'a2' }, {}, false],
  ['the feature', { feature: 'avatar' }, {}, true],
  ['another feature', { feature: 'lip_sync' }, {}, false],
  ['a feature where there is none', { feature: 'avatar' }, { feature: undefined as never }, false],
  ['a field', { match: { script: 'Hello' } }, {}, true],
  ['two fields', { match: { script: 'Hello', output_resolution_p: 480 } }, {}, true],
  ['one of two fields', { match: { script: 'Hello', output_resolution_p: 720 } }, {}, false],
  ['a part of a field', { match: { script: 'Hell' } }, {}, false],
  ['a number as a text', { match: { output_resolution_p: '480' } }, {}, false],
  ['a field that every object has', { match: { constructor: 'x' } }, {}, false],
  ['no fields at all', { match: { script: 'Hello' } }, { fields: undefined as never }, false],
  ['the first instant', { from: 1_000 }, {}, true],
  ['the instant before', { from: 1_001 }, {}, false],
  ['the last instant', { to: 1_001 }, {}, true],
  ['the instant after', { to: 1_000 }, {}, false],
  ['another family', {}, { family: 'job' }, false],
  ['a delivery', {}, { on: 'delivery' }, false],
])('a rule with %s: %j', (_, when, changed, expected) => {
  expect(bookOf([rule(when)]).meet(occasion(changed)).length === 1).toBe(expected);
});

test('a rule counts only the occasions that are its own', () => {
  const book = bookOf([rule({ operation: 'getBalance', nth: 2 })]);
  expect(hitsOf(book, 5)).toEqual([]);
  expect(hitsOf(book, 3, { operation: 'getBalance' })).toEqual([2]);
});

test('rules are counted beside each other, and their faults come in their order', () => {
  const book = bookOf([rule({ every: 2 }, 'a', 'request-error'), rule({}, 'b', 'request-delay')]);
  expect(book.meet(occasion())).toEqual([{ name: 'request-delay' }]);
  expect(book.meet(occasion())).toEqual([{ name: 'request-error' }, { name: 'request-delay' }]);
});

test('a fault of voice sessions meets no live swap', () => {
  const book = bookOf([rule({}, 'r', 'session-warming')]);
  expect(book.meet(occasion({ family: 'session', feature: 'full_live_swap' }))).toEqual([]);
  expect(book.meet(occasion({ family: 'session', feature: 'voice_changer' }))).toHaveLength(1);
});

test('a rule of deliveries meets deliveries only, and a rule of connections connections', () => {
  const rules = [rule({ on: 'delivery' }, 'd', 'webhook-drop'), rule({ on: 'connect' }, 'c', 'socket-close')];
  const book = bookOf(rules);
  expect(book.meet(occasion({ family: 'webhook' }))).toEqual([]);
  expect(book.meet(occasion({ family: 'webhook', on: 'delivery' }))).toEqual([{ name: 'webhook-drop' }]);
  expect(book.meet(occasion({ family: 'socket', on: 'connect' }))).toEqual([{ name: 'socket-close' }]);
});

test('a rule that is put in the place of another begins to count anew', () => {
  let rules = [rule({ nth: 1 })];
  const book = createFaultBook(
    () => rules,
    () => 0,
  );
  expect(hitsOf(book, 2)).toEqual([1]);
  rules = [rule({ nth: 1 })];
  expect(hitsOf(book, 2)).toEqual([1]);
});

const whens = fc.record(
  {
    nth: fc.integer({ min: 1, max: 8 }),
    every: fc.integer({ min: 1, max: 4 }),
    chance: fc.integer({ min: 1, max: 9 }).map((tenths) => tenths / 10),
    times: fc.integer({ min: 1, max: 4 }),
    operation: fc.constantFrom('submitAvatar', 'getBalance'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<When>;
const steps = fc.array(
  fc.record({
    accountId: fc.constantFrom('a1', 'a2', 'a3'),
    operation: fc.constantFrom('submitAvatar', 'getBalance'),
  }),
  { maxLength: 60 },
) as fc.Arbitrary<{ accountId: string; operation: NonNullable<Occasion['operation']> }[]>;

test('the same seed and the same requests of an account meet the same faults, whatever others do', () => {
  fc.assert(
    fc.property(fc.array(whens, { maxLength: 4 }), steps, fc.nat(), (conditions, story, seed) => {
      const rules = (): FaultRule[] => conditions.map((when, index) => rule(when, `r${index}`));
      const play = (told: typeof story): string[] => {
        const book = bookOf(rules(), seed);
        return told.map((step) => `${step.accountId} ${JSON.stringify(book.meet(occasion(step)))}`);
      };
      const together = play(story);
      expect(play(story)).toEqual(together);
      const alone = story.filter(({ accountId }) => accountId === 'a1');
      expect(play(alone)).toEqual(together.filter((line) => line.startsWith('a1 ')));
    }),
  );
});

test('chance hits about as often as it says, and otherwise with another seed', () => {
  const hits = [1, 2].map((seed) => hitsOf(bookOf([rule({ chance: 0.3 })], seed), 2_000));
  for (const hit of hits) {
    expect(hit.length).toBeGreaterThan(500);
    expect(hit.length).toBeLessThan(700);
  }
  expect(hits[0]).not.toEqual(hits[1]);
});
