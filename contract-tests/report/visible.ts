/**
 * Text that came from elsewhere, made safe to show: what would steer a terminal, turn the direction of writing, or begin a line that
 * a CI system takes for a command is written as an escape.
 */

/** @param keepsLines whether lines may end: not within a message, which is one line wherever it is shown */
export const visible = (text: string, { keepsLines = false } = {}): string =>
  text.replaceAll(unseen, (sign) => (keepsLines && (sign === '\n' || sign === '\t') ? sign : escapeOf(sign)));

/** Controls of both sets, marks of direction, what has no width, ends of lines and paragraphs, and halves of pairs. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escapeOf = (sign: string): string =>
  short[sign] ?? `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

const short: { readonly [sign: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
