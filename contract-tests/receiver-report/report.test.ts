/** One judgement in all its forms: the same verdicts, the evidence, and no secret. */
import { expect, test } from 'vitest';
import { clauseList } from '../../spec/clauses.ts';
import { openReceiver, secret } from '../receiver-cases/receivers/frame.case.ts';
import type { Mistake } from '../receiver-cases/receivers/frame.case.ts';
import { judged } from '../receiver-cases/try.case.ts';
import { redactor } from '../report/secrets.ts';
import { receiverHtml } from './html.ts';
import { receiverJunit } from './junit.ts';
import { receiverMarkdown } from './markdown.ts';
import { type ReceiverReport, receiverReportOf } from './report.ts';
import { receiverText } from './text.ts';

const plain = (text: string): string => text;
const colorless = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

const reported = async (
  mistake: Mistake,
  isSeen = true,
  failOn: ReceiverReport['fail_on'] = 'fail',
): Promise<ReceiverReport> => {
  const receiver = await openReceiver(mistake);
  const judgement = await judged(isSeen ? receiver : { url: receiver.url });
  await receiver.close();
  return receiverReportOf(judgement, {
    version: '0',
    redact: redactor({ 'webhook-secret': secret }),
    failOn,
    isNarrowed: false,
    command: 'understudy receiver --url x',
  });
};

test('every clause of the receiver’s side has a verdict, or a reason for none', async () => {
  const { clauses, exit_code, effects } = await reported(() => ({}));
  expect(clauses.map(({ id }) => id)).toEqual(clauseList.filter(({ side }) => side === 'receiver').map(({ id }) => id));
  expect(clauses.filter(({ verdict }) => verdict === 'not_testable').map(({ id }) => id)).toEqual([
    'events.signature.constant-time',
  ]);
  expect(clauses.find(({ id }) => id === 'events.signature.constant-time')?.reason).toContain('read the code');
  expect(clauses.find(({ id }) => id === 'events.signature.valid-accepted')).toMatchObject({ verdict: 'undecidable' });
  expect([exit_code, effects]).toEqual([0, 'count']);
});

