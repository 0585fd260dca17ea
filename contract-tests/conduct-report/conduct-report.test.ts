/** The reports on clients: each tells the same lapses in its own form, and shows what came from clients as text and nothing else. */
import { expect, test } from 'vitest';
import { exhibitLines } from './entry-line.ts';
import { conductHtml } from './html.ts';
import { conductJunit } from './junit.ts';
import { conductMarkdown } from './markdown.ts';
import type { ConductReport } from './report.ts';
import { request, sampleCard, sampleReport } from './sample.case.ts';
import { conductText } from './text.ts';

const plain = (text: string): string => text;
const colors = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };
const text = (report: ConductReport): string => conductText(report, colors);
const forms: readonly (readonly [name: string, of: (report: ConductReport) => string])[] = [
  ['junit', conductJunit],
  ['markdown', conductMarkdown],
  ['html', conductHtml],
  ['text', text],
];

test.each(forms)('the %s report tells each lapse with its entries, its clause and what to do', (_, of) => {
  // Names are marked in each form in its own way.
  const told = of(sampleReport())
    .replaceAll(/`|\\|<\/?(code|b|span|details|summary|time)\b[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');
  for (const part of [
    'asked for job_a1_x 80 times in 3.2 s',
    'connected with a token that was used up',
    'refused 401 the token is used up',
    'no answer within 10 s',
    'A client that gets rate_limited sends more slowly and then tries again.',
    'errors.rate-limited-back-off',
    'Read Retry-After, and send the call again only then.',
    'job_a1_x',
    '+200 ms',
    'request-error',
  ]) {
    expect(told).toContain(part);
  }
  expect(told).toMatch(/no job ran for a minute/);
});

test.each(forms)('the %s report lists each clause that cannot be observed with its reason, once', (_, of) => {
  const told = of(sampleReport({}, [clean, { ...clean, account_id: 'a2' }]));
  const parts = told.split('the journal does not see where a client keeps its key');
  expect(parts.length).toBe(of === conductHtml ? 3 : 2);
  expect(told).toContain('authentication.key-on-servers-only');
});

test.each(forms)(
  'the %s report names the clause of rules that were kept, and of those without an occasion',
  (_, of) => {
    const told = of(sampleReport({}, [clean]));
    for (const part of ['keys.header', 'authentication.bearer-sent', 'jobs.ends', 'service.followed-to-terminal']) {
      expect(told).toContain(part);
    }
  },
);

const rule = (id: string, verdict: 'pass' | 'not_testable') => ({
  ...sampleCard,
  rules: sampleCard.rules.slice(3, 4).map((one) => ({ ...one, id, verdict })),
});

test.each(forms.filter(([name]) => name !== 'junit'))(
  'the %s report says which story makes the occasion that a rule had not, and says it of no other',
  (_, of) => {
    const command = 'understudy exec --scenario low-balance -- your command';
    expect(of(sampleReport({}, [rule('refusals.top-up', 'not_testable')]))).toContain(command);
    expect(of(sampleReport({}, [rule('refusals.top-up', 'pass')]))).not.toContain('--scenario');
    expect(of(sampleReport({}, [rule('keys.header', 'not_testable')]))).not.toContain('--scenario');
  },
);

test('below the output of a program the clauses that cannot be observed are listed too', () => {
  expect(conductText(sampleReport(), colors, { isBrief: true })).toContain(
    'Cannot be observed 1 clause\n  authentication.key-on-servers-only the journal does not see',
  );
});

test.each(forms.filter(([name]) => name !== 'junit'))('the %s report says what the journal has forgotten', (_, of) => {
  expect(of(sampleReport())).toContain('1,204 oldest were forgotten');
  const whole = { ...sampleCard, entries: { read: 1, forgotten: 0 } };
  expect(of(sampleReport({}, [whole]))).not.toContain('forgotten');
});

test.each([...forms, ['json', (report: ConductReport) => JSON.stringify(report)] as const])(
  'nothing in the %s report steers a terminal or turns the direction of writing',
  (_, of) => {
    expect(of(sampleReport())).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
  },
);

test.each(forms.filter(([name]) => name !== 'html'))(
  'no line of the %s report is taken for a command by a CI system',
  (_, of) => {
    expect(of(sampleReport())).not.toMatch(/^\s*::/m);
  },
);

test('the page needs nothing from elsewhere and runs no script', () => {
  const page = conductHtml(sampleReport());
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page).not.toMatch(/<(script|link|img|iframe|object|form)\b|href="[^#]|javascript:(?!1)|\son\w+=/i);
});

test('on the page whatever is not shown at once can be opened', () => {
  const page = conductHtml(sampleReport());
  expect(page.match(/entry \d+ of the journal/g)).toHaveLength(80 + 2 + 4 * 3 + 1);
  expect(page).toContain('Retry-After: 30');
});

test('Markdown and HTML take nothing of it for their own', () => {
  expect(conductMarkdown(sampleReport()).replaceAll(/^```[^]*?^```$/gm, '')).not.toMatch(/<script|[^\\]\[link/);
  expect(conductHtml(sampleReport())).not.toContain('<script');
});

test('the JUnit report is well-formed, and counts what counts', () => {
  const file = conductJunit(sampleReport());
  expect(file.match(/<testcase /g)).toHaveLength(6);
  expect(file).toMatch(/<testsuites name="[^"]+" tests="6" failures="2" errors="0" skipped="2">/);
  expect(file.match(/<failure /g)).toHaveLength(2);
  expect(conductJunit(sampleReport({ failOn: 'warn' })).match(/<failure /g)).toHaveLength(3);
  expect(conductJunit(sampleReport({ failOn: 'never' }))).not.toContain('<failure');
  expect(conductJunit(sampleReport({}, [idle]))).toContain('tests="1" failures="0" errors="0" skipped="1">');
  const open: string[] = [];
  for (const [, slash, name = '', self] of file.matchAll(/<(\/?)([a-z-]+)(?:\s[\w-]+="[^"<]*")*(\/?)>/g)) {
    if (slash === '/') expect(open.pop()).toBe(name);
    else if (self === '') open.push(name);
  }
  expect(open).toEqual([]);
});

const { rules } = sampleCard;
const onlyWarn = { ...sampleCard, rules: rules.slice(0, 1), summary: { fail: 0, warn: 1, pass: 0, not_testable: 0 } };
const clean = { ...sampleCard, rules: rules.slice(3), summary: { fail: 0, warn: 0, pass: 1, not_testable: 1 } };
const idle = { ...sampleCard, rules: rules.slice(4), summary: { fail: 0, warn: 0, pass: 0, not_testable: 1 } };

test.each([
  ['a broken rule', sampleCard, { never: 0, fail: 1, warn: 1 }, '2 rules broken, 1 recommendation not followed'],
  ['a recommendation', onlyWarn, { never: 0, fail: 0, warn: 1 }, '1 recommendation not followed'],
  ['nothing wrong', clean, { never: 0, fail: 0, warn: 0 }, 'Kept, wherever there was occasion: 1 rule'],
  ['nothing to judge', idle, { never: 0, fail: 0, warn: 0 }, 'There was nothing to judge'],
] as const)('%s: what it counts, and how it is called', (_, card, codes, headline) => {
  for (const failOn of ['never', 'fail', 'warn'] as const) {
    expect(sampleReport({ failOn }, [card]).exit_code).toBe(codes[failOn]);
  }
  for (const [, of] of forms.slice(1)) expect(of(sampleReport({}, [card]))).toContain(headline);
});

test('with several accounts one that is at fault is enough, and each has its card', () => {
  const report = sampleReport({}, [{ ...clean, account_id: 'a2' }, sampleCard, { ...idle, account_id: null }]);
  expect(report).toMatchObject({ exit_code: 1, summary: { fail: 2, warn: 1, pass: 2, not_testable: 3 } });
  for (const [, of] of forms) {
    for (const whose of ['account a2', 'account a1', 'Calls of no known account']) expect(of(report)).toContain(whose);
  }
  const brief = conductText(report, colors, { isBrief: true });
  expect(brief).not.toContain('account a2');
  expect(brief).not.toContain('for want of');
});

test('lapses stand under the sections of the document, in its order, broken rules first', () => {
  const told = text(sampleReport());
  const places = ['\nEndpoints\n', 'sockets.token', '\nErrors\n', 'retries.after', 'jobs.waits'].map((word) =>
    told.indexOf(word),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
});

test('of a long row its beginning and its end are shown, with the time since the first', () => {
  const entries = Array.from({ length: 20 }, (_, n) => request(n + 1, n * 1_500));
  const numbers = entries.map(({ seq }) => seq);
  expect(exhibitLines(numbers, entries, 4)).toEqual([
    '#1 2026-05-01 12:00:00.000 GET /api/v1/jobs/job_a1_x → 200',
    '#2 +1.5 s GET /api/v1/jobs/job_a1_x → 200',
    '… 16 more …',
    '#19 +27 s GET /api/v1/jobs/job_a1_x → 200',
    '#20 +29 s GET /api/v1/jobs/job_a1_x → 200',
  ]);
  // A line that says that one is left out is as long as that one.
  expect(exhibitLines(numbers.slice(0, 5), entries, 4).join()).not.toContain('more');
});
