/** The report: the JSON that other programs read, what counts, and that no form of it holds a secret. */
import { Compile } from 'typebox/schema';
import { expect, test } from 'vitest';
import { gaps } from '../../spec/gaps.ts';
import { htmlOf } from './html.ts';
import { junitOf } from './junit.ts';
import { markdownOf } from './markdown.ts';
import type { Report } from './report.ts';
import { hostile, sampleJudgement, sampleOutcomes, sampleReport, secrets } from './sample.case.ts';
import { textOf } from './text.ts';

const plain = (text: string): string => text;
const colors = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };
const forms: readonly (readonly [name: string, of: (report: Report) => string])[] = [
  ['json', (report) => JSON.stringify(report)],
  ['junit', junitOf],
  ['markdown', markdownOf],
  ['html', htmlOf],
  ['text', (report) => textOf(report, colors)],
];

const number = { type: 'number' };
const string = { type: 'string' };
const verdict = { enum: ['pass', 'fail', 'warn', 'undecidable', 'not_testable'] };
const list = (items: object): object => ({ type: 'array', items });
const object = (properties: object): object => ({ type: 'object', required: Object.keys(properties), properties });

/** As it is documented. */
const documented = object({
  tool: { const: 'understudy' },
  version: string,
  target: string,
  profile: { enum: ['smoke', 'standard', 'deep'] },
  seed: { type: 'integer' },
  started_at: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d.*Z$' },
  duration_ms: number,
  spent_usd: number,
  summary: object({ pass: number, fail: number, warn: number, undecidable: number, not_testable: number }),
  checks: list(
    object({
      id: string,
      title: string,
      clauses: list(string),
      verdict,
      attempts: number,
      message: string,
      evidence: { type: 'object' },
      replay: string,
    }),
  ),
  clauses: list(
    object({
      id: string,
      verdict,
      checks: list(string),
      defects: object({ known: number, caught: { type: ['number', 'null'] } }),
    }),
  ),
});

test('the JSON report has the documented members', () => {
  const report: unknown = JSON.parse(JSON.stringify(sampleReport()));
  const [, errors] = Compile(documented).Errors(report);
  expect(errors).toEqual([]);
});

test.each([
  ['the balance, where it could be read', { atMostUsd: 0.5, byBalanceUsd: 0.25 }, 0.25],
  ['our count, where it could not', { atMostUsd: 0.1 + 0.2, byBalanceUsd: undefined }, 0.3],
  ['our count, while jobs render', { atMostUsd: 0.5, byBalanceUsd: 0.25, rendering: 1 }, 0.5],
  ['the balance, where it lost more than we counted', { atMostUsd: 0.5, byBalanceUsd: 0.75, rendering: 1 }, 0.75],
  ['nothing, where the balance grew', { atMostUsd: 0, byBalanceUsd: -0.25 }, 0],
])('what was spent is told by %s', (_, money, spentUsd) => {
  expect(sampleReport({}, sampleJudgement({ money })).spent_usd).toBe(spentUsd);
});

test('the summary counts the checks, those left out among them', () => {
  const { summary, checks } = sampleReport();
  expect(summary).toEqual({ pass: 2, fail: 1, warn: 1, undecidable: 1, not_testable: 2 });
  expect(checks).toHaveLength(7);
});

test("a clause's verdict is the worst of its checks", () => {
  const [first] = sampleOutcomes;
  if (first === undefined) throw new Error('there are outcomes');
  const passing = { ...first, verdict: 'pass', evidence: { ...first.evidence, gaps: [] } } as const;
  const missing = { ...passing, verdict: 'not_testable' } as const;
  const verdictOf = (...outcomes: (typeof first)[]): string | undefined =>
    sampleReport({}, sampleJudgement({ outcomes, leftOut: [] })).clauses[0]?.verdict;
  expect(verdictOf(passing, first, missing)).toBe('fail');
  expect(verdictOf(passing, missing)).toBe('pass');
  expect(verdictOf({ ...passing, verdict: 'undecidable' }, passing)).toBe('undecidable');
  expect(verdictOf(missing)).toBe('not_testable');
});

