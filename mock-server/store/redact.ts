/**
 * Takes secrets out of what the journal shows: keys, session tokens, webhook secrets, control tokens, what makes a link work, the queries
 * of webhook addresses. By the name that they stand under, by their form, and those that are known by their very letters.
 */
import { hash } from 'node:crypto';
import type { JournalHeader } from '../../spec/schemas/journal.ts';
import { type HideQuery, withoutCallbackQueries, withoutQuery } from './callback-addresses.ts';
import { base64Of, coded, encodingsOf, hexOf, spelled } from './spellings.ts';

export type Redactor = {
  /** @param further secrets of this one exchange */
  readonly text: (text: string, further?: readonly string[]) => string;
  /** Path and query: names of parameters are compared as they are decoded. */
  readonly path: (path: string, further?: readonly string[]) => string;
  /** Where webhooks go: no value of its query is shown. */
  readonly address: (url: string) => string;
  /** @param raw names and values in turn, as Node has them */
  readonly headers: (raw: readonly string[], further?: readonly string[]) => JournalHeader[];
  /** Whether it is one of those that are known by their very letters. */
  readonly knows: (secret: string) => boolean;
  /** Whether a secret begins in what may have been cut off after it. */
  readonly mayBegin: (text: string) => boolean;
};

/** @param known secrets that have no form of their own; too short ones would take harmless words away, and are passed over */
export const createRedactor = (known: readonly string[] = []): Redactor => {
  const always = known.filter(isLongEnough);
  const alwaysSpelled = always.map(spellingsOf);
  const alwaysEncoded = always.flatMap(encodingsOf);
  const beginnings = [...madeBeginnings, ...always.map((secret) => secret.slice(0, beginningChars))].flatMap(
    (beginning) => [beginning, ...encodingsOf(beginning)],
  );
  // Who judges a client has to tell orders apart that differ in this alone. Nobody can try values without the secrets.
  const hideQuery: HideQuery = (query) =>
    hidden.replace(']', `:${hash('sha256', [...known, query].join('\n')).slice(0, markChars)}]`);
  const text: Redactor['text'] = (shown, further = []) => {
    let safe = withoutCallbackQueries(shown, hideQuery);
    for (const secret of [...always, ...further]) safe = safe.replaceAll(secret, hidden);
    for (const [form, put] of forms) safe = safe.replace(form, put);
    for (const run of [...alwaysEncoded, ...further.flatMap(encodingsOf)]) safe = safe.replaceAll(run, hidden);
    for (const form of encodedForms) safe = safe.replace(form, hidden);
    // Most texts spell nothing otherwise.
    if (!/[%\\]/.test(safe)) return safe;
    for (const secret of [...alwaysSpelled, ...further.map(spellingsOf)]) safe = safe.replace(secret, hidden);
    for (const [form, put] of spelledForms) safe = safe.replace(form, put);
    return safe;
  };
  const value = (name: string, shown: string, further?: readonly string[]): string => {
    if (isCredentials(name)) return `${schemeOf(shown)}${hidden}`;
    return secretHeader.test(name) ? hidden : text(shown, further);
  };
  return {
    text,
    path: (path, further) => text(withoutSecretParameters(path), further),
    address: (url) => text(withoutQuery(url, hideQuery)),
    headers: (raw, further) =>
      pairsOf(raw).map(([name, shown]) => ({ name: text(name, further), value: value(name, shown, further) })),
    knows: (secret) => known.includes(secret),
    mayBegin: (shown) => text(shown) !== shown || beginnings.some((beginning) => shown.includes(beginning)),
  };
};

/** What an exchange was authorised with: it may stand elsewhere in it, too. */
export const credentialsIn = (raw: readonly string[]): string[] =>
  pairsOf(raw)
    .filter(([name]) => isCredentials(name))
    .map(([, value]) => value.slice(schemeOf(value).length).trim())
    .filter(isLongEnough);

/** Longer than any key in any spelling: what is cut off is cut by so much more, lest half a secret remain. */
export const secretCharsMax = 4_096;

const hidden = '[redacted]';

/** Enough that two addresses hardly ever have the same. */
const markChars = 8;

const isLongEnough = (secret: string): boolean => secret.length >= 8;

/** JSON may have any number of backslashes before a slash or a quote. */
const slash = `(?:\\\\{0,8}/|${coded('2[fF]')})`;

const spellingsOf = (secret: string): RegExp => new RegExp(spelled(secret), 'gu');

