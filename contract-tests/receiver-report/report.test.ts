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

const reported = async (mistake: Mistake, isSeen = true): Promise<ReceiverReport> => {
  const receiver = await openReceiver(mistake);
  const judgement = await judged(isSeen ? receiver : { url: receiver.url });
  await receiver.close();
  return receiverReportOf(judgement, {
    version: '0',
    redact: redactor({ 'webhook-secret': secret }),
    failOn: 'fail',
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
