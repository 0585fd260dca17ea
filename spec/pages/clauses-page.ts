/** The catalogue of clauses to read. */
import type { Side } from '../clause.ts';
import { type Clause, clauseList } from '../clauses.ts';
import { gapList } from '../gaps.ts';
import { anchor, contractPage } from './contract-page.ts';
import { type Html, html, prose, raw } from './html-text.ts';

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
        html: html`${own.map(entry)}
        ${
          open.length > 0 &&
          html`<p class="aside">
            Left open here: ${open.map(({ id }) => html`<a href="gaps#${id}"><code>${id}</code></a> `)}
          </p>`
        }`,
      };
    },
  });

const entry = ({ id, side, level, text }: Clause): Html =>
  html`<article class="entry of-${side}" id="${id}">
    <span class="mark ${level}">${sides[side]} ${level}</span>${anchor(id)}
    <p>${prose(text)}</p>
  </article> `;

const sides: { readonly [side in Side]: string } = { server: 'service', client: 'client', receiver: 'receiver' };

/** Without a script: what is not asked for is hidden by the look of the page. */
const filter = html`<style>
    ${raw(
      Object.keys(sides)
        .map((side) => `body:has(#only-${side}:checked) .entry:not(.of-${side}) { display: none; }`)
        .join('\n'),
    )}
  </style>
  <fieldset class="filter" aria-label="Whose clauses">
    <label><input type="radio" name="side" checked /> all</label>
    ${Object.entries(sides).map(
      ([side, word]) => html`<label><input type="radio" name="side" id="only-${side}" /> ${word}</label> `,
    )}
  </fieldset>`;
