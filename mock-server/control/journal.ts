/** What `GET /journal` may be asked: a parameter that is not understood is refused, so that nobody reads more than was meant. */
import { journalKinds } from '../../spec/schemas/journal.ts';
import { operations } from '../../spec/operations.ts';
import { type Refused, refuse } from '../domain/refusal.ts';
import type { JournalFilter } from '../store/journal.ts';

export const readJournalFilter = (query: URLSearchParams): JournalFilter | Refused => {
  let filter: JournalFilter = { limit: limitDefault };
  const seen = new Set<string>();
  for (const [name, text] of query) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) {
      return refuse(
        'invalid_input',
        `there is no parameter ${shown(name)}: there are ${Object.keys(parameters).join(', ')}`,
      );
    }
    if (seen.has(name)) return refuse('invalid_input', `${name} was sent twice`);
    seen.add(name);
    const part = parameter.read(text);
    if (part === undefined) return refuse('invalid_input', `${name} must be ${parameter.demand}, got ${shown(text)}`);
    filter = { ...filter, ...part };
  }
  return filter;
};

type Parameter = { readonly demand: string; readonly read: (text: string) => Partial<JournalFilter> | undefined };

const limitDefault = 100;
const limitMax = 1_000;

const operationIds = Object.keys(operations);

const parameters: { readonly [name: string]: Parameter } = {
  account_id: {
    demand: 'the id of an account',
    read: (accountId) => (accountId === '' ? undefined : { accountId }),
  },
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
  limit: {
    demand: `1 to ${limitMax}`,
    read: (text) => {
      const limit = wholeIn(text, 1, limitMax);
      return limit === undefined ? undefined : { limit };
    },
  },
};

const wholeIn = (text: string, min: number, max: number): number | undefined => {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
};

const shown = (text: string): string => JSON.stringify(text.slice(0, 60));
