/** The report as one page that needs nothing else: no network, no script. Filters are radio buttons, evidence opens by itself. */
import { isFinding, verdicts } from '../verdict.ts';
import { worthOfAll } from './defects.ts';
import { shortTime, usd } from './figures.ts';
import { finding } from './html-check.ts';
import { clausesBySection } from './html-clauses.ts';
import { drift } from './html-drift.ts';
import { css } from './html-style.ts';
import { expected, openPoints, planned } from './html-tables.ts';
import { type Html, html, raw } from './html-text.ts';
import type { Report } from './report.ts';
import { headline, verdictWords } from './words.ts';

export const htmlOf = (report: Report): string => {
  const findings = report.checks.filter(isFinding);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${headline(report)} · ${report.target}</title>
        <style>
          ${raw(css)}
        </style>
      </head>
      <body>
        ${head(report)}
        <main>
          ${report.broken.length > 0 && html`<p class="note bad"><strong>It broke.</strong> ${report.broken.join('; ')}</p>`}
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
          ${report.plan !== null && planned(report.plan)}
        </main>
        <footer>
          Understudy ${report.version} · seed ${report.seed} · ${report.started_at.replace('T', ' ').slice(0, 19)} UTC
        </footer>
      </body>
    </html> `.html;
};

const head = (report: Report): Html => {
  const {
    target,
    target_kind,
    profile,
    checks,
    clauses,
    requests,
    duration_ms,
    clause_summary: by,
    exit_code,
  } = report;
  const facts: readonly (readonly [string, string])[] = [
    ['profile', profile],
    ['checks', checks.length.toLocaleString('en')],
    ['clauses', clauses.length.toLocaleString('en')],
    ['requests', requests.toLocaleString('en')],
    ['took', shortTime(duration_ms / 1_000)],
    ...(target_kind === 'deployment' ? [['spent', usd(report.spent_usd)] as const] : []),
  ];
  const shown = verdicts.filter((verdict) => by[verdict] > 0);
  return html`<header class="${tones[exit_code]}">
    <p class="eyebrow">${kinds[target_kind]}</p>
    <h1>${headline(report)}</h1>
    <p class="target">${target}</p>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${worthOfAll(clauses) !== '' && html`<p class="aside">What a pass is worth: ${worthOfAll(clauses)}.</p>`}
    <div
      class="bar"
      role="img"
      aria-label="${shown.map((verdict) => `${by[verdict]} ${verdictWords[verdict]}`).join(', ')}"
    >
      ${shown.map((verdict) => html`<span class="${verdict}" style="flex:${by[verdict]}"></span>`)}
    </div>
  </header>`;
};

const tones = { 0: 'good', 1: 'bad', 2: 'bad', 3: 'bad', 4: 'odd' } as const;
const kinds = { mock: 'The mock, in process', 'running-mock': 'A running mock', deployment: 'A deployment' } as const;
