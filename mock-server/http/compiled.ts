/** What checks a value against a schema, made once in a process: it is code, which has to run for a while before it runs fast. */
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';

export const compiledOf = (schema: TSchema): Validator => {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = Compile(schema);
  compiled.set(schema, made);
  return made;
};

/** For as long as the schema lives: some are made of what a mock chose where the document leaves a choice. */
const compiled = new WeakMap<TSchema, Validator>();
