/** The catalogue of clauses to read. */
import { type Clause, clauseList } from '../clauses.ts';
import { gapList } from '../gaps.ts';
import { contractPage } from './contract-page.ts';
import { anchor } from './entry.ts';
import { type Html, html, prose, raw } from './html-text.ts';
import { sideWords } from './words.ts';

export const clausesPage = (): string =>
  contractPage({
    name: 'clauses',
    title: 'Clauses',
    about: `Every rule that the document states, one fact each: ${clauseList.length}. Each is kept by the service, by the program that calls it, or by the one that receives its webhooks.`,
    filter,
    entriesOf: (section) => {
      const own = clauseList.filter((clause) => clause.section === section);
      const open = gapList.filter((gap) => gap.section === section);
      return {
        count: own.length,
        html: html`${own.map((clause) => clauseEntry(clause))}
        ${
          open.length > 0 &&
          html`<p class="aside">
            Left open here: ${open.map(({ id }) => html`<a href="gaps#${id}"><code>${id}</code></a> `)}
          </p>`
        }`,
      };
    },
  });

/** @param place the name under which it can be linked to: its id, unless the page has other ids too */
export const clauseEntry = ({ id, side, level, text }: Clause, place: string = id): Html =>
  html`<article class="entry of-${side}" id="${place}">
    <span class="mark ${level}">${sideWords[side]} ${level}</span>${anchor(id, place)}
    <p>${prose(text)}</p>
  </article> `;

/** Without a script: what is not asked for is hidden by the look of the page. */
const filter = html`<style>
    ${raw(
      Object.keys(sideWords)
        .map((side) => `body:has(#only-${side}:checked) .entry:not(.of-${side}) { display: none; }`)
        .join('\n'),
    )}
  </style>
  <fieldset class="filter" aria-label="Whose clauses">
    <label><input type="radio" name="side" checked /> all</label>
    ${Object.entries(sideWords).map(
      ([side, word]) => html`<label><input type="radio" name="side" id="only-${side}" /> ${word}</label> `,
    )}
  </fieldset>`;
