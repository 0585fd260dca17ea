/** The scorecards as one page that needs nothing else: no network, no script. Lapses first, then all rules by section. */
import type { Scorecard } from '../conduct/scorecard.ts';
import { type Tone, headOf, pageOf, sharesOf } from '../report/html-page.ts';
import { type Html, html } from '../../spec/pages/html-text.ts';
import { isLapsed } from './by-section.ts';
import { lapsesBySection } from './html-lapses.ts';
import { allRules, notObservable } from './html-rules.ts';
import { conductCss } from './html-style.ts';
import type { ConductReport } from './report.ts';
import { conductHeadline, conductWords, forgottenNote, ofAccount, tally } from './words.ts';

export const conductHtml = (report: ConductReport): string => {
  const { scorecards, source, version } = report;
  const [only, ...more] = scorecards;
  const isOne = only !== undefined && more.length === 0;
  return pageOf({
    title: `${conductHeadline(report)} · ${isOne ? ofAccount(only) : source}`,
    style: conductCss,
    head: head(report, isOne ? ofAccount(only) : `The clients of ${scorecards.length} accounts`),
    main: html`${scorecards.map((card) => cardOf(card, isOne))}`,
    foot: `Understudy ${version} · from the journal of ${source}`,
  });
};

const head = (report: ConductReport, whose: string): Html => {
  const { summary, scorecards, source } = report;
  const sum = (figure: (card: Scorecard) => number): string =>
    scorecards.reduce((all, card) => all + figure(card), 0).toLocaleString('en');
  return headOf({
    tone: toneOf(summary),
    eyebrow: whose,
    headline: conductHeadline(report),
    target: source,
    facts: [
      ['journal entries', sum(({ entries }) => entries.read)],
      ['rules judged', (summary.fail + summary.warn + summary.pass).toLocaleString('en')],
      ['occasions', sum(({ rules }) => rules.reduce((all, { occasions }) => all + occasions, 0))],
      ['lapses', sum(({ rules }) => rules.reduce((all, { lapses }) => all + lapses.length, 0))],
    ],
    bar: { of: 'Rules', shares: sharesOf(summary, conductWords) },
  });
};

const toneOf = ({ fail, warn, pass }: Scorecard['summary']): Tone => {
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
