/** A folded part of a page: its title, how many of its rows have which verdict, and the rows. */
import type { Verdict } from '../verdict.ts';
import type { Share } from './html-page.ts';
import { type Html, html, raw } from '../../spec/pages/html-text.ts';

export type FoldedSection = {
  readonly title: Html | string;
  /** The name under which it can be linked to. */
  readonly place?: string;
  readonly shares: readonly Share[];
  readonly isOpen: boolean;
  readonly rows: readonly (Html | false)[];
};

export const foldedSection = ({ title, place, shares, isOpen, rows }: FoldedSection): Html =>
  html`<details
    class="section ${shares.map(({ verdict }) => `has-${verdict}`).join(' ')}"
    ${raw(isOpen ? ' open' : '')}
    ${place !== undefined && html`id="${place}"`}
  >
    <summary>
      <h3>${title}</h3>
      <span class="counts"
        >${shares.map(({ verdict, count, word }) => html`<span class="count ${verdict}">${count}<span class="word"> ${word}</span></span>`)}</span
      >
    </summary>
    <ul>
      ${rows}
    </ul>
  </details>`;

/** @param words how the report calls its verdicts */
export const pillOf = <V extends Verdict>(verdict: V, words: { readonly [verdict in V]: string }): Html =>
  html`<span class="pill ${verdict}">${words[verdict]}</span>`;
