/** What a verdict is worth, as the reports tell it. */
import { expect, test } from 'vitest';
import type { Power } from '../power/measured.ts';
import { htmlOf } from './html.ts';
import { markdownOf } from './markdown.ts';
import type { Report } from './report.ts';
import { sampleJudgement, sampleOutcomes, sampleReport } from './sample.case.ts';
import { textOf } from './text.ts';

const plain = (text: string): string => text;
const colors = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

const [passed, failed] = ['endpoints.balance.returns-balance', 'resources.balance.balance-usd-present'] as const;
const [vacuous, unmet] = ['endpoints.pricing.live-rates', 'resources.usage-record.id-present'] as const;
const power: Power = {
  [passed]: {
    known: 1_200,
    caught: { 'balance.passes': 1_000, 'balance.elsewhere': 199 },
    bySmoke: { 'balance.passes': 7 },
  },
  [failed]: { known: 3, caught: { 'balance.fails': 2, 'balance.fails balance.elsewhere': 1 } },
  [vacuous]: { known: 4, caught: { 'pricing.vacuous': 4 } },
  [unmet]: { known: 5, caught: { 'usage.missing': 5 } },
};

const defectsIn = ({ clauses }: Report, id: string): unknown => clauses.find((clause) => clause.id === id)?.defects;

test('a clause is told with the defects of it that are known, and those that the checks which judged it catch', () => {
  const report = sampleReport({ power });
  expect(defectsIn(report, passed)).toEqual({ known: 1_200, caught: 1_000 });
  expect(defectsIn(report, failed)).toEqual({ known: 3, caught: 3 });
});

test('in the smoke profile only what its requests catch is counted', () => {
  const judgement = sampleJudgement();
  const report = sampleReport({ power }, { ...judgement, order: { ...judgement.order, profile: 'smoke' } });
  expect(defectsIn(report, passed)).toEqual({ known: 1_200, caught: 7 });
});

test('a clause that only vacuous passes and what was not testable touched claims no power', () => {
  const report = sampleReport({ power });
  expect(defectsIn(report, vacuous)).toEqual({ known: 4, caught: null });
  expect(defectsIn(report, unmet)).toEqual({ known: 5, caught: null });
  expect(textOf(report, colors)).not.toContain('1,012');
});

test('nor does one of which a single case was replayed', () => {
  const outcomes = sampleOutcomes.map((one) => ({ ...one, check: { ...one.check, path: '0:1' } }));
  const report = sampleReport({ power }, sampleJudgement({ outcomes }));
  expect(defectsIn(report, passed)).toEqual({ known: 1_200, caught: null });
  expect(textOf(report, colors)).not.toContain('deliberate defect');
});

test.each([
  ['terminal', (report: Report) => textOf(report, colors)],
  ['markdown', markdownOf],
  ['html', htmlOf],
])('the whole is told in a sentence, and what is less sure by its clause: %s', (_, of) => {
  const text = of(sampleReport({ power }));
  expect(text).toContain(
    'on mocks, the checks that judged here caught 1,003 of 1,203 deliberate defects of these clauses',
  );
  expect(text).toContain('its checks caught 1,000 of 1,200 deliberate defects of it');
});

test.each([
  ['terminal', (report: Report) => textOf(report, colors)],
  ['markdown', markdownOf],
  ['html', htmlOf],
])('what a pass is worth where no defect is known is said too: %s', (_, of) => {
  const text = of(sampleReport({ power: {} }));
  expect(text).toContain('no defect of this clause is known: not measured');
  expect(text).not.toContain('deliberate defect');
});

test('a pass by which all defects are found is told on the page, and is not among the unsure', () => {
  const report = sampleReport({ power: { [passed]: { known: 1, caught: { 'balance.passes': 1 } } } });
  expect(htmlOf(report)).toContain('its checks caught 1 of 1 deliberate defect of it');
  expect(textOf(report, colors)).not.toContain('less sure');
  expect(markdownOf(report)).toMatch(/\| Endpoints \|.*\| 1 of 1 \|$/m);
});
