/** Fields: each rule of each field of each call passed over, and each value that must be taken refused. Made from the schemas, as their checks are. */
import type { ClauseId } from '../../spec/clauses.ts';
import { type Field, type Rule, rulesOf } from '../arbitraries/field.ts';
import { fittingValues } from '../arbitraries/fitting.ts';
import { acceptingClause, optionalClause, refusingClause, wordOf } from '../field-clauses.ts';
import { type CallFacts, calls } from '../probes/calls.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

type Body = { readonly [name: string]: unknown };

/** What breaks a rule, as a server that looks for it would say. */
export const breaksRule = {
  required: (value) => value === undefined,
  type: (value, { type, isRequired }) =>
    value === null
      ? isRequired
      : value !== undefined && !(type === 'string' ? typeof value === 'string' : Number.isInteger(value)),
  enum: (value, { values = [] }) => value !== undefined && !values.some((one) => one === value),
  minimum: (value, { minimum = 0 }) => typeof value === 'number' && value < minimum,
  maximum: (value, { maximum = 0 }) => typeof value === 'number' && value > maximum,
  maxLength: (value, { maxLength = 0 }) => typeof value === 'string' && Array.from(value).length > maxLength,
} as const satisfies Record<Rule, (value: unknown, field: Field) => boolean>;

/** One kind of leniency: which values it takes, and what it takes them for. */
type Leniency = {
  readonly word: string;
  readonly does: string;
  readonly rule: Rule;
  readonly applies: (field: Field) => boolean;
  readonly takes: (value: unknown, field: Field) => boolean;
};

const always = (): boolean => true;

const leniencies: readonly Leniency[] = [
  { word: 'missing', does: 'takes a body without', rule: 'required', applies: always, takes: breaksRule.required },
  { word: 'any-type', does: 'takes any type of', rule: 'type', applies: always, takes: breaksRule.type },
  {
    word: 'digits',
    does: 'reads digits in a text as',
    rule: 'type',
    applies: ({ type }) => type === 'integer',
    takes: (value) => typeof value === 'string' && /^\d+$/.test(value),
  },
  {
    word: 'fraction',
    does: 'rounds a fraction that is sent as',
    rule: 'type',
    applies: ({ type }) => type === 'integer',
    takes: (value) => typeof value === 'number' && !Number.isInteger(value),
  },
  {
    word: 'numbers',
    does: 'writes a number out that is sent as',
    rule: 'type',
    applies: ({ type }) => type === 'string',
    takes: (value) => typeof value === 'number',
  },
  { word: 'any-value', does: 'takes values beyond the list of', rule: 'enum', applies: always, takes: breaksRule.enum },
  {
    word: 'any-case',
    does: 'takes capitals in',
    rule: 'enum',
    applies: ({ type }) => type === 'string',
    takes: (value, { values = [] }) =>
      typeof value === 'string' && !values.includes(value) && values.includes(value.toLowerCase()),
  },
  {
    word: 'spaces',
    does: 'trims',
    rule: 'enum',
    applies: ({ type }) => type === 'string',
    takes: (value, { values = [] }) =>
      typeof value === 'string' && value !== value.trim() && values.includes(value.trim()),
  },
  {
    word: 'in-between',
    does: 'takes anything between the values of',
    rule: 'enum',
    applies: ({ type }) => type === 'integer',
    takes: (value, { values = [] }) =>
      typeof value === 'number' &&
      !values.includes(value) &&
      value > Number(values[0]) &&
      value < Number(values.at(-1)),
  },
  { word: 'below', does: 'has no least', rule: 'minimum', applies: always, takes: breaksRule.minimum },
  {
    word: 'one-below',
    does: 'is off by one at the least',
    rule: 'minimum',
    applies: always,
    takes: (value, { minimum = 0 }) => value === minimum - 1,
  },
  { word: 'above', does: 'has no most', rule: 'maximum', applies: always, takes: breaksRule.maximum },
  {
    word: 'one-above',
    does: 'is off by one at the most',
    rule: 'maximum',
    applies: always,
    takes: (value, { maximum = 0 }) => value === maximum + 1,
  },
  { word: 'long', does: 'has no greatest length', rule: 'maxLength', applies: always, takes: breaksRule.maxLength },
  {
    word: 'one-long',
    does: 'is off by one at the greatest length',
    rule: 'maxLength',
    applies: always,
    takes: (value, { maxLength = 0 }) => typeof value === 'string' && value.length === maxLength + 1,
  },
];

