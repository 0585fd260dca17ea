/** What is told of a defect beside whether it was killed. */
import { expect, test } from 'vitest';
import { type Check, check } from '../check.ts';
import type { Defect } from '../defects/defect.ts';
import { memoryWire } from './memory-wire.ts';
import { tryDefect } from './try-defect.ts';

const [own, also, other] = [
  'endpoints.pricing.live-rates',
  'authentication.pricing-public',
  'endpoints.balance.returns-balance',
] as const;

const red = (id: string, clause: Defect['clause']): Check =>
  check({
    id,
    title: 'finds fault with everything',
    clauses: [clause],
    run: async (t) => t.expect(clause, false, { expected: 'the moon', actual: 'none', at: [] }),
  });

test('a check that is red under a clause that the defect does not name is told of, also where another one kills it', async () => {
  const defect: Defect = { id: 'money.x', does: 'nothing', clause: own, also: [also], ports: () => ({}) };
  const checks = [red('a.own', own), red('a.also', also), red('a.other', other)];
  const { isKilled, isMisattributed, elsewhere } = await tryDefect(defect, checks, 1, 1, memoryWire);
  expect({ isKilled, isMisattributed }).toEqual({ isKilled: true, isMisattributed: false });
  expect(elsewhere.map(({ check: id, clause }) => [id, clause])).toEqual([['a.other', other]]);
});