/** Repetitions are bounded, so that no text takes long. */
const secretWord = '(?:signature|token|secret|passwo?r?d|credential|api[-_]?key|authorization)';
const secretName = `[\\w.-]{0,40}${secretWord}[\\w.-]{0,40}`;

const forms: readonly (readonly [RegExp, string])[] = [
  // Keys, tokens and secrets that we made.
  [/test_(a\d{1,14})_[a-z0-9]{16,}/g, `test_$1_${hidden}`],
  [/(?:\brt_[\w-]{8,}|rt_a\d{1,14}_[a-z0-9]{16,})/g, `rt_${hidden}`],
  [/(?:\bwhsec_[\w-]+|whsec_[\w-]{16,})/g, `whsec_${hidden}`],
  // The address of an upload is all that it takes to open it. Some writers of JSON escape the slash.
  [new RegExp(`(${slash}files${slash}[\\w-]{1,100}${slash})[\\w-]+`, 'g'), `$1${hidden}`],
  // Parameters in any address, also in one within another.
  [
    new RegExp(
      `((?:[?&;]|${coded('3f|26')})(?:${secretName}|sig|key)(?:=|${coded('3d')}))(?!\\[redacted:)[^&\\s"'<>#\\\\]+`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  [/(:\\?\/\\?\/)[^\s/@"'\\]{1,512}@/g, `$1${hidden}@`],
  // Members of JSON; the end may have been cut off.
  [new RegExp(`("${secretName}"\\s{0,20}:\\s{0,20}")(?:[^"\\\\]|\\\\.)*`, 'gi'), `$1${hidden}`],
];

/** What we make has only these letters in its secret part. */
const madeLetter = `(?:[a-z0-9]|${coded('3[0-9]|[67][0-9a-fA-F]')})`;
const madeAccount = `${spelled('a')}(?:[0-9]|${coded('3[0-9]')}){1,14}${spelled('_')}`;

const spelledForms: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${spelled('test_')}${madeAccount}${madeLetter}{16,}`, 'gu'), `test_${hidden}`],
  [new RegExp(`${spelled('rt_')}${madeAccount}${madeLetter}{16,}`, 'gu'), `rt_${hidden}`],
  [new RegExp(`${spelled('whsec_')}${madeLetter}{16,}`, 'gu'), `whsec_${hidden}`],
];

/** What we make begins so; the number of its account follows. */
const madeBeginnings = ['test_a', 'rt_a', 'whsec_'];

/** Enough to be no word of another's. */
const beginningChars = 8;

/** Of what we make the beginning is known; the rest is whatever letters follow. In base64 padding and slashes may be spelled otherwise. */
const encodedForms: readonly RegExp[] = madeBeginnings.flatMap((beginning) => [
  ...base64Of(beginning).map(
    (begun) => new RegExp(`${begun}(?:[\\w+/-]|\\\\{1,8}/|${coded('2[bfBF]')}){16,}(?:=|${coded('3[dD]')}){0,2}`, 'g'),
  ),
  ...hexOf(beginning).map((begun) => new RegExp(`${begun}(?:3\\d|[67][\\da-fA-F]|5[fF]){16,}`, 'g')),
]);

const secretHeader =
  /token|secret|passwo?r?d|passphrase|credential|api[-_]?key|cookie|(?:^|[-_])(?:auth|authori[sz]ation|session|sess|sid|jwt|csrf|xsrf|hmac|otp|pin|bearer|assertion|principal)(?:$|[-_])|(?<!^idempotency-|^sec-websocket-)(?<=^|[-_])key$/i;

const isCredentials = (name: string): boolean => /^(?:proxy-)?authorization$/i.test(name);

/** The word before the credentials, and the space after it, where it is one that is none itself. */
const schemeOf = (value: string): string => /^\s*(?:bearer|basic|digest|token|negotiate) +/i.exec(value)?.[0] ?? '';

const withoutSecretParameters = (path: string): string => {
  const start = path.indexOf('?');
  if (start < 0) return path;
  const parameters = path.slice(start + 1).split('&');
  return `${path.slice(0, start)}?${parameters.map(withoutSecret).join('&')}`;
};

const withoutSecret = (parameter: string): string => {
  const at = parameter.indexOf('=');
  return at > 0 && secretParameter.test(decoded(parameter.slice(0, at)))
    ? parameter.slice(0, at + 1) + hidden
    : parameter;
};

const secretParameter = new RegExp(`${secretWord}|^(?:sig|key)$`, 'i');

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const pairsOf = (raw: readonly string[]): [string, string][] => {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
};
