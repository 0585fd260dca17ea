/** What all pages have in common: one file that reaches for nothing, a headline in the colour of how it went, and figures that add up. */
import { expect, test } from 'vitest';
import { conductHtml } from '../conduct-report/html.ts';
import { sampleReport as sampleConduct } from '../conduct-report/sample.case.ts';
import { htmlOf } from './html.ts';
import { headOf, momentOf, pageOf, sharesAmong, sharesOf } from './html-page.ts';
import { html } from '../../spec/pages/html-text.ts';
import { sampleJudgement, sampleOutcomes, sampleReport } from './sample.case.ts';
import { verdictWords } from './words.ts';

const head = (more: Partial<Parameters<typeof headOf>[0]> = {}): string =>
  headOf({
    tone: 'odd',
    eyebrow: 'A server',
    headline: 'Two <b>findings</b>',
    target: 'https://service.example',
    facts: [['requests', '1,200']],
    bar: { of: 'Clauses', shares: sharesOf({ pass: 3, fail: 1, warn: 0 }, verdictWords) },
    ...more,
  }).html;

test('a page is one file that may load nothing, and shows what it is given as text', () => {
  const page = pageOf({
    title: 'a </title><script>',
    style: '.own { }',
    head: html``,
    main: html`<p>x</p>`,
    foot: '<i>',
  });
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(page).toContain('.own { }');
  expect(page).toContain('<p>x</p>');
  expect(page).not.toMatch(/<(script|link|img|iframe|i)\b|\bsrc=|@import|url\(/i);
});

test('every page begins with whom it judges, how it went and how many of what have which verdict, the worst first', () => {
  for (const page of [htmlOf(sampleReport()), conductHtml(sampleConduct())]) {
    const [header = ''] = /<header[^]*?<\/header>/.exec(page) ?? [];
    expect(header).toMatch(/<p class="eyebrow">[^<]+<\/p>\s*<h1>[^<]+<\/h1>\s*<p class="target">[^<]+<\/p>/);
    expect(header).toMatch(/<p class="legend">\s*(Clauses|Rules): <span class="fail"><b>\d+<\/b> fail/);
  }
});

test('a headline has its colour, its figures their names, and a verdict that nothing has no part of the bar', () => {
  const shown = head();
  expect(shown).toContain('<header class="odd">');
  expect(shown).toContain('Two &lt;b&gt;findings&lt;/b&gt;');
  expect(shown.replaceAll(/\s+/g, ' ')).toContain('<dt>requests</dt> <dd>1,200</dd>');
  expect(shown.match(/style="flex:\d+"/g)).toEqual(['style="flex:1"', 'style="flex:3"']);
  expect(shown).not.toContain('warn');
  expect(head({ bar: { of: 'Clauses', shares: [] } })).not.toContain('class="bar"');
});

test('rows are counted by their verdicts, the worst first', () => {
  const rows = (['pass', 'fail', 'pass'] as const).map((verdict) => ({ verdict }));
  expect(sharesAmong(rows, verdictWords)).toEqual([
    { verdict: 'fail', word: 'fail', count: 1 },
    { verdict: 'pass', word: 'pass', count: 2 },
  ]);
});

test('a run that ends well for its failures were expected is not shown as one without any', () => {
  const expires = '2099-01-01';
  const expected = sampleOutcomes
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ check }) => ({ id: check.id, reason: 'known', expires, where: 'known.yaml:1' }));
  const { stopped: _, ...whole } = sampleJudgement({ leftOut: [] });
  const excused = sampleReport({ expected }, whole);
  expect(excused.exit_code).toBe(0);
  expect(htmlOf(excused)).toContain('<header class="odd">');
  expect(htmlOf(sampleReport({}, whole))).toContain('<header class="bad">');
  const kept = sampleOutcomes.filter(({ verdict }) => verdict === 'pass');
  expect(htmlOf(sampleReport({}, { ...whole, outcomes: kept }))).toContain('<header class="good">');
});

test('under strict what was not put to the proof stands among the findings, with the reason', () => {
  const findings = (page: string): string => /<section id="findings">[^]*?<\/section>/.exec(page)?.[0] ?? '';
  expect(findings(htmlOf(sampleReport()))).not.toContain('pricing.vacuous');
  expect(findings(htmlOf(sampleReport({ strict: true })))).toMatch(
    /id="pricing\.vacuous">[^]*never judged: <a[^>]*><code>endpoints\.pricing\.live-rates/,
  );
});

test('a moment is told to the second', () => {
  expect(momentOf('2026-05-01T12:00:00.250Z')).toBe('2026-05-01 12:00:00 UTC');
});
