/** Reads the fields of a submit's body. It has passed its schema, so that a field is absent or of its type. */
import type { Resolution } from '../../../spec/vocabulary.ts';

export type Body = { readonly [field: string]: unknown };

export const textOf = (body: Body, field: string): string | undefined => {
  const value = body[field];
  return typeof value === 'string' ? value : undefined;
};

export const scriptOf = (body: Body): string => textOf(body, 'script') ?? '';

/** Of a character swap; the default is the document's (endpoints.character-swap.resolution-default). */
export const resolutionOf = (body: Body): Resolution => (body['resolution'] === '2k' ? '2k' : '1k');
