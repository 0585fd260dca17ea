/** How reports look, beyond what all our pages have. */
import { verdicts } from '../verdict.ts';

export const css = `
header.bad h1 { color: var(--fail); } header.good h1 { color: var(--pass); } header.odd h1 { color: var(--warn); }
.target { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: 1.4rem 0 1rem; }
.facts div { display: flex; flex-direction: column; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; font-size: 1.15rem; font-variant-numeric: tabular-nums; }
.bar { display: flex; gap: 2px; height: 10px; border-radius: 5px; overflow: hidden; }
.bar span { min-width: 4px; background: var(--tone); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .45rem 0; color: var(--soft); font-size: .85rem; }
.legend b { color: var(--tone); font-variant-numeric: tabular-nums; }
summary h2, summary h3 { display: inline; margin: 0; }
summary:has(> h2) { margin-top: 1.8rem; }
h3 code { font-weight: 400; } h3 code.name { font-weight: inherit; }
summary { cursor: pointer; }
.pill { display: inline-block; flex: none; width: 6.4rem; padding: .05rem .4rem; border-radius: 1rem; text-align: center; font-size: .78rem; font-weight: 600;
  color: var(--tone); background: color-mix(in srgb, var(--tone) 13%, transparent); }
.note { padding: .7rem 1rem; border-radius: .6rem; background: var(--sheet); border: 1px solid var(--line); border-left: 4px solid var(--warn); overflow-wrap: anywhere; }
.note.bad { border-left-color: var(--fail); }
.finding { padding: 1rem 1.2rem; margin: 0 0 1rem; background: var(--sheet); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: .6rem; }
.finding:target { outline: 2px solid var(--tone); }
blockquote { margin: .6rem 0; padding-left: .9rem; border-left: 2px solid var(--line); color: var(--soft); }
.versus { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .9rem; margin: .7rem 0; }
.versus dt { color: var(--soft); }
.versus dd { margin: 0; overflow-wrap: anywhere; }
.lapse { margin: .8rem 0; } .lapse > p { margin: 0 0 .3rem; }
.told { color: var(--tone); }
.more > summary { padding: .15rem 0; color: var(--soft); font-size: .85rem; }
.advice { margin: .9rem 0 0; padding: .6rem .9rem; border-radius: .4rem; background: color-mix(in srgb, var(--pass) 10%, transparent); }
.advice b { color: var(--pass); margin-right: .3rem; }
.again { margin: .7rem 0 0; }
.again code { display: block; padding: .45rem .7rem; background: var(--code); border-radius: .4rem; color: var(--ink); user-select: all; }
.exchange { margin: .35rem 0; border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .7rem; font-size: .88rem; }
.exchange .path { overflow-wrap: anywhere; }
.exchange pre { margin: .5rem 0; padding: .6rem .8rem; background: var(--code); border-radius: .4rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; line-height: 1.45; }
.status { font-weight: 600; color: var(--soft); } .status.s2 { color: var(--pass); } .status.s4 { color: var(--warn); } .status.s5, .status.s0 { color: var(--fail); }
.seen > .exchange { margin-left: 1rem; }
.breaks { color: var(--undecidable); font-size: .8rem; }
.filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem; padding: .6rem 0; background: var(--ground); }
.filter label { padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--sheet); cursor: pointer; font-size: .88rem; }
.filter label b { color: var(--tone, var(--ink)); font-variant-numeric: tabular-nums; }
.filter input { position: absolute; opacity: 0; pointer-events: none; }
.filter label:has(:checked) { border-color: var(--tone, var(--ink)); box-shadow: inset 0 0 0 1px var(--tone, var(--ink)); }
.filter label:has(:focus-visible) { outline: 2px solid var(--undecidable); outline-offset: 2px; }
.section { background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; margin-bottom: .6rem; }
.section > summary { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .75rem 1.1rem; list-style: none; }
.section > summary::-webkit-details-marker { display: none; }
.section > summary h3 { display: flex; align-items: baseline; gap: .6rem; }
.section > summary h3::before { content: "▸"; flex: none; width: .8em; color: var(--soft); }
.section[open] > summary h3::before { content: "▾"; }
.counts { display: flex; flex: none; max-width: 50%; flex-wrap: wrap; justify-content: flex-end; gap: .2rem .9rem; font-size: .85rem; font-variant-numeric: tabular-nums; }
.count { color: var(--tone); font-weight: 600; white-space: nowrap; } .count .word { font-weight: 400; color: var(--soft); }
.section ul { list-style: none; margin: 0; padding: 0; }
.clause { border-top: 1px solid var(--line); padding: .55rem 1.1rem; }
.clause > .aside { margin-left: 7.2rem; }
.row { display: flex; gap: .8rem; align-items: baseline; list-style: none; }
.row::-webkit-details-marker { display: none; }
summary.row:hover .what { text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 3px; }
.reason { margin: 0; color: var(--soft); font-size: .9rem; }
.more .clause { padding-inline: 0; }
main .anchor { text-decoration: underline dotted; text-underline-offset: 3px; }
.level { font-size: .75rem; color: var(--warn); }
.judge { margin: .6rem 0 .6rem 7.2rem; padding-left: .9rem; border-left: 2px solid var(--line); }
.clause .worth { margin-left: 7.2rem; }
.judge p, .clause p { overflow-wrap: anywhere; }
.judge p { margin: .2rem 0; }
.judge .pill, .finding h3 .pill { width: auto; padding: .05rem .7rem; }
tr.expired td:nth-child(2), tr.stale td:nth-child(2) { color: var(--fail); font-weight: 600; }
.plain li { margin: .3rem 0; }
@media (max-width: 40rem) {
  .judge, .clause > .aside, .clause .worth { margin-left: 0; } .row { flex-direction: column; gap: .2rem; } .count .word { display: none; }
  .section > summary h3:has(.what) { flex-wrap: wrap; } .section > summary h3 .what { flex-basis: 100%; }
}
@media print { .filter { display: none; } body { background: none; } }
${verdicts
  .map(
    (verdict) => `
.${verdict} { --tone: var(--${verdict}); }
#clauses:has(#show-${verdict}:checked) .clause:not(.${verdict}), #clauses:has(#show-${verdict}:checked) .section:not(.has-${verdict}) { display: none; }`,
  )
  .join('')}
`;
