/** Text for a page: everything that is put in is escaped, unless it came from here. */

export type Html = { readonly html: string };

type Part = Html | string | number | boolean | null | undefined | readonly Part[];

/** A template; false, null and undefined leave nothing. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, index) => text + (index < parts.length ? shown(parts[index]) : '')).join(''),
});

/** Text of our own that is taken as it is. */
export const raw = (text: string): Html => ({ html: text });

/** Text in which names stand between backticks, as clauses have them. */
export const prose = (text: string): Html => ({
  html: escaped(text).replaceAll(/`([^`]+)`/g, '<code class="name">$1</code>'),
});

const shown = (part: Part): string => {
  if (part === false || part === true || part === null || part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map(shown).join('');
};

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