test('a clause that a pass never judged is not testable, in every form', () => {
  const report = sampleReport();
  const vacuous = report.clauses.find(({ id }) => id === 'endpoints.pricing.live-rates');
  expect([vacuous?.verdict, vacuous?.reason]).toEqual(['not_testable', 'never judged']);
  expect(report.clause_summary).toMatchObject({ pass: 1, not_testable: 3 });
  const [, row = ''] =
    /<li class="clause ([^"]+)"[^>]*>(?:(?!<li).)*endpoints\.pricing\.live-rates/s.exec(htmlOf(report)) ?? [];
  expect(row).toBe('not_testable');
  expect(textOf(report, colors)).toMatch(/Endpoints +1 +· +· +· +1$/m);
});

test('what was taken for lawful where the document leaves it open is told beside a finding', () => {
  const report = sampleReport();
  const { question, accept } = gaps['error-body'];
  expect(report.checks[0]?.evidence.alternatives).toEqual([{ gap: 'error-body', question, accepted: accept }]);
  expect(textOf(report, colors)).toContain(`left open error-body: ${accept}`);
  expect(junitOf(report)).toContain(`open:     error-body: ${accept}`);
  expect(markdownOf(report)).toContain('| left open | `error-body`: Any JSON body');
  expect(htmlOf(report)).toMatch(/<dt>left open<.dt>\s*<dd>Where in the body.*taken for lawful: Any JSON body/s);
});

test('what is undecidable names its gap once, and asks its question', () => {
  const report = sampleReport();
  const open = report.checks.find(({ id }) => id === 'usage.open');
  expect(open).toMatchObject({ gap: 'error-body', evidence: { gaps: ['error-body'] } });
  expect(textOf(report, colors)).toContain('  open (error-body): the document leaves it open (usage.open)');
});

test('the first and last frames of a socket are shown with the session that it belongs to', () => {
  const report = sampleReport();
  expect(report.checks[0]?.evidence.streams).toMatchObject([{ session: 7, count: 480, close_code: 1000 }]);
  for (const [name, of] of forms.slice(1)) {
    expect([name, of(report)]).toEqual([name, expect.stringContaining('socket of #7: upgrade 101, 480 frames')]);
    expect([name, of(report)]).toEqual([name, expect.stringContaining('frame 480, binary of 960 bytes: 00ff00ff…')]);
  }
});

test('a pass shows what it was concluded from, on demand', () => {
  const report = sampleReport();
  const passed = report.checks.find(({ id }) => id === 'balance.passes');
  expect(passed).toMatchObject({ attempts: 1, preconditions_met: 1 });
  expect(passed?.evidence.concluded).toMatchObject([{ clause: 'endpoints.balance.returns-balance', exchanges: [0] }]);
  expect(passed?.evidence.exchanges[0]?.number).toBe(7);
  expect(htmlOf(report)).toMatch(/<details class="seen">\s*<summary class="aside">1 exchange of the last time/);
});

test('without a selection every clause of the server is spoken of, with the reason where it was not judged', () => {
  const { clauses } = sampleReport({ isNarrowed: false });
  expect(clauses.length).toBeGreaterThan(400);
  expect(clauses.filter((one) => one.verdict === 'not_testable' && one.reason === null)).toEqual([]);
});

test.each(forms)('no secret is in the %s report', (_, of) => {
  const text = of(sampleReport());
  const found = [
    ...Object.values(secrets),
    'a \\"quoted\\" secret',
    'rt_abcdef',
    'tok_0004',
    'deadbeefcafe',
    'opensesame',
    'whsec_0005',
  ];
  expect(found.filter((secret) => text.includes(secret))).toEqual([]);
});

