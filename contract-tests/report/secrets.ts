/** Takes secrets out of everything that is shown: those that are known, and whatever looks like one. */

export type Redact = (text: string) => string;

/** @param known by what is shown in their place: `api-key` */
export const redactor = (known: { readonly [name: string]: string | undefined }): Redact => {
  const secrets = Object.entries(known)
    .flatMap(([name, secret]): [string, string][] =>
      secret === undefined || secret.length < shortestSecret
        ? []
        : [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])].map((form) => [
            form,
            `<${name}>`,
          ]),
    )
    // One may be the beginning of another.
    .toSorted(([one], [other]) => other.length - one.length);
  return (text) => {
    const plain = secrets.reduce((all, [secret, name]) => all.replaceAll(secret, name), text);
    const closed = plain.replace(parameter, (found, name: string, value: string) =>
      harmless.test(name) ? found : `${name}<${value.length} characters>`,
    );
    return patterns.reduce((all, [pattern, instead]) => all.replace(pattern, instead), closed);
  };
};

/** Less is no secret, and would blacken whole words. */
const shortestSecret = 4;

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

/** The same of whatever is written as JSON. */
export const redactedJson = (value: unknown, redact: Redact): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? redact(inner) : inner)));
