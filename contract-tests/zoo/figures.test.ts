/** What the tables say of the judge, made of a few defects and what became of them. */
import { expect, test } from 'vitest';
import { type Profile, check } from '../check.ts';
import type { Defect } from '../defects/defect.ts';
import { besideOf, figuresOf, shortcomings, tablesOf } from './figures.ts';
import type { DefectTrial } from './try-defect.ts';

const clause = 'endpoints.balance.returns-balance';
const defect = (id: Defect['id'], ports: Defect['ports'] = () => ({ price: (next) => next })): Defect => ({
  id,
  clause,
  does: `does ${id}`,
  ports,
});

const killed = ({ id }: Defect, by: Profile, isKilledBySmoke = false): DefectTrial => ({
  id,
  findings: [{ check: 'a.check', clause, profile: by, message: '' }],
  isKilled: true,
  isMisattributed: false,
  elsewhere: [],
  isKilledBySmoke,
  caughtBy: ['a.check'],
  caughtBySmoke: [],
  broken: [],
});

const [quick, usual, dear] = [defect('money.quick'), defect('money.usual'), defect('usage.dear')];
const trials = [killed(quick, 'smoke', true), killed(usual, 'smoke'), killed(dear, 'deep')];
const tables = (defects: readonly Defect[] = [quick, usual, dear]): string =>
  tablesOf(figuresOf(defects, trials, [], []), [], 'Each was shown.');

test('what the standard profile gives up is listed by id, with what it does', () => {
  expect(tables()).toContain('| given up by standard | what it does |\n|---|---|\n| `usage.dear` | does usage.dear |');
  expect(tables([quick, usual])).not.toContain('given up by standard');
});

test('what the smoke profile gives up is counted by family: what it sends, not what its checks could see', () => {
  expect(tables()).toContain('| Charges and refunds | 2 | 2 | 100.0 % | 1 |');
  expect(tables()).toContain('| Usage and summary | 1 | 1 | 100.0 % | 1 |');
  expect(tables()).toContain('| smoke | 0 | 1 (33.3 %) | 2 |');
});

test('defects that need more than one port are counted', () => {
  const watched = defect('money.watched', () => ({ decide: (next) => next, present: (next) => next }));
  expect(tables([quick, watched])).toContain('1 of the defects are made at more than one port');
});

test('checks that were red under another clause are counted, and so is what is caught as a deployment', () => {
  const elsewhere = [
    { check: 'other.check', clause: 'endpoints.pricing.live-rates', profile: 'smoke', message: '' },
  ] as const;
  const seen = {
    ...killed(quick, 'smoke'),
    elsewhere,
    asDeployment: { checks: ['a.check', 'b.check'], caughtBy: ['a.check'] },
  };
  const text = besideOf(figuresOf([quick, usual], [seen, killed(usual, 'smoke')], [], []));
  expect(text).toContain('With 1 defects 1 further checks were red too');
  expect(text).toContain('2 pairs of a defect and a check that caught it, 1 killed (50.0 %)');
});

test('a check that is red under clauses only that the defect does not break has yet to catch one', () => {
  const made = (id: string) => check({ id, title: id, clauses: [clause], run: async () => undefined });
  const findings = ['a.check', 'b.check'].map((id) => ({ check: id, clause, profile: 'smoke' as const, message: '' }));
  const figures = figuresOf([quick], [{ ...killed(quick, 'smoke'), findings }], [], [made('a.check'), made('b.check')]);
  expect(figures.neverRed).toEqual(['b.check']);
  expect(shortcomings(figures)).toContain('no defect turns b.check red under its own clause');
});
