/** What checks are known to catch: who is credited with a catch, and that what is written down is of checks and clauses that there are. */
import { expect, test } from 'vitest';
import { allChecks } from '../checks.ts';
import { type Power, defectsOf } from './measured.ts';
import { power } from './power.ts';

const measured: Power = {
  'endpoints.balance.returns-balance': {
    known: 6,
    caught: { 'a.one': 1, 'a.one b.two': 2, 'b.two': 1 },
    bySmoke: { 'a.one': 1 },
  },
};

test.each([
  [['a.one', 'b.two'], 'standard', 4],
  [['a.one'], 'standard', 3],
  [['b.two'], 'deep', 3],
  [['a.one', 'b.two'], 'smoke', 1],
  [['a'], 'standard', 0],
  [[], 'standard', 0],
] as const)(
  'a defect counts once, if one of the checks %j is known to catch it in the %s profile',
  (ids, profile, caught) => {
    expect(defectsOf(measured, 'endpoints.balance.returns-balance', ids, profile)).toEqual({ known: 6, caught });
  },
);

test('of a clause without a defect nothing is known, and nothing caught', () => {
  expect(defectsOf(measured, 'endpoints.pricing.live-rates', ['a.one'], 'standard')).toEqual({ known: 0, caught: 0 });
});

test('what is written down names checks that judge the clause, and none catches more than there is (`npm run zoo -- --write`)', () => {
  const judging = new Set(allChecks.flatMap(({ id, clauses }) => clauses.map((clause) => `${clause} ${id}`)));
  for (const [clause, { known, caught, bySmoke = {} }] of Object.entries(power)) {
    for (const groups of [caught, bySmoke]) {
      const ids = Object.keys(groups).flatMap((group) => group.split(' '));
      expect(ids.filter((id) => !judging.has(`${clause} ${id}`))).toEqual([]);
      expect(Object.values(groups).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(known);
    }
  }
});
