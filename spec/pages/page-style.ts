/** How our pages look, in light and in dark: those of the contract, and reports. */

export const pageCss = `
:root {
  --ground: #f7f6f3; --sheet: #ffffff; --ink: #1d1f24; --soft: #666b75; --line: #e3e1dc; --code: #f0eee9;
  --pass: #237a40; --fail: #c4322b; --warn: #a8670a; --undecidable: #6e56cf; --not_testable: #6b7079;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --sheet: #1c1f25; --ink: #e8e6e1; --soft: #9aa0ab; --line: #2d3139; --code: #262a32;
    --pass: #58c07c; --fail: #ff7b72; --warn: #e3b341; --undecidable: #b3a1ff; --not_testable: #8f97a3;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.55 ui-sans-serif, system-ui, "Segoe UI", sans-serif; }
code, pre, .path, .target { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
code { font-size: .85em; color: var(--soft); overflow-wrap: anywhere; }
code.name { color: inherit; padding: .05em .3em; background: var(--code); border-radius: .25rem; }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 3rem; }
.eyebrow { margin: 0; color: var(--soft); font-size: .85rem; letter-spacing: .02em; }
h1 { margin: .1rem 0 .2rem; font-size: clamp(1.6rem, 4vw, 2.4rem); line-height: 1.2; letter-spacing: -.02em; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.4rem 0 .8rem; letter-spacing: -.01em; }
h3 { font-size: 1rem; margin: 0; font-weight: 600; }
.aside { margin: .2rem 0; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; }
th, td { text-align: left; padding: .4rem .8rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 500; } .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
footer { padding-top: 3rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }
a { color: inherit; }
`;
