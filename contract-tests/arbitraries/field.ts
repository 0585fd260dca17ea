/** The fields of an operation's body or query, as its schema has them: from these come the requests that fit, and those that break one rule. */
import type { TSchema } from 'typebox';

export type Field = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: 'string' | 'integer';
  /** The only values that it may have. */
  readonly values?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Characters. */
  readonly maxLength?: number;
};

/** What a schema asks of a field, each by itself. */
export const rules = ['required', 'type', 'enum', 'minimum', 'maximum', 'maxLength'] as const;
export type Rule = (typeof rules)[number];

export const fieldsOf = (schema: TSchema): readonly Field[] => {
  const { properties = {}, required = [] } = schema as Written;
  return Object.entries(properties).map(([name, { type, enum: values, minimum, maximum, maxLength }]) => ({
    name,
    isRequired: required.includes(name),
    type: type ?? 'string',
    ...(values !== undefined && { values }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength }),
  }));
};

/** The rules that a field has. */
export const rulesOf = (field: Field): readonly Rule[] =>
  rules.filter((rule) => {
    switch (rule) {
      case 'required':
        return field.isRequired;
      case 'type':
        return true;
      case 'enum':
        return field.values !== undefined;
      default:
        return field[rule] !== undefined;
    }
  });

/** As JSON Schema writes them; the schemas of the requests use no more than this. */
type Written = {
  readonly required?: readonly string[];
  readonly properties?: {
    readonly [name: string]: {
      /** An enum of texts names none. */
      readonly type?: 'string' | 'integer';
      readonly enum?: readonly (string | number)[];
      readonly minimum?: number;
      readonly maximum?: number;
      readonly maxLength?: number;
    };
  };
};
