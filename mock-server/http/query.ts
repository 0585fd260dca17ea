/**
 * Reads a query string into an object for its schema: numbers where the schema wants them, the rest as text. What is sent twice
 * counts once (gap `duplicate-parameters`).
 */
import type { TSchema } from 'typebox';
import type { JsonObject } from './read-body.ts';

export const readQuery = (url: string, schema: TSchema, counts: 'first' | 'last' = 'last'): JsonObject => {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const { properties = {} } = schema as { properties?: { [name: string]: { type?: string } } };
  const query: { [name: string]: unknown } = Object.create(null) as object as { [name: string]: unknown };
  for (const [name, text] of new URLSearchParams(url.slice(start + 1))) {
    if (counts === 'first' && name in query) continue;
    const isInteger = properties[name]?.type === 'integer' && /^-?\d{1,15}$/.test(text);
    query[name] = isInteger ? Number(text) : text;
  }
  return query;
};

/** The first parameter that is sent twice; undefined if each is sent once. */
export const doubledIn = (url: string): string | undefined => {
  const names = [...new URL(url).searchParams.keys()];
  return names.find((name, index) => names.indexOf(name) !== index);
};
