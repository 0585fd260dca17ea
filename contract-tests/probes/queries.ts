/** Queries of `GET /usage` and `GET /usage/summary` that break a rule, or do what the document leaves open, from their schemas. */
import { type Operation, operations } from '../../spec/operations.ts';
import type { Actor } from '../actor.ts';
import { type Field, fieldsOf } from '../arbitraries/field.ts';
import { type BrokenText, brokenTexts, unreadableTimes } from '../arbitraries/query.ts';
import type { Query } from '../client.ts';
import type { Breaks } from '../lawful/requests.ts';
import { casesOf, isBrief } from '../sample.ts';
import type { Exchange } from '../wire/exchange.ts';
import { manyRecords } from './many-records.ts';

export type QueryOperation = 'listUsage' | 'getUsageSummary';

const queryOperations = ['listUsage', 'getUsageSummary'] as const;

export type Queried = { readonly says: string; readonly exchange: Exchange };

const queryFieldsOf = (id: QueryOperation): readonly Field[] => {
  const { query }: Operation = operations[id];
  return query === undefined ? [] : fieldsOf(query);
};

/** The parameter that is a number: `limit`. */
export const limitField: Field = ((): Field => {
  const found = queryFieldsOf('listUsage').find(({ type }) => type === 'integer');
  if (found === undefined) throw new Error('no parameter of GET /usage is a number');
  return found;
})();

/** On the account with more records than may be listed, where there is one. */
export const sendQuery = async (actor: Actor, id: QueryOperation, query: Query, breaks: Breaks): Promise<Queried> => {
  const account = isBrief(actor.run) ? await actor.main() : (await actor.once(manyRecords)).account;
  const exchange = await actor.call(account, id, { query, breaks });
  return { says: `GET ${operations[id].path} with ${JSON.stringify(query)}`, exchange };
};

export const sendLimit = (actor: Actor, { text, breaks }: BrokenText): Promise<Queried> =>
  sendQuery(actor, 'listUsage', { [limitField.name]: text }, breaks);

/** Limits that are none. */
export const brokenLimits = async (actor: Actor): Promise<readonly Queried[]> => {
  const found: Queried[] = [];
  for (const broken of casesOf(actor.run, brokenTexts(limitField), 'broken limits')) {
    found.push(await sendLimit(actor, broken));
  }
  return found;
};

/** Times that are none, for each parameter that is one. */
export const brokenTimes = async (actor: Actor): Promise<readonly Queried[]> => {
  const found: Queried[] = [];
  for (const id of queryOperations) {
    for (const { name } of queryFieldsOf(id).filter(({ type }) => type === 'string')) {
      for (const text of casesOf(actor.run, unreadableTimes, `broken ${id} ${name}`)) {
        found.push(await sendQuery(actor, id, { [name]: text }, 'gap:date-filter-unreadable'));
      }
    }
  }
  return found;
};
