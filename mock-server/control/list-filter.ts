/** What a list may be asked for: how many, and of which account. */
import type { Refused } from '../domain/refusal.ts';
import type { ListFilter } from './newest.ts';
import { limitDefault, listParameters, readQuery } from './read-query.ts';

export const readListFilter = (query: URLSearchParams): ListFilter | Refused =>
  readQuery<ListFilter>(query, listParameters, { limit: limitDefault });
