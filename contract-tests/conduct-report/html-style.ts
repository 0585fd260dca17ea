/** What the page of scorecards adds to the look of the other reports. */

export const conductCss = `
.chapter { margin: 1.6rem 0 .6rem; color: var(--soft); font-weight: 500; }
.lapse { margin: .8rem 0; } .lapse > p { margin: 0 0 .3rem; }
.exhibits { position: relative; margin-left: .35rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.exhibits .exchange { position: relative; }
.exhibits .exchange::before { content: ""; position: absolute; left: calc(-1rem - 6px); top: .7rem; width: 9px; height: 9px; border-radius: 50%;
  background: var(--tone); border: 2px solid var(--sheet); }
.exhibits time { display: inline-block; min-width: 4.2rem; color: var(--soft); font-variant-numeric: tabular-nums; font-size: .8rem; }
.status.s1 { color: var(--undecidable); } .status.s3 { color: var(--soft); }
.more > summary { padding: .15rem 0; color: var(--soft); font-size: .85rem; }
.advice { margin: .9rem 0 0; padding: .6rem .9rem; border-radius: .4rem; background: color-mix(in srgb, var(--pass) 10%, transparent); }
.advice b { color: var(--pass); margin-right: .3rem; }
.whose { padding-top: 1.6rem; border-top: 1px solid var(--line); }
.unseen { margin-top: 2rem; } .unseen td { width: 50%; }
`;
