/** A JSON body: whether it is one, what of it breaks the schema, and what of it the document leaves open. */
import type { TSchema } from 'typebox';
import { type Operation, operations } from '../../../spec/operations.ts';
import type { Constraint } from '../requests.ts';
import { isObject, memberOf } from '../../reading/members.ts';
import type { Deviation, Sent } from './deviation.ts';
import { inputDeviations } from './inputs.ts';
import { hasFieldsInQuery } from './queries.ts';
import { isRequired, unknownMembers, wrongMembers } from './schema.ts';

export const bodyDeviations = (sent: Sent): readonly Deviation[] => {
  const { body: schema, job }: Operation = operations[sent.id];
  const { body: bytes, headers } = sent.request;
  if (schema === undefined) return [];
  // Only where it may have no members, it may be open whether it has to be there.
  if (bytes === undefined)
    return [job === undefined && wrongMembers(schema, {}).length === 0 ? ['gap:empty-body'] : ['not-json']];
  const isNamed = /^application\/json *(;|$)/.test(headers['content-type'] ?? '');
  const json = jsonOf(bytes);
  return [
    ...(isNamed ? [] : [['gap:body-media-type'] as const]),
    ...(isObject(json)
      ? [...memberDeviations(schema, json, inAll(sent, json)), ...inputDeviations(sent, json)]
      : [['not-json'] as const]),
  ];
};

/** What is wrong with all of its fields together, where it has none: that may be claimed in place of each of them. */
const inAll = (sent: Sent, json: object): readonly Constraint[] => {
  if (Object.keys(json).length > 0) return [];
  return hasFieldsInQuery(sent) ? ['no-fields', 'fields-in-query'] : ['no-fields'];
};

/** @param asWhole under which labels fields may be left out together */
const memberDeviations = (schema: TSchema, json: object, asWhole: readonly Constraint[]): readonly Deviation[] => {
  const wrong = wrongMembers(schema, json);
  return [
    ...wrong.map((name): Deviation => [`field:${name}`, ...asWhole, ...openAs(schema, name, memberOf(json, name))]),
    ...Object.keys(json).flatMap((name): readonly Deviation[] => {
      const [open, ...others] = wrong.includes(name) ? [] : openAs(schema, name, memberOf(json, name));
      return open === undefined ? [] : [[open, ...others]];
    }),
    ...(unknownMembers(schema, json).length > 0 ? [['gap:unknown-fields'] as const] : []),
  ];
};

/** What the document leaves open of a member with such a value. */
const openAs = (schema: TSchema, name: string, value: unknown): readonly Constraint[] => {
  if (value === null) return isRequired(schema, name) ? [] : ['gap:null-fields'];
  if (typeof value !== 'string') return [];
  if (name === 'prompt' && value === '') return ['gap:empty-prompt'];
  if (name === 'script' && value.trim() === '') return ['gap:empty-script'];
  if (name === 'callback_url' && !isWebAddress(value)) return ['gap:callback-url-invalid'];
  return [];
};

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown;
  } catch {
    return undefined;
  }
};
