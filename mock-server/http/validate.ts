/** Holds a body or a query against its schema, and says in one sentence what is wrong with it. */
import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/schema';
import { type GapChoices, defaultChoices } from '../../spec/gaps.ts';
import { type Refused, refuse } from '../domain/refusal.ts';
import { countCharacters } from '../domain/text.ts';
import { compiledOf } from './compiled.ts';
import type { JsonObject } from './read-body.ts';

/** What is too long, and what it is then called (gaps `text-unit` and `text-too-long`). */
type TextRules = Pick<GapChoices, 'text-unit' | 'text-too-long'>;

/** What to say, or undefined if the value fits. Compiled when it is first needed: most runs use few of the schemas. */
export const createValidator = (
  schema: TSchema,
  rules: TextRules = defaultChoices,
): ((value: JsonObject) => Refused | undefined) => {
  let compiled: Validator | undefined;
  // A schema counts code points. There are never fewer UTF-16 units, so these are counted in what has passed it.
  const refuseUnits = rules['text-unit'] === 'utf-16' ? unitCounter(schema, rules) : undefined;
  return (value) => {
    compiled ??= compiledOf(schema);
    if (compiled.Check(value)) return refuseUnits?.(value);
    const [, [first]] = compiled.Errors(value);
    if (first === undefined) return refuse('invalid_input', 'the body does not fit its schema');
    const code = first.keyword === 'maxLength' ? rules['text-too-long'] : 'invalid_input';
    return refuse(code, sentence(first, value, schema));
  };
};

const unitCounter = (schema: TSchema, rules: TextRules): ((value: JsonObject) => Refused | undefined) => {
  const { properties = {} } = schema as { properties?: { [name: string]: FieldSchema } };
  const bounds = Object.entries(properties).flatMap(([field, { maxLength }]) =>
    maxLength === undefined ? [] : [{ field, maxLength }],
  );
  return (value) => {
    for (const { field, maxLength } of bounds) {
      const text = value[field];
      if (typeof text === 'string' && text.length > maxLength) {
        return refuse(
          rules['text-too-long'],
          `${field} must have at most ${maxLength} UTF-16 units, got ${text.length}`,
        );
      }
    }
    return undefined;
  };
};

type Fault = ReturnType<Validator['Errors']>[1][number];

const sentence = (fault: Fault, value: JsonObject, schema: TSchema): string => {
  if (fault.keyword === 'required') return `${fault.params.requiredProperties.join(', ')}: required, but missing`;
  const path = fault.instancePath.slice(1);
  if (fault.keyword === 'boolean')
    return `${shownName(path)} is no field: there are ${fieldsAround(fault, schema).join(', ')}`;
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

/** The names that the object may have in which one was found that it may not. */
const fieldsAround = ({ schemaPath }: Fault, schema: TSchema): string[] => {
  const parts = schemaPath.split('/').slice(1, -1);
  const inner = parts.reduce<unknown>(
    (outer, part) => (outer as { [part: string]: unknown } | undefined)?.[part],
    schema,
  );
  return Object.keys((inner as { properties?: object } | undefined)?.properties ?? {});
};

const shownName = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** A value for a message: short, and never the whole of a long text. */
const shown = (value: unknown): string => {
  if (typeof value === 'string' && value.length > 60) return `a text of ${countCharacters(value)} characters`;
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
