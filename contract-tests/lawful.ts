/**
 * Every request of the judge is known to be lawful, or breaks one constraint that it names, seldom two. This holds a request against that claim before it
 * is sent: a request that is wrong in any other way would let the judge blame a server for its own mistake.
 */
import { Compile } from 'typebox/schema';
import { gaps } from '../spec/gaps.ts';
import { type Operation, type OperationId, operations } from '../spec/operations.ts';
import type { Raw } from './form.ts';
import { isObject, memberOf } from './reading/members.ts';
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
export type Breaks = Constraint | `${Constraint} + ${string}`;

const separator = ' + ';

export const constraintsOf = (breaks: string | undefined): readonly Constraint[] =>
  breaks === undefined ? [] : (breaks.split(separator) as Constraint[]);

/** The same, and one more. */
export const alsoBreaking = (breaks: Breaks, more: Constraint): Breaks =>
  constraintsOf(breaks).includes(more) ? breaks : (`${breaks}${separator}${more}` as Breaks);

/** A request as it is going to be sent. */
export type Claimed = {
  /** What is sent as JSON. */
  readonly body?: unknown;
  /** What is sent as it is, instead. */
  readonly raw?: Pick<Raw, 'bytes' | 'type'> | undefined;
  readonly query?: { readonly [name: string]: string } | undefined;
  /** The header; undefined where there is none. */
  readonly authorization?: string | undefined;
};

/** Throws a HarnessError if the request is not what it claims to be. */
export const expectAsClaimed = (id: OperationId, sent: Claimed, breaks: Breaks | undefined): void => {
  const constraints = constraintsOf(breaks);
  const claim = breaks === undefined ? 'to be lawful' : `to break ${breaks} and nothing else`;
  const expectTrue = (holds: boolean, what: string): void => {
    if (!holds) throw new HarnessError(`${id}: the request claims ${claim}, and ${what}`);
  };
  expectKey(id, sent, constraints, expectTrue);
  if (sent.raw !== undefined && isForm(sent.raw)) return expectForm(sent.raw, constraints, expectTrue);
  const json = sent.raw === undefined ? sent.body : jsonOf(sent.raw);
  if (sent.raw !== undefined || constraints.includes('not-json')) {
    expectTrue(isObject(json) !== constraints.includes('not-json'), `is ${isObject(json) ? 'a' : 'no'} JSON object`);
    if (!isObject(json)) return;
  }
  const { body, query }: Operation = operations[id];
  const wrong = new Set([
    ...wrongFields(`${id} body`, body, json),
    ...wrongFields(`${id} query`, query, numbersIn(sent.query)),
    ...(constraints.includes('gap:unknown-fields') ? [] : unknownFields(body, json)),
    ...(constraints.includes('gap:unknown-parameters') ? [] : unknownFields(query, sent.query)),
  ]);
  for (const one of constraints.filter((each) => each.startsWith('gap:'))) {
    const gap = one.slice('gap:'.length);
    if (!(gap in gaps)) throw new HarnessError(`${one} is no gap of the document`);
    for (const name of wrong) if (isOpen(gap, name, memberOf(json ?? sent.query, name))) wrong.delete(name);
  }
  const claimed = constraints.filter((one) => one.startsWith('field:')).map((one) => one.slice('field:'.length));
  const isAsClaimed = wrong.size === claimed.length && claimed.every((name) => wrong.has(name));
  expectTrue(isAsClaimed, wrong.size === 0 ? 'breaks nothing' : `breaks ${[...wrong].join(', ')}`);
};

type ExpectTrue = (holds: boolean, what: string) => void;

/** Whether there is a key at all. */
const expectKey = (
  id: OperationId,
  { authorization }: Claimed,
  constraints: readonly Constraint[],
  expectTrue: ExpectTrue,
): void => {
  const hasKey = /^Bearer \S/.test(authorization ?? '');
  if (constraints.includes('no-key')) expectTrue(!hasKey, 'has a key');
  else if (operations[id].authenticated) expectTrue(hasKey, 'has no key');
};

const isForm = ({ type }: Pick<Raw, 'type'>): boolean => type.startsWith('multipart/form-data');

/** Whether there is a file in it: the first part, which is the only one, stands at its beginning. */
const expectForm = (
  { bytes }: Pick<Raw, 'bytes'>,
  constraints: readonly Constraint[],
  expectTrue: ExpectTrue,
): void => {
  const [head = ''] = Buffer.from(bytes.subarray(0, 2_000)).toString().split('\r\n\r\n', 1);
  const hasPart = /; name="file"/.test(head);
  const isFile = hasPart && /; filename="/.test(head);
  if (constraints.includes('no-file')) expectTrue(!hasPart, 'has a part file');
  else if (constraints.includes('file-as-text')) expectTrue(hasPart && !isFile, 'has no part file that is text');
  else expectTrue(isFile, 'has no file');
};

/** What a gap leaves open of the fields that the schema does not take; those that are not here leave none open. */
const isOpen = (gap: string, name: string, value: unknown): boolean => openFields[gap]?.(name, value) === true;

const openFields: { readonly [gap: string]: (name: string, value: unknown) => boolean } = {
  'null-fields': (_, value) => value === null,
  'empty-prompt': (name, value) => name === 'prompt' && value === '',
  'empty-script': (name, value) => name === 'script' && typeof value === 'string' && value.trim() === '',
  'callback-url-invalid': (name) => name === 'callback_url',
  'usage-limit-over': (name) => name === 'limit',
  'usage-limit-zero': (name) => name === 'limit',
  'date-filter-unreadable': (name) => name === 'from' || name === 'to',
};

const jsonOf = ({ bytes }: Pick<Raw, 'bytes'>): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown;
  } catch {
    return undefined;
  }
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

/** Members that the schema does not have. */
const unknownFields = (schema: Operation['body'], value: unknown): readonly string[] =>
  schema === undefined || !isObject(value)
    ? []
    : Object.keys(value).filter((name) => memberOf(memberOf(schema, 'properties'), name) === undefined);

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
