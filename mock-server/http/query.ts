/** Reads a query string into an object for its schema: numbers where the schema wants them, the rest as text. */
import type { TSchema } from 'typebox';
import type { JsonObject } from './read-body.ts';

export const readQuery = (url: string, schema: TSchema): JsonObject => {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const { properties = {} } = schema as { properties?: { [name: string]: { type?: string } } };
  const query: { [name: string]: unknown } = Object.create(null) as object as { [name: string]: unknown };
  for (const [name, text] of new URLSearchParams(url.slice(start + 1))) {
    const isInteger = properties[name]?.type === 'integer' && /^-?\d{1,15}$/.test(text);
    query[name] = isInteger ? Number(text) : text;
  }
  return query;
};
