/** The report as one page that needs nothing else: no network, no script. Filters are radio buttons, evidence opens by itself. */
import { isFinding } from '../verdict.ts';
import { worthOfAll } from './defects.ts';
import { shortTime, usd } from './figures.ts';
import { finding, findingsAmong } from './html-check.ts';
import { clausesBySection } from './html-clauses.ts';
import { drift } from './html-drift.ts';
import { type Tone, headOf, momentOf, pageOf, sharesOf } from './html-page.ts';
import { expected, openPoints, planned } from './html-tables.ts';
import { type Html, html } from '../../spec/pages/html-text.ts';
import type { Report } from './report.ts';
import { brokenWords, headline, verdictWords } from './words.ts';

export const htmlOf = (report: Report): string =>
  pageOf({
    title: `${headline(report)} · ${report.target}`,
    head: head(report),
    main: main(report),
    foot: `Understudy ${report.version} · seed ${report.seed} · ${momentOf(report.started_at)}`,
  });

const main = (report: Report): Html => {
  const findings = findingsAmong(report.checks);
  return html`${report.broken.length > 0 && html`<p class="note bad"><strong>${brokenWords(report)}.</strong> ${[...new Set(report.broken)].join('; ')}</p>`}
  ${report.stopped !== null && html`<p class="note odd"><strong>It stopped.</strong> ${report.stopped}</p>`}
  ${report.money?.remark && html`<p class="note odd"><strong>Money.</strong> ${report.money.remark}</p>`}
  ${
    findings.length > 0 &&
    html`<section id="findings">
      <h2>Findings</h2>
      ${findings.map(finding)}
    </section>`
  }
  ${clausesBySection(report)} ${expected(report)} ${drift(report)} ${openPoints(report)}
  ${report.plan !== null && planned(report.plan)}`;
};

const head = (report: Report): Html => {
  const { target, target_kind, profile, checks, clauses, requests, duration_ms, clause_summary } = report;
  const worth = worthOfAll(clauses);
  return headOf({
    tone: toneOf(report),
    eyebrow: kinds[target_kind],
    headline: headline(report),
    target,
    facts: [
      ['profile', profile],
      ['checks', checks.length.toLocaleString('en')],
      ['clauses', clauses.length.toLocaleString('en')],
      ['requests', requests.toLocaleString('en')],
      ['took', shortTime(duration_ms / 1_000)],
      ...(target_kind === 'deployment' ? [['spent', usd(report.spent_usd)] as const] : []),
    ],
    bar: { of: 'Clauses', shares: sharesOf(clause_summary, verdictWords) },
    ...(worth !== '' && { remark: `What a pass is worth: ${worth}.` }),
  });
};

/** Warnings and expected failures end with 0 and are no reason to look away. */
const toneOf = ({ exit_code: code, checks }: Report): Tone => {
  if (code === 0) return checks.some(isFinding) ? 'odd' : 'good';
  return code === 4 ? 'odd' : 'bad';
};

const kinds = { mock: 'The mock, in process', 'running-mock': 'A running mock', deployment: 'A deployment' } as const;
