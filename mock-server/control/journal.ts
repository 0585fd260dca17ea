/** What `GET /journal` may be asked. */
import { journalKinds } from '../../spec/schemas/journal.ts';
import { operations } from '../../spec/operations.ts';
import type { Refused } from '../domain/refusal.ts';
import type { JournalFilter } from '../store/journal.ts';
import { type Parameters, limitDefault, listParameters, readQuery, wholeIn } from './read-query.ts';

export const readJournalFilter = (query: URLSearchParams): JournalFilter | Refused =>
  readQuery<JournalFilter>(query, parameters, { limit: limitDefault });

const operationIds = Object.keys(operations);

const parameters: Parameters<JournalFilter> = {
  ...listParameters,
  kind: {
    demand: `one of ${journalKinds.join(', ')}`,
    read: (text) => {
      const kind = journalKinds.find((known) => known === text);
      return kind && { kind };
    },
  },
  operation: {
    demand: `one of ${operationIds.join(', ')}`,
    read: (operation) => (operationIds.includes(operation) ? { operation } : undefined),
  },
  status: {
    demand: 'an HTTP status',
    read: (text) => {
      const status = wholeIn(text, 100, 599);
      return status === undefined ? undefined : { status };
    },
  },
  since: {
    demand: 'the number of an entry, or 0',
    read: (text) => {
      const since = wholeIn(text, 0, Number.MAX_SAFE_INTEGER);
      return since === undefined ? undefined : { since };
    },
  },
};
