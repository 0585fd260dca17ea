/** The scorecards as one page that needs nothing else: no network, no script. Lapses first, then all rules by section. */
import type { Scorecard } from '../conduct/scorecard.ts';
import { css } from '../report/html-style.ts';
import { type Html, html, raw } from '../report/html-text.ts';
import { isLapsed } from './by-section.ts';
import { lapsesBySection } from './html-lapses.ts';
import { allRules, notObservable } from './html-rules.ts';
import { conductCss } from './html-style.ts';
import { type ConductReport, verdictsIn } from './report.ts';
import { conductHeadline, forgottenNote, ofAccount, tally } from './words.ts';

export const conductHtml = (report: ConductReport): string => {
  const [only, ...more] = report.scorecards;
  const isOne = only !== undefined && more.length === 0;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${conductHeadline(report)} · ${isOne ? ofAccount(only) : report.source}</title>
        <style>
          ${raw(css + conductCss)}
        </style>
      </head>
      <body>
        ${head(report, isOne ? ofAccount(only) : `The clients of ${report.scorecards.length} accounts`)}
        <main>${report.scorecards.map((card) => cardOf(card, isOne))}</main>
        <footer>Understudy ${report.version} · from the journal of ${report.source}</footer>
      </body>
    </html> `.html;
};

const head = (report: ConductReport, whose: string): Html => {
  const { summary, scorecards } = report;
  const sum = (figure: (card: Scorecard) => number): string =>
    scorecards.reduce((all, card) => all + figure(card), 0).toLocaleString('en');
  const facts = [
    ['journal entries', sum(({ entries }) => entries.read)],
    ['rules judged', String(summary.fail + summary.warn + summary.pass)],
    ['occasions', sum(({ rules }) => rules.reduce((all, { occasions }) => all + occasions, 0))],
    ['lapses', sum(({ rules }) => rules.reduce((all, { lapses }) => all + lapses.length, 0))],
  ] as const;
  return html`<header class="${toneOf(summary)}">
    <p class="eyebrow">${whose}</p>
    <h1>${conductHeadline(report)}</h1>
    <p class="target">${report.source}</p>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <div class="bar" role="img" aria-label="${tally(summary)}">
      ${verdictsIn(summary).map((verdict) => html`<span class="${verdict}" style="flex:${summary[verdict]}"></span>`)}
    </div>
    <p class="aside">${tally(summary)}</p>
  </header>`;
};

const toneOf = ({ fail, warn, pass }: Scorecard['summary']): string => {
  if (fail > 0) return 'bad';
  return warn > 0 || pass === 0 ? 'odd' : 'good';
};

const cardOf = (card: Scorecard, isOne: boolean): Html =>
  html`<section class="card">
    ${!isOne && html`<h2 class="whose">${ofAccount(card)} <span class="aside">${tally(card.summary)}</span></h2>`}
    ${
      card.entries.forgotten > 0 &&
      html`<p class="note odd"><strong>Not the whole story:</strong> ${forgottenNote(card.entries.forgotten)}.</p>`
    }
    ${card.rules.some(isLapsed) && lapsesBySection(card)} ${allRules(card)} ${notObservable(card)}
  </section>`;
