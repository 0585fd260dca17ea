/** A clause: one normative fact of the document, atomic and testable, in our own words. */

/** Who has to keep the clause: the service, the program that calls it, or the program that receives its webhooks. */
export type Side = 'server' | 'client' | 'receiver';

/** `must`: the document states it as a fact or a rule. `should`: it recommends, approximates or asks for good conduct. */
export type Level = 'must' | 'should';

/** The sections of the document, in its order. A clause's id begins with the section it is taken from. */
export const sections = {
  conventions: 'Conventions',
  service: 'What the service does',
  resources: 'Resources and their fields',
  states: 'States and transitions',
  endpoints: 'Endpoints',
  authentication: 'Authentication',
  events: 'Events',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
} as const;

export type Section = keyof typeof sections;

/** What an author writes of a clause; its id is the key it stands under, and its section is the id's first word. */
export type ClauseText = { readonly side: Side; readonly level: Level; readonly text: string };

export type ClauseTable = { readonly [id: `${Section}.${string}`]: ClauseText };

/** A rule that binds. */
export const must = (side: Side, text: string): ClauseText => ({ side, level: 'must', text });

/** A recommendation, an approximate figure, or good conduct. */
export const should = (side: Side, text: string): ClauseText => ({ side, level: 'should', text });
