/**
 * Every request of the judge is known to be lawful, or breaks one constraint that it names, seldom two. This holds a request against that claim before it
 * is sent: a request that is wrong in any other way would let the judge blame a server for its own mistake.
 */
import { Compile } from 'typebox/schema';
import { gaps } from '../spec/gaps.ts';
import { type Operation, type OperationId, operations } from '../spec/operations.ts';
import { HarnessError } from './verdict.ts';

/** Constraints that stand in no schema, and that a request may break on purpose. */
export const otherBreaks = [
  'no-key',
  'unknown-key',
  'revoked-key',
  'not-json',
  'no-file',
  'file-as-text',
  'file-type',
  'file-size',
  'clip-length',
  'unknown-file-key',
  'file-kind',
  'unknown-voice',
  'unknown-job',
  'foreign-job',
  'balance',
  'rate',
  'capacity',
  'capability',
  'unknown-route',
] as const;

/** `field:script` breaks the schema in that one field of the body or query; `gap:…` does what the document leaves open. */
export type Constraint = (typeof otherBreaks)[number] | `field:${string}` | `gap:${string}`;

/** One constraint, or several where one cannot be broken alone: each of them is a reason to refuse. */
export type Breaks = Constraint | `${Constraint} + ${Constraint}`;

const separator = ' + ';

export const constraintsOf = (breaks: string | undefined): readonly Constraint[] =>
  breaks === undefined ? [] : (breaks.split(separator) as Constraint[]);

/** The same, and one more. */
export const alsoBreaking = (breaks: Breaks, more: Constraint): Breaks =>
  constraintsOf(breaks).includes(more) ? breaks : (`${breaks}${separator}${more}` as Breaks);

/** Bodies of these are not read as the operation's schema has them. */
const unread: readonly Constraint[] = ['not-json', 'no-file', 'file-as-text', 'unknown-route'];

/** Throws a HarnessError if the request is not what it claims to be. */
export const expectAsClaimed = (
  id: OperationId,
  sent: { readonly body?: unknown; readonly query?: { readonly [name: string]: string } | undefined },
  breaks: Breaks | undefined,
): void => {
  const constraints = constraintsOf(breaks);
  if (constraints.some((one) => unread.includes(one))) return;
  const wrong = new Set([
    ...wrongFields(`${id} body`, (operations[id] as Operation).body, sent.body),
    ...wrongFields(`${id} query`, (operations[id] as Operation).query, numbersIn(sent.query)),
  ]);
  const open = constraints.find((one) => one.startsWith('gap:'));
  if (open !== undefined) {
    if (!(open.slice('gap:'.length) in gaps)) throw new HarnessError(`${open} is no gap of the document`);
    return;
  }
  const claimed = constraints.filter((one) => one.startsWith('field:')).map((one) => one.slice('field:'.length));
  if (wrong.size === claimed.length && claimed.every((name) => wrong.has(name))) return;
  throw new HarnessError(
    `${id}: the request claims ${breaks === undefined ? 'to be lawful' : `to break ${breaks} and nothing else`}, ` +
      (wrong.size === 0 ? 'and breaks nothing' : `and breaks ${[...wrong].join(', ')}`),
  );
};

/** The members at the top that do not fit; '' stands for the whole. */
const wrongFields = (name: string, schema: Operation['body'], value: unknown): readonly string[] => {
  if (schema === undefined || value === undefined) return [];
  const validator = (compiled[name] ??= Compile(schema));
  const [fits, errors] = validator.Errors(value);
  if (fits) return [];
  return errors.flatMap((error) => {
    if (error.keyword === 'required') return error.instancePath === '' ? error.params.requiredProperties : [];
    return [error.instancePath.split('/')[1] ?? ''];
  });
};

const compiled: { [name: string]: ReturnType<typeof Compile> } = {};

/** A query is text; what reads as a number is meant as one. */
const numbersIn = (query: { readonly [name: string]: string } | undefined): object | undefined =>
  query &&
  Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      /^-?\d+(\.\d+)?$/.test(text) && !/^(from|to)$/.test(name) ? Number(text) : text,
    ]),
  );
