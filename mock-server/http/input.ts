/** What an operation is told: its body or its query, read and held against its schema. How strictly, gaps choose when the reader is made. */
import { type TSchema, Type } from 'typebox';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Operation } from '../../spec/operations.ts';
import { unknownFieldNote } from '../../spec/schemas/journal.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { generousQuery } from './generous-query.ts';
import { doubledIn, readQuery } from './query.ts';
import { type JsonObject, type Reader, readAnyJson, readJson } from './read-body.ts';
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

/** In two steps, so that a port may stand between them. */
export type InputReading = {
  /** What came. Where it could not be read, its `fault` says why. */
  readonly read: (request: Request, witness?: InputWitness) => Promise<Input> | Input;
  /** The same, with what can be made of a body that is refused for the way it came. */
  readonly readAnyway: (request: Request, witness?: InputWitness) => Promise<ReadAnyway> | ReadAnyway;
  /** What is found of it. */
  readonly judge: (came: Input, witness?: Noting) => Input;
};

export type ReadAnyway = Input & { readonly text?: string };

const nothing: JsonObject = {};

/** Of an operation that is told nothing. */
export const noInput: Input = { body: nothing, query: nothing };

export const createInputReading = ({ body, query }: Operation, choices: GapChoices): InputReading => {
  if (body !== undefined) return readingOfBody(body, choices);
  if (query !== undefined) return readingOfQuery(generousQuery(query, choices), choices);
  if (choices['unknown-parameters'] === 'refused') return readingOfQuery(Type.Object({}), choices);
  const read = (): Input => noInput;
  return { read, readAnyway: read, judge: (came) => came };
};

const readingOfBody = (schema: TSchema, choices: GapChoices): InputReading => {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  const validate = createValidator(schema, choices);
  const rules = {
    anyType: choices['body-media-type'] === 'read',
    emptyAsObject: choices['empty-body'] === 'as-object' && required.length === 0,
    tooLarge: choices['body-size'],
  };
  const optional = Object.keys(properties).filter((field) => !required.includes(field));
  const tidy = choices['null-fields'] === 'as-absent' ? withoutNulls(optional) : (read: JsonObject) => read;
  const others = unknownIn(properties);
  const refuseOthers = choices['unknown-fields'] === 'refused' ? refuseUnknown(properties) : () => undefined;
  return {
    read: async (request, witness) => {
      const read = await readJson(request, rules, witness);
      return isRefused(read) ? { body: nothing, query: nothing, fault: read } : { body: read.body, query: nothing };
    },
    readAnyway: async (request, witness) => ({ ...(await readAnyJson(request, rules, witness)), query: nothing }),
    judge: (came, witness) => {
      if (came.fault !== undefined) return { body: nothing, query: nothing, fault: came.fault };
      const tidied = tidy(came.body);
      const fault = refuseOthers(tidied) ?? validate(tidied);
      if (fault !== undefined) return { body: tidied, query: nothing, fault };
      const ignored = witness && others(tidied);
      if (ignored !== undefined) witness?.note(`${unknownFieldNote}: ${ignored}`);
      return { body: tidied, query: nothing };
    },
  };
};

/** What is sent beside and twice, gaps decide (`unknown-parameters` and `duplicate-parameters`). */
const readingOfQuery = (schema: TSchema, choices: GapChoices): InputReading => {
  const validate = createValidator(schema);
  const { properties = {} } = schema as { properties?: object };
  const refuseOthers =
    choices['unknown-parameters'] === 'refused' ? refuseUnknown(properties, 'parameter') : () => undefined;
  const doubled = choices['duplicate-parameters'];
  const refuseDoubled = doubled === 'refused' ? refuseTwice : () => undefined;
  const counts = doubled === 'first' ? 'first' : 'last';
  const read = (request: Request): Input => inputOf(readQuery(request.url, schema, counts), refuseDoubled(request.url));
  return {
    read,
    readAnyway: read,
    judge: ({ query, fault }) => inputOf(query, fault ?? refuseOthers(query) ?? validate(query)),
  };
};

const inputOf = (query: JsonObject, fault: Refused | undefined): Input =>
  fault === undefined ? { body: nothing, query } : { body: nothing, query, fault };

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

const refuseTwice = (url: string): Refused | undefined => {
  const doubled = doubledIn(url);
  return doubled === undefined
    ? undefined
    : refuse('invalid_input', `${JSON.stringify(doubled.slice(0, 80))} was sent twice`);
};

const refuseUnknown =
  (properties: object, what: 'field' | 'parameter' = 'field') =>
  (body: JsonObject): Refused | undefined => {
    const unknown = Object.keys(body).find((field) => !Object.hasOwn(properties, field));
    return unknown === undefined
      ? undefined
      : refuse('invalid_input', `${JSON.stringify(unknown.slice(0, 80))} is no ${what} of this endpoint`);
  };