test.each(forms.filter(([name]) => name === 'html' || name === 'markdown'))(
  'hostile text stays text in %s',
  (name, of) => {
    // Between fences nothing is read as Markdown or HTML.
    const text = of(sampleReport()).replaceAll(/^(`{3,})\n.*?\n\1$/gms, '');
    expect(text).not.toContain('<script>alert');
    if (name === 'markdown') expect(text).not.toMatch(/[^\\]\]\(javascript:/);
    expect(text).toContain('alert(');
  },
);

test('the page needs nothing from elsewhere and runs no script', () => {
  const page = htmlOf(sampleReport());
  expect(page).not.toMatch(/<(script|link|img|iframe)\b|\bsrc=|@import|url\(/i);
  expect(page).toContain("default-src 'none'");
});

test('drift is told with its gap or clause, and what is unexplained with both exchanges', () => {
  const report = sampleReport();
  const text = textOf(report, colors);
  expect(text).toContain(
    'the mock breaks resources.balance.balance-usd-present: The balance object carries balance_usd. balance.fails',
  );
  expect(text).toMatch(
    /unexplained: .*\n +getBalance, answer: the mock 200, the deployment 418 .*\n +the mock +#7 POST .*\n +the deployment #7 POST /,
  );
  expect(markdownOf(report)).toContain('- gap `error-body`: the deployment does flat');
  expect(htmlOf(report)).toContain('Where in the body of an HTTP error do');
  expect(report.drift?.[0]?.contrasts[0]).toMatchObject({ operation: 'any refusal', count: 1 });
});

test('drift changes no exit code by itself', () => {
  const judgement = sampleJudgement({ outcomes: sampleOutcomes.slice(2), leftOut: [] });
  const { stopped: _, ...whole } = judgement;
  expect(sampleReport({}, whole).exit_code).toBe(0);
});

test('the JUnit report is well-formed, and counts what counts', () => {
  const xml = junitOf(sampleReport());
  expect(openTags(xml)).toEqual([]);
  expect(xml).toContain('tests="7" failures="2" errors="0" skipped="3"');
  expect(xml).not.toContain('\u0001');
});

test('a warning and a fail count, and end the run with 1', () => {
  expect(sampleReport().exit_code).toBe(1);
  expect(
    sampleReport()
      .checks.filter((one) => one.counts)
      .map((one) => one.id),
  ).toEqual(['balance.fails', 'balance.warns']);
});

test('under strict a vacuous pass and a must-clause that was not testable count as well', () => {
  const ids = sampleReport({ strict: true }).checks.flatMap((one) => (one.counts ? [one.id] : []));
  expect(ids).toEqual(['balance.fails', 'balance.warns', 'pricing.vacuous', 'usage.missing']);
});

test('under strict a vacuous pass is told as what it counts as, and no longer as a pass', () => {
  const usual = sampleReport();
  const strict = sampleReport({ strict: true });
  expect([usual.summary.pass, strict.summary.pass]).toEqual([2, 1]);
  expect(strict.checks.find(({ id }) => id === 'pricing.vacuous')).toMatchObject({
    verdict: 'not_testable',
    vacuous: true,
    counts: true,
  });
  expect(textOf(usual, colors)).toContain('Passed without judging\n  pricing.vacuous');
  expect(textOf(strict, colors)).not.toContain('Passed without judging');
  for (const told of [textOf(strict, colors), markdownOf(strict).replaceAll('\\', '')]) {
    expect(told).toContain('never judged: endpoints.pricing.live-rates (under --strict a finding)');
  }
  expect(junitOf(strict)).toContain('<failure type="vacuous" message="never judged: endpoints.pricing.live-rates">');
  expect(strict.clauses.find(({ id }) => id === 'endpoints.pricing.live-rates')?.reason).toBe('never judged');
});

test('under strict a vacuous pass of a should-clause is told as none either, and counts no more than before', () => {
  const hollow = sampleOutcomes.flatMap((one) =>
    one.isVacuous ? [{ ...one, check: { ...one.check, level: 'should' as const } }] : [],
  );
  const report = sampleReport({ strict: true }, sampleJudgement({ outcomes: hollow, leftOut: [] }));
  expect(report.checks).toMatchObject([{ id: 'pricing.vacuous', verdict: 'not_testable', counts: false }]);
  expect(report.summary.pass).toBe(0);
  expect(junitOf(report)).toContain('<skipped message="never judged: endpoints.pricing.live-rates"/>');
});

test('under strict a clause that such a pass did judge is still kept', () => {
  const { check, ...vacuous } = sampleOutcomes.find(({ isVacuous }) => isVacuous) ?? {};
  if (check === undefined) throw new Error('there is a vacuous pass');
  const judged = 'endpoints.balance.returns-balance';
  const half = { ...vacuous, check: { ...check, clauses: [...check.clauses, judged] }, conclusions: { [judged]: 3 } };
  const { clauses } = sampleReport({ strict: true }, sampleJudgement({ outcomes: [half as never], leftOut: [] }));
  expect(clauses.map(({ verdict }) => verdict).toSorted()).toEqual(['not_testable', 'pass']);
});

test('findings that are expected do not count, by check or by clause', () => {
  const { exit_code, expected_failures } = sampleReport({
    expected: [
      { id: 'balance.fails', reason: 'known', expires: '2026-05-01', where: '' },
      { id: 'resources.balance.balance-usd-number', reason: 'known', expires: '2026-12-31', where: '' },
    ],
  });
  expect(expected_failures.map(({ state }) => state)).toEqual(['met', 'met']);
  // It still stopped before its end.
  expect(exit_code).toBe(4);
});

test.each([
  ['expired', 'balance.fails', '2026-04-30'],
  ['stale', 'balance.passes', '2026-12-31'],
])('an %s expectation ends the run with 1', (state, id, expires) => {
  const outcomes = state === 'stale' ? sampleOutcomes.slice(2) : sampleOutcomes;
  const { exit_code, expected_failures } = sampleReport(
    { expected: [{ id, reason: 'known', expires, where: '' }] },
    sampleJudgement({ outcomes }),
  );
  expect([exit_code, expected_failures[0]?.state]).toEqual([1, state]);
});

test.each(['usage.missing', 'usage.left', 'pricing.vacuous'])(
  'an expectation of %s, which said nothing, is not stale',
  (id) => {
    const expected = [{ id, reason: 'known', expires: '2026-12-31', where: '' }];
    expect(sampleReport({ expected }).expected_failures[0]?.state).toBe('unseen');
  },
);

test.each<[string, Parameters<typeof sampleJudgement>[0], number]>([
  ['nothing was found', { outcomes: sampleOutcomes.slice(2), leftOut: [], stopped: undefined } as never, 0],
  ['the budget ended', { outcomes: sampleOutcomes.slice(2) }, 4],
  ['the target went away', { wentAway: 'gone' }, 3],
  ['the judge broke', { broken: [{ check: sampleJudgement().order.checks[0] as never, message: 'a mistake' }] }, 3],
])('the exit code where %s', (_, more, code) => {
  const { stopped, ...rest } = sampleJudgement(more);
  expect(sampleReport({}, stopped === undefined ? rest : { ...rest, stopped }).exit_code).toBe(code);
});

test('the summary on a terminal shows a finding with its clause, its exchange and the command that repeats it', () => {
  const text = textOf(sampleReport(), colors);
  expect(text).toContain('FAIL  balance.fails');
  expect(text).toContain('resources.balance.balance-usd-present: The balance object carries `balance_usd`.');
  expect(text).toContain('#7 POST /api/v1/full-live-swap/session?session_token=<15 characters>&limit=5 → 201');
  expect(text).toContain('again: understudy test --url https://service.example/api/v1 --replay balance.fails@1');
  expect(text).toContain('gap error-body: the deployment does flat (the mock: nested)');
  expect(hostile).toContain('<script>');
});

/** Tags that are not closed in the order in which they were opened; attributes must be quoted and hold no `<`. */
const openTags = (xml: string): readonly string[] => {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml [^>]*\?>/, '')
    .replaceAll(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g, (_, end, name: string, __, self) => {
      if (end === '/') {
        if (open.pop() !== name) open.push(`</${name}>`);
      } else if (self === '') open.push(name);
      return '';
    });
  return /[<>]|&(?!(amp|lt|gt|quot|#\d+);)/.test(rest) ? [...open, 'text that is no text'] : open;
};
