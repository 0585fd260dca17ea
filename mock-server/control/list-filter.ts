/** What a list may be asked for: how many, of which account, and from where on. */
import type { Refused } from '../domain/refusal.ts';
import type { ListFilter } from './newest.ts';
import { type Parameters, limitDefault, listParameters, readQuery } from './read-query.ts';

export const readListFilter = (query: URLSearchParams): ListFilter | Refused =>
  readQuery<ListFilter>(query, parameters, { limit: limitDefault });

const parameters: Parameters<ListFilter> = {
  ...listParameters,
  before: { demand: 'the id of one of the list', read: (before) => (before === '' ? undefined : { before }) },
};
