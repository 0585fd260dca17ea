/** Holds a body or a query against its schema, and says in one sentence what is wrong with it. */
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { type Refused, refuse } from '../domain/refusal.ts';
import type { JsonObject } from './read-body.ts';

/** What to say, or undefined if the value fits. Compiled when it is first needed: most runs use few of the schemas. */
export const createValidator = (schema: TSchema): ((value: JsonObject) => Refused | undefined) => {
  let compiled: Validator | undefined;
  return (value) => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return undefined;
    const [, [first]] = compiled.Errors(value);
    return refuse(
      'invalid_input',
      first === undefined ? 'the body does not fit its schema' : sentence(first, value, schema),
    );
  };
};

type Fault = ReturnType<Validator['Errors']>[1][number];

const sentence = (fault: Fault, value: JsonObject, schema: TSchema): string => {
  if (fault.keyword === 'required') return `${fault.params.requiredProperties.join(', ')}: required, but missing`;
  const path = fault.instancePath.slice(1);
  const [field = ''] = path.split('/');
  const { properties = {} } = schema as { properties?: { [name: string]: FieldSchema } };
  return `${path || 'the body'} ${demand(fault, properties[path])}, got ${shown(value[field])}`;
};

/** What the schema of a field says, as far as messages repeat it. */
type FieldSchema = { readonly minimum?: number; readonly maximum?: number; readonly maxLength?: number };

const demand = (fault: Fault, schema: FieldSchema = {}): string => {
  if (fault.keyword === 'enum') return `must be one of ${fault.params.allowedValues.map(String).join(', ')}`;
  if (schema.minimum !== undefined && schema.maximum !== undefined) {
    return `must be a whole number from ${schema.minimum} to ${schema.maximum}`;
  }
  if (fault.keyword === 'maxLength') return `must have at most ${schema.maxLength} characters`;
  return fault.message;
};

/** A value for a message: short, and never the whole of a long text. */
const shown = (value: unknown): string => {
  if (typeof value === 'string' && value.length > 60) return `a text of ${value.length} units`;
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
