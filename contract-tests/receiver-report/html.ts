/** The report as one page that needs nothing else: no network, no script. Findings by clause first, then every clause with its cases. */
import { shortTime } from '../report/figures.ts';
import { headOf, momentOf, pageOf, sharesOf } from '../report/html-page.ts';
import { type Html, html } from '../../spec/pages/html-text.ts';
import { verdictWords } from '../report/words.ts';
import { findingsByClause } from './findings.ts';
import { clauseSection } from './html-clause.ts';
import { finding } from './html-finding.ts';
import type { ReceiverReport } from './report.ts';
import { receiverHeadline, remarks, toneOf } from './words.ts';

export const receiverHtml = (report: ReceiverReport): string =>
  pageOf({
    title: `${receiverHeadline(report)} · ${report.target}`,
    head: head(report),
    main: main(report),
    foot: `Understudy ${report.version} · ${momentOf(report.started_at)}`,
  });

const head = (report: ReceiverReport): Html => {
  const { summary, slowest, deliveries, cases, wait_seconds, effects } = report;
  return headOf({
    tone: toneOf(report),
    eyebrow: 'A webhook receiver',
    headline: receiverHeadline(report),
    target: report.target,
    facts: [
      ['cases', cases.length.toLocaleString('en')],
      ['deliveries', deliveries.toLocaleString('en')],
      ['slowest answer', slowest === null ? 'none' : `${shortTime(slowest.took_ms / 1_000)} of ${wait_seconds} s`],
      ['effects', { count: 'counted', change: 'seen to change', none: 'not seen' }[effects]],
    ],
    bar: { of: 'Cases', shares: sharesOf(summary, verdictWords) },
  });
};

/** Of each clause; the others can be opened. */
const shownMax = 2;

const main = (report: ReceiverReport): Html => {
  const findings = findingsByClause(report, shownMax);
  return html`${remarks(report).map((remark) => html`<p class="note odd">${remark}</p>`)}
    ${
      findings.length > 0 &&
      html`<section id="findings">
        <h2>Findings</h2>
        ${findings.map(finding)}
      </section>`
    }
    <section id="clauses">
      <h2>Clauses</h2>
      <p class="aside">Each with the cases that judge it; a case can judge several.</p>
      ${report.clauses.map((clause) => clauseSection(clause, report))}
    </section>`;
};
