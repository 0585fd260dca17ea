/**
 * Every request of the judge is known to be lawful, or breaks the one constraint that it names. This holds a request against that claim before it
 * is sent, byte for byte as it goes out: one that is wrong in any other way would let the judge blame a server for its own mistake.
 */
import { gaps } from '../../spec/gaps.ts';
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import { deviationsOf, strayDeviations, supposedOf } from './deviations.ts';
import type { Known } from './known.ts';
import { HarnessError, NotAsClaimed } from '../verdict.ts';
import type { SentRequest } from '../wire/exchange.ts';

/** Constraints that stand in no schema, or are about all fields at once, and that a request may break on purpose. */
export const otherBreaks = [
  'no-key',
  'unknown-key',
  'revoked-key',
  'not-json',
  'no-fields',
  'fields-in-query',
  'not-form',
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

/** `field:script` breaks the schema in that one field of the body or query; `gap:…` does what that gap of the document leaves open. */
export type Constraint = (typeof otherBreaks)[number] | `field:${string}` | `gap:${string}`;

/** What a request names that there is not, beside what it breaks, so that nothing that costs money can come of it. */
const nothings = ['unknown-file-key', 'unknown-job'] as const;
export type Nothing = (typeof nothings)[number];

const isNothing = (label: Constraint): boolean => nothings.some((one) => one === label);

/** One constraint; beside it a file or a job that there is not, where nothing may come of the request. */
export type Breaks = Constraint | `${Constraint}${typeof separator}${Nothing}`;

const separator = ' + ';

export const constraintsOf = (breaks: string | undefined): readonly Constraint[] =>
  breaks === undefined ? [] : (breaks.split(separator) as Constraint[]);

/** The same, and nothing can come of it. */
export const comingToNothing = (breaks: Breaks, nothing: Nothing): Breaks => {
  const [constraint, ...beside] = constraintsOf(breaks);
  return constraint === undefined || constraint === nothing || beside.length > 0
    ? breaks
    : `${constraint}${separator}${nothing}`;
};

/**
 * Throws NotAsClaimed if a request is not what it claims to be, and a HarnessError if it claims to break more than one constraint.
 * @param id undefined for what is no operation: a download, a route that there is not
 */
export const expectAsClaimed = (
  known: Known,
  id: OperationId | undefined,
  request: SentRequest,
  breaks: Breaks | undefined,
): void => {
  const labels = constraintsOf(breaks);
  const claim = breaks === undefined ? 'to be lawful' : `to break ${breaks} and nothing else`;
  const wrong = (what: string): never => {
    throw new NotAsClaimed(`${id ?? request.method}: the request claims ${claim}, and ${what}`);
  };
  const [, nothing, ...more] = labels;
  if (more.length > 0 || (nothing !== undefined && !isNothing(nothing)))
    throw new HarnessError(`${breaks} is more than one constraint: what refuses such a request tells nothing`);
  for (const label of labels) {
    const gap = /^gap:(.*)/.exec(label)?.[1];
    if (gap !== undefined && !(gap in gaps)) throw new HarnessError(`${label} is no gap of the document`);
  }
  const sent = id && { id, request, known };
  const found = sent === undefined ? strayDeviations(request, known) : deviationsOf(sent);
  if (found === undefined) return wrong(`is sent elsewhere: ${request.method} ${new URL(request.url).pathname}`);
  const unnamed = found.filter((names) => !names.some((name) => labels.includes(name)));
  if (unnamed.length > 0) wrong(`breaks ${unnamed.map(([name]) => name).join(', ')}`);
  const names = [...found, ...(sent === undefined ? [] : supposedOf(sent))].flat();
  const broken = labels.filter((label) => names.includes(label) || (id !== undefined && isTold(label, operations[id])));
  const idle = labels.filter((label) => !broken.includes(label));
  if (idle.length > 0) wrong(`does not break ${idle.join(', ')}`);
};

/** Whether a label says how things stand, or how long a clip plays, which the request itself does not tell. */
const isTold = (label: Constraint, { body, multipart, job }: Operation): boolean => {
  if (label === 'rate') return true;
  if (label === 'clip-length') return multipart === true || job !== undefined;
  return ['balance', 'capacity', 'capability'].includes(label) && body !== undefined;
};
