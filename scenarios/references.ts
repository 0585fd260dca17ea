/** References to results of earlier steps: `$job.id`. A whole text is one or it is none: nothing is put into the middle of texts, and nothing is computed. */

export type Reference = { readonly name: string; readonly members: readonly string[] };

/** Undefined for a text that is no reference. */
export const referenceIn = (text: string): Reference | undefined => {
  if (!/^\$[a-z][a-z0-9_]{0,39}(\.[A-Za-z0-9_]{1,60}){0,10}$/.test(text)) return undefined;
  const [name = '', ...members] = text.slice(1).split('.');
  return { name, members };
};

/** Every reference in a value, with the path that leads to it. */
export const referencesIn = (
  value: unknown,
  path: readonly string[] = [],
): readonly { readonly reference: Reference; readonly path: readonly string[] }[] => {
  if (typeof value === 'string') {
    const reference = referenceIn(value);
    return reference === undefined ? [] : [{ reference, path }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => referencesIn(inner, [...path, name]));
};

/** The value with what its references lead to. @param resolve throws for one that leads nowhere */
export const resolved = (value: unknown, resolve: (reference: Reference) => unknown): unknown => {
  if (typeof value === 'string') {
    const reference = referenceIn(value);
    return reference === undefined ? value : resolve(reference);
  }
  if (Array.isArray(value)) return value.map((item) => resolved(item, resolve));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner, resolve)]));
};

/** A text in an answer by its path; undefined if there is none. */
export const textAt = (value: unknown, members: readonly string[]): string | undefined => {
  const found = memberAt(value, members);
  return typeof found === 'string' ? found : undefined;
};

/** Whether a member is what it must be: the same JSON. */
export const isSame = (found: unknown, wanted: unknown): boolean =>
  typeof found === 'number' && typeof wanted === 'number'
    ? Math.abs(found - wanted) < 1e-9
    : JSON.stringify(found) === JSON.stringify(wanted);

/** A member of an answer by its path; undefined where it leads nowhere. */
export const memberAt = (value: unknown, members: readonly string[]): unknown =>
  members.reduce<unknown>(
    (here, member) =>
      typeof here === 'object' && here !== null && Object.hasOwn(here, member)
        ? (here as { readonly [name: string]: unknown })[member]
        : undefined,
    value,
  );
