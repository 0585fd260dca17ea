/** Takes secrets out of everything that is shown: those that are known, and whatever looks like one. */

import { visible } from './visible.ts';

export type Redact = (text: string) => string;

/** @param known by what is shown in their place: `api-key` */
export const redactor = (known: { readonly [name: string]: string | undefined }): Redact => {
  const secrets = Object.entries(known)
    .flatMap(([name, secret]): [string, string][] =>
      secret === undefined || secret.length < shortestSecret
        ? []
        : spellingsOf(secret).map((spelling) => [spelling, `<${name}>`]),
    )
    // One may be the beginning of another.
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([spelling, name]) => ({ whole: new RegExp(escaped(spelling), 'gi'), cut: cutOff(spelling), name }));
  return (text) => {
    const whole = secrets.reduce((all, { whole: one, name }) => all.replace(one, () => name), text);
    const plain = secrets.reduce((all, { cut, name }) => all.replace(cut, () => name), whole);
    const closed = plain.replace(parameter, (found, name: string, value: string) =>
      harmless.test(name) ? found : `${name}<${value.length} characters>`,
    );
    return patterns.reduce((all, [pattern, instead]) => all.replace(pattern, instead), closed);
  };
};

/** Less is no secret, and would blacken whole words. */
const shortestSecret = 4;

/** As it is, as addresses and JSON write it, once and twice, as HTML does, and in base64, wherever it begins in what was encoded. */
const spellingsOf = (secret: string): readonly string[] => {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inHtml = secret.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + secret).toString('base64');
    // Without the signs that hold bits of what stands around it.
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6));
    return own.length < 8 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [
    ...new Set([secret, encodeURIComponent(secret), inJson, JSON.stringify(inJson).slice(1, -1), inHtml, ...inBase64]),
  ];
};

/** What was shown in part only may end in the middle of a secret: its beginning, before the end of the text or the dots for what was left out. */
const cutOff = (secret: string): RegExp => {
  const rest = secret
    .slice(shortestBeginning)
    .split('')
    .reduceRight((all, sign) => `(?:${escaped(sign)}${all})?`, '');
  return new RegExp(`${escaped(secret.slice(0, shortestBeginning))}${rest}(?=…|$)`, 'gi');
};

/** Of a secret; shorter ones are found in any text. */
const shortestBeginning = 6;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** What stands after the question mark of a link opens what it leads to. */
const parameter = /([?&](?:[\w.-]|%[\da-f]{2})+=)([^&#\s"'<>\\]+)/gi;

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bBearer (?!<)[^\s"'\\,]+/gi, 'Bearer <key>'],
  [/\brt_[\w-]+/g, 'rt_<token>'],
  [/\bwhsec_[\w+/=-]+/g, 'whsec_<secret>'],
  [
    /("(?:session_token|api_key|webhook_secret|control_token|access_token|token|secret|password)"\s*:\s*")(?:[^"\\]|\\.)*"/gi,
    '$1<secret>"',
  ],
  [/\/\/[^\s/@"']+:[^\s/@"']+@/g, '//<user>@'],
];

/** Parameters that open nothing. */
const harmless = /^[?&](limit|from|to|expires|page|tier|format)=$/i;

/** The same of whatever is written as JSON, and every sign in it made visible; bodies keep their lines. */
export const redactedJson = (value: unknown, redact: Redact): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      typeof inner === 'string' ? visible(redact(inner), { keepsLines: key === 'body' }) : inner,
    ),
  );