test('a finding shows the clause, what was sent, what came, and what to do, in every form', async () => {
  const report = await reported(() => ({ fresh: (t, now) => now - t <= 300 }));
  expect(report.exit_code).toBe(1);
  const found = report.cases.find(({ id }) => id === 'age.future-310');
  expect(found).toMatchObject({ verdict: 'fail', clause: 'events.signature.future-rejected', gap: null, effects: 1 });
  expect(found?.deliveries[0]?.request.headers.map(([name]) => name)).toContain('Service-Signature');
  expect(found?.deliveries[0]?.answer?.status).toBe(200);
  for (const form of [
    receiverText(report, colorless),
    receiverMarkdown(report),
    receiverJunit(report),
    receiverHtml(report),
  ]) {
    expect(form).toContain('events.signature.future-rejected');
    expect(form).toContain('age.future-310');
    expect(form).toContain('Service-Signature');
    expect(form.replaceAll(/[\\`]/g, '')).toContain('Compare t with your clock');
    expect(form).not.toContain(secret);
  }
  expect(receiverText(report, colorless)).toContain('again: understudy receiver --url x --only age.future-310');
  expect(receiverText(report, colorless)).toMatch(/and in \d more: /);
});

test('a recommendation that is not kept is a finding, and ends with 0 unless it is asked for', async () => {
  const report = await reported((running) => ({ take: async () => ((running.acted += 1), 200) }));
  expect([report.summary.fail, report.exit_code]).toEqual([0, 0]);
  expect(report.summary.warn).toBeGreaterThan(0);
  expect(receiverText(report, colorless)).toContain('WARN  events.content.delivery-id-deduplicated');
  expect(receiverJunit(report)).toContain('failures="0"');
});

test('where nobody looks at the effects, the report says what it could not see', async () => {
  const report = await reported(() => ({}), false);
  expect(report.effects).toBe('none');
  expect(receiverText(report, colorless)).toContain('--effect-url or --effect-command shows it');
  expect(report.clauses.find(({ id }) => id === 'events.content.delivery-id-deduplicated')).toMatchObject({
    verdict: 'not_testable',
    reason: 'it needs to see whether the receiver acted: pass --effect-url or --effect-command',
  });
});

test('what a receiver answers cannot steer a terminal, a page or a build', async () => {
  const report = await reported((_, right) => ({
    handle: async (request, response) => {
      await right.read(request);
      response.writeHead(400).end('\u001b[31m<script>alert(1)</script>\n::error::x ]]> `whsec_leaked`');
    },
  }));
  const [text, page, junit] = [receiverText(report, colorless), receiverHtml(report), receiverJunit(report)];
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/^::error/m);
  expect(page).not.toContain('<script');
  expect(junit).not.toContain('<script');
  for (const form of [text, page, junit, JSON.stringify(report)]) expect(form).not.toContain('whsec_leaked');
});

test('what to do is told for the clause that is blamed, also where the case is about another', async () => {
  const { cases } = await reported((_, right) => ({ take: async (...told) => (await right.take(...told), 500) }));
  expect(cases[0]).toMatchObject({ id: 'valid.succeeded', clause: 'events.delivery.answered-in-time' });
  expect(cases[0]?.advice).toContain('do what takes long afterwards');
});

const takesFuture: Mistake = () => ({ fresh: (t, now) => now - t <= 300 });
const actsAgain: Mistake = (running) => ({ take: async () => ((running.acted += 1), 200) });
const painted = { ...colorless, green: (text: string) => `green(${text})`, red: (text: string) => `red(${text})` };

test.each<[what: string, mistake: Mistake, failOn: ReceiverReport['fail_on'], tone: string, colour: RegExp]>([
  ['nothing to say against it', () => ({}), 'warn', 'good', /green\(It keeps[^)]*\)$/],
  ['a recommendation that is not kept', actsAgain, 'fail', 'odd', /\n1 clause broken[^)]*$/],
  ['a failure that is not to count', takesFuture, 'never', 'bad', /red\(1 clause broken[^)]*\)$/],
])('with %s the headline has the colour of the worst verdict', async (_, mistake, failOn, tone, colour) => {
  const report = await reported(mistake, true, failOn);
  expect(report.exit_code).toBe(0);
  expect(receiverHtml(report)).toContain(`<header class="${tone}">`);
  expect(receiverText(report, painted).trimEnd()).toMatch(colour);
});

test('on the page a clause that is broken is open, with the cases that break it first and the others folded', async () => {
  const report = await reported(takesFuture);
  const [, ...sections] = receiverHtml(report).split(/<details\s+class="section /);
  expect(sections).toHaveLength(report.clauses.length);
  const isOpen = (section: string): boolean => /^[^>]* open/.test(section);
  const open = sections.filter(isOpen);
  expect(open.map((section) => /<code>([^<]+)<\/code><\/a>\s*<\/span/.exec(section)?.[1])).toEqual([
    'events.signature.future-rejected',
  ]);
  const [shown = '', folded = ''] = open[0]?.split('<details class="more">') ?? [];
  expect(shown.match(/<li class="clause \w+">/g)).toEqual(Array.from({ length: 6 }, () => '<li class="clause fail">'));
  expect(folded).toContain('1 other case');
  expect(folded).toContain('age.future-301');
});

test('of a clause every form says how its cases judge it, and every case of it is counted once', async () => {
  const report = await reported(takesFuture);
  const counts = 'broken in 6 cases, left open in 1';
  for (const form of [receiverText(report, colorless), receiverMarkdown(report)]) {
    expect(form).toContain(counts);
    expect(form).toMatch(/kept in \d+ cases, left open in \d+, not judged in 2/);
    expect(form).toContain('a case can judge several');
    expect(form).toContain('Cases: 6 fail, ');
  }
  const page = receiverHtml(report)
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');
  expect(page).toMatch(/Cases: 6 fail/);
  expect(page).toMatch(/future\. events\.signature\.future-rejected 6 fail ?1 open/);
  for (const { cases, case_summary } of report.clauses) {
    expect(Object.values(case_summary).reduce((sum, count) => sum + count, 0)).toBe(cases.length);
  }
});

test('on the page what to do is told once for a clause, however many cases break it', async () => {
  const page = receiverHtml(await reported(takesFuture));
  expect(page.match(/Compare t with your clock/g)).toHaveLength(1);
  expect(page).toContain('4 more cases');
});
