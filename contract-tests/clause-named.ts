/** Looks a clause up by an id that was put together. */
import { type ClauseId, clauses } from '../spec/clauses.ts';
import { HarnessError } from './verdict.ts';

/** Throws if there is none: a table of checks or defects must not invent one. */
export const clauseNamed = (id: string): ClauseId => {
  if (!(id in clauses)) throw new HarnessError(`there is no clause ${id}`);
  return id as ClauseId;
};
