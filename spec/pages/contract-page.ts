/** What the pages of the contract have in common: where one gets from them, and how their entries look. They are served side by side. */
import { type Section, sections } from '../clause.ts';
import { entryCss } from './entry.ts';
import { type Html, html } from './html-text.ts';
import { pageOf } from './page.ts';

type ContractPage = {
  readonly name: 'clauses' | 'gaps';
  readonly title: string;
  /** What it is, in a sentence or two. */
  readonly about: string;
  /** Above the sections. */
  readonly filter: Html;
  readonly entriesOf: (section: Section) => { readonly count: number; readonly html: Html };
};

/** One entry after the other by the document's sections, each with an anchor by its id. */
export const contractPage = ({ name, title, about, filter, entriesOf }: ContractPage): string => {
  const filled = (Object.entries(sections) as [Section, string][])
    .map(([section, text]) => ({ section, text, ...entriesOf(section) }))
    .filter(({ count }) => count > 0);
  return pageOf({
    title: `${title} · Understudy`,
    style,
    head: html`<header>
      <nav aria-label="Pages">
        <a href="../">Console</a> <a href="../docs">API reference</a>
        ${pages.map(([page, text]) => html`<a href="${page}" ${page === name && here}>${text}</a> `)}
      </nav>
      <h1>${title}</h1>
      <p>${about}</p>
    </header>`,
    main: html`${filter}
      <nav class="sections" aria-label="Sections">
        ${filled.map(({ section, text, count }) => html`<a href="#${section}">${text} <b>${count}</b></a> `)}
      </nav>
      ${filled.map(
        ({ section, text, html: entries }) =>
          html`<section aria-labelledby="${section}">
            <h2 id="${section}">${text}</h2>
            ${entries}
          </section>`,
      )}`,
    foot: 'Facts of the service’s document in our own words. Nothing here is a promise of the service.',
  });
};

const pages = [
  ['clauses', 'Clauses'],
  ['gaps', 'Gaps'],
] as const;

const here = html`aria-current="page"`;

const style = `
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; font-size: .9rem; }
header nav { padding-bottom: 1rem; } header { padding-top: 1.5rem; } header > p { max-width: 44rem; }
nav a { text-decoration: none; color: var(--soft); padding: .3rem 0; } nav a:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--ink); font-weight: 600; } nav b { font-weight: 400; font-variant-numeric: tabular-nums; }
.filter { display: flex; flex-wrap: wrap; gap: .4rem; border: 0; padding: .6rem 0; margin: 0; }
.filter label { padding: .3rem .9rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--sheet); cursor: pointer; font-size: .88rem; }
.filter input { position: absolute; opacity: 0; }
.filter label:has(:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.filter label:has(:focus-visible) { outline: 2px solid var(--undecidable); outline-offset: 2px; }
h2 { scroll-margin-top: 1rem; }
${entryCss}`;
