/** The report as one page that needs nothing else: no network, no script. Findings by clause first, then every clause with its cases. */
import { css } from '../report/html-style.ts';
import { type Html, html, prose, raw } from '../report/html-text.ts';
import { shortTime } from '../report/figures.ts';
import { verdictWords } from '../report/words.ts';
import { verdicts } from '../verdict.ts';
import type { ReportedReceiverClause } from './clauses.ts';
import { deliveryLines } from './delivery.ts';
import { type ClauseFindings, findingsByClause } from './findings.ts';
import type { ReceiverReport, ReportedCase } from './report.ts';
import { receiverHeadline, remarks, tally } from './words.ts';

export const receiverHtml = (report: ReceiverReport): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${receiverHeadline(report)} · ${report.target}</title>
        <style>
          ${raw(css)}
        </style>
      </head>
      <body>
        ${head(report)}
        <main>
          ${remarks(report).map((remark) => html`<p class="note odd">${remark}</p>`)}
          ${findingsByClause(report, Number.POSITIVE_INFINITY).map(finding)}
          <section id="clauses">
            <h2>Clauses</h2>
            ${report.clauses.map((clause) => clauseOf(clause, report))}
          </section>
        </main>
        <footer>Understudy ${report.version} · ${report.started_at.replace('T', ' ').slice(0, 19)} UTC</footer>
      </body>
    </html> `.html;

const head = (report: ReceiverReport): Html => {
  const { summary, slowest, deliveries, cases, wait_seconds, effects } = report;
  const facts = [
    ['cases', cases.length.toLocaleString('en')],
    ['deliveries', deliveries.toLocaleString('en')],
    ['slowest answer', slowest === null ? 'none' : `${shortTime(slowest.took_ms / 1_000)} of ${wait_seconds} s`],
    ['effects', { count: 'counted', change: 'seen to change', none: 'not seen' }[effects]],
  ] as const;
  const shown = verdicts.filter((verdict) => summary[verdict] > 0);
  return html`<header class="${tones[report.exit_code]}">
    <p class="eyebrow">A webhook receiver</p>
    <h1>${receiverHeadline(report)}</h1>
    <p class="target">${report.target}</p>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <div class="bar" role="img" aria-label="${tally(report)}">
      ${shown.map((verdict) => html`<span class="${verdict}" style="flex:${summary[verdict]}"></span>`)}
    </div>
    <p class="aside">${tally(report)}</p>
  </header>`;
};

const tones = { 0: 'good', 1: 'bad', 2: 'bad', 3: 'bad', 4: 'odd' } as const;

const finding = ({ clause, text, verdict, first }: ClauseFindings): Html =>
  html`<article class="finding ${verdict}">
    <h3><span class="pill ${verdict}">${verdictWords[verdict]}</span> ${prose(text)} <code>${clause}</code></h3>
    ${first.map(
      (one) =>
        html`<p>${one.title}: ${one.message} <code>${one.id}</code></p>
          ${evidence(one)}
          <p class="aside">${one.advice}</p>
          <p class="again"><code>${one.again}</code></p>`,
    )}
  </article>`;

const evidence = ({ deliveries }: ReportedCase): Html =>
  html`${deliveries.map((delivery) => {
    const [sent = '', came = ''] = deliveryLines(delivery);
    return html`<details class="exchange">
      <summary>
        ${sent.slice(0, 60)} <span class="status s${Math.floor((delivery.answer?.status ?? 0) / 100)}">${came}</span>
      </summary>
      <pre>
${[...delivery.request.headers.map(([name, value]) => `${name}: ${value}`), '', delivery.request.body].join('\n')}</pre>
      ${delivery.answer !== null && html`<pre>${`${delivery.answer.status}\n${delivery.answer.body}`}</pre>`}
    </details>`;
  })}`;

const clauseOf = ({ id, text, verdict, cases, reason }: ReportedReceiverClause, report: ReceiverReport): Html => {
  const own = report.cases.filter((one) => cases.includes(one.id));
  return html`<details class="section">
    <summary>
      <h3>${prose(text)} <code>${id}</code></h3>
      <span class="pill ${verdict}">${verdictWords[verdict]}</span>
    </summary>
    <ul>
      ${reason !== null && html`<li class="clause"><p class="aside">${reason}</p></li>`}
      ${own.map(
        (one) =>
          html`<li class="clause ${one.verdict}">
            <div class="row">
              <span class="pill ${one.verdict}">${verdictWords[one.verdict]}</span>
              <span class="what">${one.title} <code>${one.id}</code></span>
            </div>
            ${one.message !== '' && html`<p class="aside">${one.message}</p>`}
          </li>`,
      )}
    </ul>
  </details>`;
};
