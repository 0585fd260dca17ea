/** What an operation is told: its body or its query, read and held against its schema. How strictly, gaps choose when the reader is made. */
import type { TSchema } from 'typebox';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Operation } from '../../spec/operations.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { generousQuery } from './generous-query.ts';
import { readQuery } from './query.ts';
import { type JsonObject, type Reader, readJson } from './read-body.ts';
import type { Noting } from './record.ts';
import { createValidator } from './validate.ts';

export type Input = {
  readonly body: JsonObject;
  readonly query: JsonObject;
  /** What is wrong with it. Refused at once, but for submits: they may have an answer that comes first (gap `refusal-order`). */
  readonly fault?: Refused;
};

/** Told of the body, and of what in it is ignored. */
export type InputWitness = Reader & Noting;

type ReadInput = (request: Request, witness?: InputWitness) => Promise<Input> | Input;

const nothing: JsonObject = {};

/** Of an operation that is told nothing. */
export const noInput: Input = { body: nothing, query: nothing };

export const createInputReader = ({ body, query }: Operation, choices: GapChoices): ReadInput => {
  if (body !== undefined) return createBodyReader(body, choices);
  if (query !== undefined) return createQueryReader(generousQuery(query, choices));
  return () => noInput;
};

const createBodyReader = (schema: TSchema, choices: GapChoices): ReadInput => {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  const validate = createValidator(schema, choices);
  const rules = {
    anyType: choices['body-media-type'] === 'read',
    emptyAsObject: choices['empty-body'] === 'as-object' && required.length === 0,
  };
  const optional = Object.keys(properties).filter((field) => !required.includes(field));
  const tidy = choices['null-fields'] === 'as-absent' ? withoutNulls(optional) : (read: JsonObject) => read;
  const others = unknownIn(properties);
  const refuseOthers = choices['unknown-fields'] === 'refused' ? refuseUnknown(properties) : () => undefined;
  return async (request, witness) => {
    const read = await readJson(request, rules, witness);
    if (isRefused(read)) return { body: nothing, query: nothing, fault: read };
    const tidied = tidy(read.body);
    const fault = refuseOthers(tidied) ?? validate(tidied);
    if (fault !== undefined) return { body: tidied, query: nothing, fault };
    const ignored = witness && others(tidied);
    if (ignored !== undefined) witness?.note(`ignored, for this endpoint has no such field: ${ignored}`);
    return { body: tidied, query: nothing };
  };
};

const createQueryReader = (schema: TSchema): ((request: Request) => Input) => {
  const validate = createValidator(schema);
  return (request) => {
    const query = readQuery(request.url, schema);
    const fault = validate(query);
    return fault === undefined ? { body: nothing, query } : { body: nothing, query, fault };
  };
};

/** Only what may be left out is as good as absent; a required field that is null is still at fault. */
const withoutNulls =
  (optional: readonly string[]) =>
  (body: JsonObject): JsonObject => {
    const empty = optional.filter((field) => body[field] === null);
    if (empty.length === 0) return body;
    return Object.fromEntries(Object.entries(body).filter(([field]) => !empty.includes(field)));
  };

/** The names of fields that the schema does not have, as far as a sentence holds them; undefined if there are none. */
const unknownIn =
  (properties: object) =>
  (body: JsonObject): string | undefined => {
    let names: string[] | undefined;
    for (const field in body) if (!Object.hasOwn(properties, field)) (names ??= []).push(field);
    return names
      ?.slice(0, 10)
      .map((name) => JSON.stringify(name.slice(0, 80)))
      .join(', ');
  };

const refuseUnknown =
  (properties: object) =>
  (body: JsonObject): Refused | undefined => {
    const unknown = Object.keys(body).find((field) => !Object.hasOwn(properties, field));
    return unknown === undefined
      ? undefined
      : refuse('invalid_input', `${JSON.stringify(unknown.slice(0, 80))} is no field of this endpoint`);
  };
