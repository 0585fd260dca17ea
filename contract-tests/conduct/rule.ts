/** A rule over the journal: what a client is held to, declared once as data. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Seen } from './seen.ts';

export type ConductRule = {
  /** `area.words`, as checks have it. */
  readonly id: string;
  /** A sentence about a client that keeps it. */
  readonly title: string;
  /** The first is the one that it blames. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly level: 'must' | 'should';
  /** What to change in the client, in one or two plain sentences. */
  readonly advice: string;
  /** What would have to happen for there to be an occasion, to end "nothing to judge: …". */
  readonly wants: string;
  readonly look: (seen: Seen) => Look;
};

/** How often the client could have broken the rule, and where it did. */
export type Look = { readonly occasions: number; readonly lapses: readonly Lapse[] };

export type Lapse = {
  readonly message: string;
  /** Numbers of the entries that show it, in order. */
  readonly entries: readonly number[];
};