export const fieldDefects: readonly Defect[] = calls.flatMap((call) =>
  call.fields.flatMap((field) => [...lenient(call, field), ...strict(call, field)]),
);

function lenient(call: CallFacts, field: Field): readonly Defect[] {
  return leniencies.flatMap(({ word, does, rule, applies, takes }): Defect[] => {
    const clause = refusingClause(call, field, rule);
    if (clause === undefined || !rulesOf(field).includes(rule) || !applies(field)) return [];
    return [
      {
        id: `limits.${call.name}-${wordOf(field)}-takes-${word}`,
        does: `${does} ${field.name} of ${call.name}`,
        clause,
        ...(generalClause(rule) && { also: [generalClause(rule) ?? clause] }),
        ports: () => taking(call, field, (value) => takes(value, field)),
      },
    ];
  });
}

/** What the section on errors says of all fields together. */
export function generalClause(rule: Rule): ClauseId | undefined {
  switch (rule) {
    case 'required':
      return 'errors.invalid-input-missing-field';
    case 'type':
      return 'errors.invalid-input-wrong-type';
    case 'enum':
      return 'errors.invalid-input-unlisted-value';
    default:
      return undefined;
  }
}

/** Where a value is taken that should be refused, the last good one stands in for it, or none. */
function taking(call: CallFacts, field: Field, takes: (value: unknown) => boolean): Ports {
  let good: unknown;
  return {
    validate: (next) => (raw) => {
      if (raw.operation !== call.id || raw.fault !== undefined) return next(raw);
      const { [field.name]: value, ...others } = raw.body;
      if (takes(value)) {
        const instead = good ?? field.values?.[0] ?? field.maximum;
        return next({ ...raw, body: instead === undefined ? others : { ...others, [field.name]: instead } });
      }
      const input = next(raw);
      if (input.fault === undefined && value !== undefined) good = value;
      return input;
    },
  };
}

/** Refuses what must be taken. */
function strict(call: CallFacts, field: Field): readonly Defect[] {
  const defects: Defect[] = [];
  const add = (word: string, does: string, clause: ClauseId | undefined, refuses: (body: Body) => boolean): void => {
    if (clause === undefined) return;
    defects.push({
      id: `limits.${call.name}-${wordOf(field)}-${word}`,
      does: `${does} (${call.name})`,
      clause,
      ports: () => refusing(call, field, refuses),
    });
  };
  add(
    'demanded',
    `asks for ${field.name}, which may be left out`,
    optionalClause(call, field),
    (body) => !(field.name in body),
  );
  if (field.maxLength !== undefined) {
    const { maxLength } = field;
    const clause = acceptingClause(call, field, undefined);
    const textOf = ({ [field.name]: text }: Body): string => (typeof text === 'string' ? text : '');
    add(
      'length-exclusive',
      `refuses ${field.name} of exactly the greatest length`,
      clause,
      (body) => textOf(body).length === maxLength,
    );
    add(
      'length-in-bytes',
      `counts the length of ${field.name} in bytes`,
      clause,
      (body) => Buffer.byteLength(textOf(body)) > maxLength,
    );
    add(
      'length-halved',
      `takes half the length of ${field.name}`,
      clause,
      (body) => textOf(body).length > maxLength / 2,
    );
    return defects;
  }
  for (const { value } of fittingValues(field)) {
    add(
      `refuses-${value}`,
      `refuses ${value} as ${field.name}`,
      acceptingClause(call, field, value),
      (body) => body[field.name] === value,
    );
  }
  return defects;
}

function refusing(call: CallFacts, field: Field, refuses: (body: Body) => boolean): Ports {
  return {
    validate: (next) => (raw) => {
      const input = next(raw);
      if (raw.operation !== call.id || input.fault !== undefined || !refuses(raw.body)) return input;
      return { ...input, fault: { refusal: { code: 'invalid_input', message: `${field.name} is not valid` } } };
    },
  };
}
