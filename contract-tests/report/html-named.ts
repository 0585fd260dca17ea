/** Clauses and gaps that a page names: each is a link to what it says, which stands on the same page. A report is one file, far from any mock. */
import { type Clause, clauseList } from '../../spec/clauses.ts';
import { gapList } from '../../spec/gaps.ts';
import { clauseEntry } from '../../spec/pages/clauses-page.ts';
import { anchor } from '../../spec/pages/entry.ts';
import { gapEntry } from '../../spec/pages/gaps-page.ts';
import { type Html, html, prose, raw } from '../../spec/pages/html-text.ts';

/** The id of a clause, or of something else, such as a check; only a clause is linked to. */
export const clauseLink = (id: string): Html =>
  clauses.has(id) ? anchor(id, placeOfClause(id)) : html`<code>${id}</code>`;

export const gapLink = (id: string): Html => (gaps.has(id) ? anchor(id, placeOfGap(id)) : html`<code>${id}</code>`);

/** Text of ours, in which the clauses that it names are links. */
export const linked = (text: string): Html =>
  raw(
    prose(text).html.replaceAll(/\b[a-z]+(?:\.[a-z\d]+(?:-[a-z\d]+)*)+/g, (id) =>
      clauses.has(id) ? clauseLink(id).html : id,
    ),
  );

/** Where a page itself says what a clause is, it has this name, and the clause is not said again at its end. */
export const placeOfClause = (id: string): string => `clause:${id}`;

const placeOfGap = (id: string): string => `gap:${id}`;

const clauses: ReadonlyMap<string, Clause> = new Map(clauseList.map((clause) => [clause.id, clause]));
const gaps = new Map(gapList.map((gap): [string, (typeof gapList)[number]] => [gap.id, gap]));

/** What the links of a page lead to, so far as it does not stand there: quotes of other text are escaped, so these are links of ours. */
export const namedIn = ({ html: main }: Html): Html => {
  const links = new Set([...main.matchAll(/href="#([^"]+)"/g)].map(([, place = '']) => place));
  const isLacking = (place: string): boolean => links.has(place) && !main.includes(`id="${place}"`);
  const said = clauseList.filter(({ id }) => isLacking(placeOfClause(id)));
  const open = gapList.filter(({ id }) => isLacking(placeOfGap(id)));
  return html`${part(
    'named-clauses',
    'What the clauses say',
    said.map((clause) => clauseEntry(clause, placeOfClause(clause.id))),
  )}
  ${part(
    'named-gaps',
    'What the document leaves open',
    open.map((gap) => gapEntry(gap, placeOfGap(gap.id))),
  )}`;
};

const part = (id: string, title: string, entries: readonly Html[]): Html | false =>
  entries.length > 0 &&
  html`<section id="${id}">
    <h2>${title}</h2>
    ${entries}
  </section>`;
