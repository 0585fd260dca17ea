/** One clause or gap to read, wherever it stands: among all of them, or at the end of a report that names it. */
import { type Html, html } from './html-text.ts';

/** An id that can be linked to. */
export const anchor = (id: string, place: string = id): Html =>
  html`<a class="anchor" href="#${place}"><code>${id}</code></a>`;

export const entryCss = `
.entry { margin: 0 0 .6rem; padding: .8rem 1.1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; scroll-margin-top: 1rem; }
.entry:target { outline: 2px solid var(--undecidable); }
.entry p { margin: .15rem 0 0; overflow-wrap: anywhere; } .entry .mark { float: right; margin-left: .6rem; color: var(--soft); font-size: .8rem; }
.mark.must { color: var(--fail); } .mark.should { color: var(--warn); }
.anchor { text-decoration: none; } .anchor:hover { text-decoration: underline; }
.entry dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .9rem; margin: .5rem 0 0; } .entry dd { margin: 0; overflow-wrap: anywhere; }
.entry dt { color: var(--soft); } .entry dt.ours { color: var(--pass); }
@media (max-width: 34rem) { .entry dl { grid-template-columns: 1fr; } .entry dd { margin-bottom: .3rem; } }
`;
