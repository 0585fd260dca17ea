/** The register of gaps to read. */
import type { Gap } from '../gap.ts';
import { gapList } from '../gaps.ts';
import { contractPage } from './contract-page.ts';
import { anchor } from './entry.ts';
import { type Html, html, prose } from './html-text.ts';
import { kindWords } from './words.ts';

export const gapsPage = (): string =>
  contractPage({
    name: 'gaps',
    title: 'Gaps',
    about: `What the document leaves open, or says twice: ${gapList.length} questions, each with the mock’s own answer and other lawful ones. A client should rely on none of them, and no check fails a server for one.`,
    filter: html``,
    entriesOf: (section) => {
      const own = gapList.filter((gap) => gap.section === section);
      return { count: own.length, html: html`${own.map((gap) => gapEntry(gap))}` };
    },
  });

/** @param place the name under which it can be linked to: its id, unless the page has other ids too */
export const gapEntry = (gap: Gap & { readonly id: string }, place: string = gap.id): Html =>
  html`<article class="entry" id="${place}">
    <span class="mark">${kindWords[gap.kind]}</span>${anchor(gap.id, place)}
    <p><strong>${prose(gap.question)}</strong></p>
    <dl>
      ${answers(gap)}
      <dt>Accepted</dt>
      <dd>${prose(gap.accept)}</dd>
    </dl>
    ${'values' in gap && html`<p class="aside">Chosen with <code>--variant ${gap.id}=…</code></p>`}
  </article> `;

const answers = (gap: Gap): Html => {
  if (!('values' in gap)) {
    return html`<dt class="ours">Ours</dt>
      <dd>${prose(gap.ours)}</dd>
      <dt>Others</dt>
      <dd>${prose(gap.others)}</dd>`;
  }
  return html`${Object.entries(gap.values).map(([value, text]) => {
    const isOurs = value === gap.default;
    return html`<dt ${isOurs && ours}>${value}${isOurs && ' (ours)'}</dt>
      <dd>${prose(text)}</dd> `;
  })}`;
};

const ours = html`class="ours"`;
