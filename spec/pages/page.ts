/** A page of ours: one file that needs nothing else, neither network nor script. */
import { type Html, html, raw } from './html-text.ts';
import { pageCss } from './page-style.ts';

export type Page = {
  /** In the tab. */
  readonly title: string;
  /** What it adds to the look of all pages. */
  readonly style?: string;
  readonly head: Html;
  readonly main: Html;
  readonly foot: string;
};

/** What a page may load: nothing. Its look stands in it. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'";

export const pageOf = ({ title, style = '', head, main, foot }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="${raw(pagePolicy)}" />
        <title>${title}</title>
        <style>
          ${raw(pageCss + style)}
        </style>
      </head>
      <body>
        ${head}
        <main>${main}</main>
        <footer>${foot}</footer>
      </body>
    </html> `.html;
