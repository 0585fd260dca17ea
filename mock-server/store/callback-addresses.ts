/**
 * Addresses of webhook receivers as they may be shown: they are the integrator's own, and what stands in their queries may let anybody
 * in. Names of parameters stay, so that an address is known again.
 */
import { coded, spelled } from './spellings.ts';

/** What to show in the place of each value. @param query all of it, so that equal ones may look alike */
export type HideQuery = (query: string) => string;

/** Takes them out of whatever names a `callback_url`: JSON, a form, an address, prose. The end may have been cut off. */
export const withoutCallbackQueries = (text: string, hide: HideQuery): string => {
  let safe = '';
  let from = 0;
  for (;;) {
    named.lastIndex = from;
    const found = named.exec(text);
    if (found === null) return safe + text.slice(from);
    const begin = named.lastIndex;
    const end = found[1] === undefined ? endOfBare(text, begin) : endOfQuoted(text, begin, found[1]);
    safe += text.slice(from, begin) + withoutQuery(text.slice(begin, end), hide);
    from = end;
  }
};

/** Takes them out of an address in any spelling. A parameter without a name goes as a whole, and so does what stands behind a `#`. */
export const withoutQuery = (address: string, hide: HideQuery): string => {
  const start = beginning.exec(address);
  if (start === null) return address;
  const from = start.index + start[0].length;
  const query = address.slice(from);
  const hidden = hide(query);
  const { separator, equals } = marksLike(start[0]);
  const withoutValue = (part: string): string => {
    const mark = equals.exec(part);
    const end = mark === null ? 0 : mark.index + mark[0].length;
    return end === part.length ? part : part.slice(0, end) + hidden;
  };
  // Every other part is a separator.
  const parts = query.split(separator).map((part, index) => (index % 2 === 1 ? part : withoutValue(part)));
  return address.slice(0, from) + parts.join('');
};

const quote = `(?:\\\\{0,8}["']|${coded('2[27]')})`;
const name = `${spelled('callback')}(?:${spelled('_')}|${spelled('-')})?${spelled('url')}`;
/** The name, up to where its value begins, and how that is quoted. Repetitions are bounded, so that no text takes long. */
const named = new RegExp(`${name}${quote}?\\s{0,20}(?:[:=]|${coded('3[ad]')})\\s{0,20}(${quote})?`, 'gi');

const beginning = new RegExp(`[?#]|${coded('3[fF]|23')}`);

/** An address that was percent-encoded as a whole has all its marks so, and as often; in others such letters belong to a value. */
const marksLike = (start: string): { readonly separator: RegExp; readonly equals: RegExp } => {
  if (!start.startsWith('%')) return plainMarks;
  const percent = start.slice(0, -2);
  return { separator: new RegExp(`(${percent}(?:26|23))`), equals: new RegExp(`${percent}3[dD]`) };
};

const plainMarks = { separator: /([&#]|\\{1,8}u00(?:26|23))/, equals: /=|\\{1,8}u003[dD]/ };

const endOfBare = (text: string, begin: number): number => {
  const end = /[\s"'<>&]|\\{1,8}["']/g;
  end.lastIndex = begin;
  return end.exec(text)?.index ?? text.length;
};

/** At the next quote that is written like the first: one within the value has more backslashes. */
const endOfQuoted = (text: string, begin: number, first: string): number => {
  const depth = first.length - 1;
  const isCoded = /\d$/.test(first);
  const sought = isCoded ? first : first.slice(-1);
  for (let at = text.indexOf(sought, begin); at >= 0; at = text.indexOf(sought, at + 1)) {
    if (isCoded) return at;
    let backslashes = 0;
    while (at - backslashes > begin && text[at - backslashes - 1] === '\\') backslashes++;
    if (backslashes % (2 * depth + 2) === depth) return at - depth;
  }
  return text.length;
};
