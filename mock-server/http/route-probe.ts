/**
 * The moved job route: a probe, and no lawful variant, for the document names the path. A client that polls the `status_url` it was
 * given notices nothing; one that puts the path together from the id gets `not_found`.
 */
import { refuse } from '../domain/refusal.ts';
import type { Handler } from './handlers/handler.ts';

/** Where jobs are then; their id follows. */
export const movedJobPath = '/job-status/';

/** Answers where jobs were before. */
export const formerJobRoute: Handler = () =>
  refuse('not_found', 'jobs have moved in this mock: poll the status_url of the acknowledgement as it was given');
