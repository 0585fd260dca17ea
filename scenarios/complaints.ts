/** What is wrong with a story, in sentences that say what is allowed, each with the path of its value. */
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { didYouMean } from './nearest.ts';
import { memberAt } from './references.ts';
import { forms } from './schema.ts';

/** The names and numbers that lead from the top of the file to a value. */
export type Path = readonly string[];

/** `ofName`: it is the name at the end of the path that is wrong, not its value. */
export type Complaint = { readonly path: Path; readonly says: string; readonly ofName?: true };

/** @returns none for a value that fits; else the first ones, at most one for each value */
export const createComplaints = (schema: TSchema): ((value: unknown) => readonly Complaint[]) => {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return [];
    const [, faults] = compiled.Errors(value);
    const byPlace = new Map<string, Complaint>();
    for (const fault of faults) {
      // What it says of the whole object is said of each name already.
      if (fault.keyword === 'additionalProperties') continue;
      if (!byPlace.has(fault.instancePath)) byPlace.set(fault.instancePath, complaintOf(fault, schema, value));
    }
    return [...byPlace.values()];
  };
};

type Fault = ReturnType<Validator['Errors']>[1][number];

const complaintOf = (fault: Fault, schema: TSchema, whole: unknown): Complaint => {
  const path = partsOf(fault.instancePath);
  const last = path.at(-1) ?? 'a story';
  // What stands in a list has no name.
  const name = /^\d+$/.test(last) ? 'this' : shortened(last);
  if (fault.keyword === 'boolean') {
    const around = nodeAt(schema, partsOf(fault.schemaPath).slice(0, -1));
    return { path, says: unknown(path, Object.keys(around.properties ?? {})), ofName: true };
  }
  if (fault.keyword === 'required')
    return { path, says: `${name} needs ${fault.params.requiredProperties.join(', ')}` };
  // Of several forms that are allowed, all are named.
  const parts = partsOf(fault.schemaPath);
  const node = nodeAt(schema, parts.at(-2) === 'anyOf' ? parts.slice(0, -2) : parts);
  const value = memberAt(whole, path);
  const near = typeof value === 'string' ? didYouMean(value, wordsOf(node)) : '';
  return { path, says: `${name} must be ${near === '' ? demand(node) : `${briefly(node)}${near}`}` };
};

/** All words that may stand there. */
const wordsOf = ({ enum: values = [], anyOf = [] }: Node): readonly string[] => [
  ...values.map(String),
  ...anyOf.flatMap(wordsOf),
];

/** What may stand there, where a word was said already that was probably meant: a long list would hide it. */
const briefly = (node: Node): string => {
  const words = new Set(wordsOf(node));
  return words.size <= namesMax ? demand(node) : `one of ${words.size} words`;
};

/** The parts of a JSON pointer. */
const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const unknown = (path: Path, known: readonly string[]): string => {
  const name = path.at(-1) ?? '';
  const near = didYouMean(name, known);
  const instead = near === '' && known.length <= namesMax ? `: there are ${known.join(', ')}` : near;
  const outer = path.at(-2) ?? '';
  // What stands in a list has no name.
  const whose = path.length === 1 ? 'a story' : /^\d+$/.test(outer) ? 'this' : shortened(outer);
  return `${whose} has no ${shortened(name)}${instead}`;
};

/** A longer list of names helps nobody. */
const namesMax = 20;

/** A name of the file's own, for a terminal: of no great length, and nothing that moves it. */
const shortened = (name: string): string =>
  (name.length > 60 ? `${name.slice(0, 60)}…` : name).replaceAll(/\p{Cc}/gu, '\uFFFD');

/** What the sentences read of a schema. */
type Node = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly properties?: { readonly [name: string]: unknown };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
};

const nodeAt = (schema: TSchema, parts: readonly string[]): Node =>
  parts.reduce<unknown>((outer, part) => (outer as { [part: string]: unknown } | undefined)?.[part], schema) ?? {};

const textDemand = ({ pattern, maxLength }: Node): string => {
  const kind = pattern === undefined ? 'a text' : (forms[pattern] ?? `a text of the form ${pattern}`);
  return maxLength === undefined ? kind : `${kind} of at most ${maxLength} characters`;
};

const demand = (node: Node): string => {
  // A number stands beside the text that means the same.
  if (node.enum !== undefined) return `one of ${[...new Set(node.enum.map(String))].join(', ')}`;
  if (node.anyOf !== undefined) return node.anyOf.map(demand).join(', or ');
  const { minimum, maximum } = node;
  const range = minimum === undefined || maximum === undefined ? '' : ` from ${minimum} to ${maximum}`;
  switch (node.type) {
    case 'integer':
      return `a whole number${range}`;
    case 'number':
      return `a number${range}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return textDemand(node);
    case 'array':
      return node.maxItems === undefined ? 'a list' : `a list of at most ${node.maxItems}`;
    default: {
      const names = Object.keys(node.properties ?? {});
      return names.length === 0 || names.length > namesMax ? 'names with values' : `a map of ${names.join(', ')}`;
    }
  }
};
