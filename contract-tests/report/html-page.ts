/** How the page of a report begins; what a page is stands with those of the contract. */
import { type Html, html } from '../../spec/pages/html-text.ts';
import { entryCss } from '../../spec/pages/entry.ts';
import { type Page, pageOf as plainPageOf } from '../../spec/pages/page.ts';
import { type Verdict, verdicts } from '../verdict.ts';
import { namedIn } from './html-named.ts';
import { css } from './html-style.ts';

/** One file that needs nothing else, neither network nor script: what it names of the document stands at its end. */
export const pageOf = ({ style = '', main, ...page }: Page): string =>
  plainPageOf({ ...page, main: html`${main} ${namedIn(main)}`, style: css + entryCss + style });

export type Head = {
  /** How it went as a whole: the colour of the headline. */
  readonly tone: Tone;
  /** What was judged, above the headline. */
  readonly eyebrow: string;
  readonly headline: string;
  readonly target: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly bar: Bar;
  readonly remark?: string;
};

export type Tone = 'good' | 'odd' | 'bad';

export const headOf = ({ tone, eyebrow, headline, target, facts, bar, remark = '' }: Head): Html =>
  html`<header class="${tone}">
    <p class="eyebrow">${eyebrow}</p>
    <h1>${headline}</h1>
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
    ${barOf(bar)} ${remark !== '' && html`<p class="aside">${remark}</p>`}
  </header>`;

/** How many of what have which verdict. */
export type Bar = { readonly of: string; readonly shares: readonly Share[] };

export type Share = { readonly verdict: Verdict; readonly word: string; readonly count: number };

type Words = { readonly [verdict in Verdict]?: string };

/** Those that there are, the worst first. @param words how the report calls its verdicts */
export const sharesOf = (counts: { readonly [verdict in Verdict]?: number }, words: Words): readonly Share[] =>
  verdicts.flatMap((verdict) => {
    const [count = 0, word = ''] = [counts[verdict], words[verdict]];
    return count > 0 ? [{ verdict, word, count }] : [];
  });

export const sharesAmong = (rows: readonly { readonly verdict: Verdict }[], words: Words): readonly Share[] =>
  sharesOf(countsOf(rows), words);

const countsOf = (rows: readonly { readonly verdict: Verdict }[]): { readonly [verdict in Verdict]?: number } => {
  const counts: { [verdict in Verdict]?: number } = {};
  for (const { verdict } of rows) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
};

const barOf = ({ of, shares }: Bar): Html | false =>
  shares.length > 0 &&
  html`<div class="bar" aria-hidden="true">
      ${shares.map(({ verdict, count }) => html`<span class="${verdict}" style="flex:${count}"></span>`)}
    </div>
    <p class="legend">
      ${of}: ${shares.map(({ verdict, count, word }) => html`<span class="${verdict}"><b>${count}</b> ${word}</span>`)}
    </p>`;

/** `2026-05-01 12:00:00 UTC` */
export const momentOf = (iso: string): string => `${iso.replace('T', ' ').slice(0, 19)} UTC`;
