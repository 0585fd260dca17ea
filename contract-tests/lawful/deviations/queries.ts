/** Query parameters: what breaks the schema of the operation, and what the document leaves open of them. */
import { limits } from '../../../spec/limits.ts';
import { type Operation, operations } from '../../../spec/operations.ts';
import type { Constraint } from '../requests.ts';
import type { Deviation, Sent } from './deviation.ts';
import { unknownMembers, wrongMembers } from './schema.ts';

export const queryDeviations = ({ id, request }: Sent): readonly Deviation[] => {
  // A status_url is the target's own.
  if (id === 'getJob') return [];
  const { query: schema }: Operation = operations[id];
  const { searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  if (schema === undefined && hasFieldsInQuery({ id, request })) return [['gap:unknown-parameters', 'fields-in-query']];
  if (schema === undefined) return names.length > 0 ? [['gap:unknown-parameters']] : [];
  const query = Object.fromEntries(searchParams);
  const meant = Object.fromEntries(Object.entries(query).map(([name, text]) => [name, meaningOf(name, text)]));
  return [
    ...wrongMembers(schema, meant).map((name): Deviation => [`field:${name}`, ...openAs(meant[name])]),
    ...(unknownMembers(schema, query).length > 0 ? [['gap:unknown-parameters'] as const] : []),
    ...(new Set(names).size < names.length ? [['gap:duplicate-parameters'] as const] : []),
    ...periodDeviations(query),
  ];
};

/** Whether fields that belong into the body stand in the query, and nothing else. */
export const hasFieldsInQuery = ({ id, request }: Pick<Sent, 'id' | 'request'>): boolean => {
  const { body }: Operation = operations[id];
  const { searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  return body !== undefined && searchParams.size > 0 && unknownMembers(body, query).length === 0;
};

const isTime = (name: string): boolean => name === 'from' || name === 'to';

/** A query is text; what reads as a number is meant as one. */
const meaningOf = (name: string, text: string): string | number =>
  /^-?\d+(\.\d+)?$/.test(text) && !isTime(name) ? Number(text) : text;

/** Of a `limit`, which alone can break a schema. */
const openAs = (limit: string | number | undefined): readonly Constraint[] => {
  if (limit === 0) return ['gap:usage-limit-zero'];
  return Number.isInteger(limit) && Number(limit) > limits.usageLimitMax ? ['gap:usage-limit-over'] : [];
};

const periodDeviations = (query: { readonly [name: string]: string }): readonly Deviation[] => {
  const times = Object.fromEntries(
    Object.entries(query).flatMap(([name, text]) => (isTime(name) ? [[name, timeOf(text)]] : [])),
  );
  const { from, to } = times;
  return [
    ...(Object.values(times).some(Number.isNaN) ? [['gap:date-filter-unreadable'] as const] : []),
    ...(from !== undefined && to !== undefined && from > to ? [['gap:date-filter-reversed'] as const] : []),
  ];
};

/** In one of the formats that a server may have (gap `date-filter`), in milliseconds; NaN for what is a time in none. */
const timeOf = (text: string): number => {
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1_000;
  if (/^\d{12,13}$/.test(text)) return Number(text);
  return /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
};
