/** What the page of scorecards adds to the look of the other reports. */

export const conductCss = `
.chapter { margin: 1.6rem 0 .6rem; color: var(--soft); font-weight: 500; }
.exhibits { position: relative; margin-left: .35rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.exhibits .exchange { position: relative; }
.exhibits .exchange::before { content: ""; position: absolute; left: calc(-1rem - 6px); top: .7rem; width: 9px; height: 9px; border-radius: 50%;
  background: var(--tone); border: 2px solid var(--sheet); }
.exhibits time { display: inline-block; min-width: 4.2rem; color: var(--soft); font-variant-numeric: tabular-nums; font-size: .8rem; }
.status.s1 { color: var(--undecidable); } .status.s3 { color: var(--soft); }
.whose { padding-top: 1.6rem; border-top: 1px solid var(--line); } .whose .aside { font-weight: 400; }
.unseen td { width: 50%; }
`;
