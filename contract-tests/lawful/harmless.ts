/**
 * Submits that cost nothing, whoever takes them: they have to be refused, and name no file that exists. They are sent where nothing may be
 * spent, and their label says that the files are at fault too.
 */
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import { type Breaks, comingToNothing, constraintsOf } from './requests.ts';
import { memberOf } from '../reading/members.ts';
import type { Run } from '../run.ts';

/** As it stands in JSON, too. */
const namesFile = (run: Run, text: string): boolean =>
  [...run.known.files.keys()].some((key) => text.includes(key) || text.includes(JSON.stringify(key).slice(1, -1)));

/** Adds `unknown-file-key` to the label of an invalid submit with a file key that nobody was given; all else is as it was. */
export const withUnknownFiles = (
  run: Run,
  id: OperationId,
  body: unknown,
  breaks: Breaks | undefined,
): Breaks | undefined => {
  const { job }: Operation = operations[id];
  if (job === undefined || breaks === undefined || body === undefined) return breaks;
  if (constraintsOf(breaks).some((one) => isAboutFiles(one))) return breaks;
  const keys = Object.keys(job.inputs).map((field) => memberOf(body, field));
  const isUnknown = keys.some((key) => typeof key === 'string' && !namesFile(run, key));
  return isUnknown ? comingToNothing(breaks, 'unknown-file-key') : breaks;
};

/** Whether a submit breaks what every server has to refuse, and has no file that could be rendered. */
export const isHarmless = (run: Run, breaks: Breaks | undefined, body: Uint8Array | undefined): boolean => {
  const constraints = constraintsOf(breaks);
  if (!constraints.some((one) => one === 'gap:unknown-file-key' || !one.startsWith('gap:'))) return false;
  return body === undefined || !namesFile(run, Buffer.from(body).toString());
};

/** They say themselves what is with the files. */
const isAboutFiles = (constraint: string): boolean =>
  ['unknown-file-key', 'gap:unknown-file-key', 'file-kind', 'clip-length'].includes(constraint);
