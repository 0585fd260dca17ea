/** What of a body or a query does not fit its schema, member by member. */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { isObject, memberOf } from '../../reading/members.ts';

/** The members at the top that do not fit; '' stands for the whole. */
export const wrongMembers = (schema: TSchema, value: unknown): readonly string[] => {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  // Most fit, and to say so takes a fraction of the time.
  if (validator.Check(value)) return [];
  const [, errors] = validator.Errors(value);
  const names = errors.flatMap((error) => {
    if (error.keyword === 'required' && error.instancePath === '') return error.params.requiredProperties;
    return [error.instancePath.split('/')[1] ?? ''];
  });
  return [...new Set(names)];
};

const compiled = new Map<TSchema, ReturnType<typeof Compile>>();

/** Members that the schema does not have. */
export const unknownMembers = (schema: TSchema, value: object): readonly string[] =>
  Object.keys(value).filter((name) => memberOf(memberOf(schema, 'properties'), name) === undefined);

export const isRequired = (schema: TSchema, name: string): boolean => {
  const required: unknown = isObject(schema) ? memberOf(schema, 'required') : undefined;
  return Array.isArray(required) && required.includes(name);
};
